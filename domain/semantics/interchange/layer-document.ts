import { z } from 'zod'
import { SemanticType } from '../describe/descriptions.ts'
import { HierarchyLevel } from '../layer/hierarchies.ts'
import { Aggregate, Filter, SemanticQuery } from '../semantic-query.ts'

const name = z.string().min(1).max(256)
const words = z.string().max(4000)
const title = z.string().trim().min(1).max(200)
const synonyms = z.array(z.string().trim().min(1).max(200)).max(50)
const columnNames = z.array(name).min(1).max(16)

/** The version of the form; a reader refuses what it does not know. */
export const DOCUMENT_VERSION = 1

const column = z.strictObject({
  name,
  label: title.optional(),
  description: words.optional(),
  semantic_type: SemanticType.optional(),
  unit: z.string().trim().min(1).max(40).nullable().optional(),
  synonyms: synonyms.optional(),
  hidden: z.boolean().optional(),
})

/**
 * A semantic layer as a file: what was described and defined, and nothing of the data. What is absent is left as it is when it is read in. Row filters are no
 * part of it: they speak of users and groups of one deployment.
 */
export const LayerDocument = z.strictObject({
  querent: z.literal(DOCUMENT_VERSION),
  name: z.string().max(256).optional(),
  description: words.optional(),
  tables: z
    .array(
      z.strictObject({
        name,
        label: title.optional(),
        description: words.optional(),
        synonyms: synonyms.optional(),
        hidden: z.boolean().optional(),
        columns: z.array(column).max(2000).default([]),
      }),
    )
    .max(5000)
    .default([]),
  relationships: z
    .array(
      z.strictObject({
        from_table: name,
        from_columns: columnNames,
        to_table: name,
        to_columns: columnNames,
        cardinality: z.enum(['many_to_one', 'one_to_one', 'one_to_many', 'many_to_many']).default('many_to_one'),
      }),
    )
    .max(5000)
    .default([]),
  hierarchies: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(120), title: title.optional(), levels: z.array(HierarchyLevel).min(1).max(12) }))
    .max(1000)
    .default([]),
  measures: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
        title: title.optional(),
        table_name: name,
        aggregation: Aggregate,
        expression: z.string().trim().min(1).max(2000).nullable().default(null),
        filters: Filter.nullable().default(null),
        format: z.string().max(64).nullable().default(null),
        unit: z.string().max(64).nullable().default(null),
        description: z.string().max(2000).default(''),
        synonyms: synonyms.default([]),
      }),
    )
    .max(1000)
    .default([]),
  verified_queries: z
    .array(z.strictObject({ question: z.string().trim().min(1).max(1000), sql: z.string().max(65_536).optional(), query: SemanticQuery.optional() }))
    .max(1000)
    .default([]),
})
export type LayerDocument = z.infer<typeof LayerDocument>

/** Something a format cannot say: of which object, and what becomes of it. */
export const Loss = z.object({ object: z.string().meta({ example: 'measure revenue' }), message: z.string() }).meta({ id: 'Loss' })
export type Loss = z.infer<typeof Loss>
