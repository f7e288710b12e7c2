import { z } from 'zod'
import { orNull } from '../or-null.ts'
import { Aggregate, Grain, SemanticQuery } from '../semantics/semantic-query.ts'
import { ColumnType, type JsonValue } from '../semantics/sources/source.ts'

/** One column of a result. `table` and `column` say where its values come from: empty and null where a statement computed them. */
export const QueryColumn = z
  .object({
    name: z.string(),
    label: z.string(),
    role: z.enum(['dimension', 'measure']),
    type: ColumnType,
    unit: z.string().nullable(),
    grain: orNull(Grain),
    aggregate: orNull(Aggregate),
    table: z.string(),
    column: z.string().nullable(),
  })
  .meta({ id: 'QueryColumn' })
export type QueryColumn = z.infer<typeof QueryColumn>

const Cell: z.ZodType<JsonValue> = z
  .unknown()
  .meta({ description: 'A JSON value; numbers a double cannot hold are strings' }) as unknown as z.ZodType<JsonValue>

export const QueryOutcome = z
  .object({
    sql: z.string().meta({ description: 'The statement that ran, with its values written out' }),
    columns: z.array(QueryColumn),
    rows: z.array(z.array(Cell)),
    row_count: z.int(),
    truncated: z.boolean().meta({ description: 'There are more rows than row_limit' }),
    duration_ms: z.int(),
    tables: z.array(z.string()).meta({ description: 'The tables a semantic query read; for SQL the tables it names' }),
    row_filters_applied: z.boolean().meta({ description: "Whether the caller's row filters cut a table among them" }),
    filtered_tables: z.array(z.string()).meta({ description: "Those of the tables that the caller's row filters cut" }),
    explanation: z.string().optional().meta({ description: 'A semantic query in plain words', example: 'Total revenue for each country.' }),
    semantic_query: SemanticQuery.optional(),
  })
  .meta({ id: 'QueryOutcome' })
export type QueryOutcome = z.infer<typeof QueryOutcome>
