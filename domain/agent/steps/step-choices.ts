import { z } from 'zod'
import type { Context } from '#domain/context.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { capitalised, plural } from '#domain/semantics/describe/english.ts'
import { conditionsOf, filterInWords, measureInWords } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { isCyclic, QueryMeasure, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { ChosenColumn } from './answer-change.ts'
import { baseOf, ChoosableColumn, dimensionsOf, referredTables } from './choosable.ts'
import { below } from './drill-down.ts'
import { requireChangeable } from './take-step.ts'

const MOST = 200

export const StepChoicesQuery = z.object({
  attachment_id: z.string().min(1).max(64).optional().meta({ description: 'The query of the answer that is meant; its last one when absent' }),
})

const place = { table: z.string(), column: z.string() }
export const StepChoices = z
  .object({
    dimensions: z.array(ChoosableColumn).meta({ description: 'Columns to group by and to filter: of the table that is measured, and of those it refers to' }),
    measures: z.array(z.object({ label: z.string(), measure: QueryMeasure })).meta({ description: 'What else can be measured of the same rows' }),
    groups: z
      .array(z.object({ ...place, name: z.string(), label: z.string(), grain: z.string().nullable(), into: ChosenColumn.nullable() }))
      .meta({ description: 'What the answer is grouped by, each with what is below it' }),
    filters: z.array(z.object({ ...place, words: z.string() })).meta({ description: 'Conditions that can be taken back' }),
    columns: z.array(z.object({ name: z.string(), label: z.string() })).meta({ description: 'Columns of the result, to sort by' }),
    limit: z.int().nullable(),
    compare: z.enum(['previous_period', 'previous_year']).nullable(),
  })
  .meta({ id: 'StepChoices', description: 'What can be done with an answer without asking again' })
export type StepChoices = z.infer<typeof StepChoices>

/** What can be done with an answer, by the semantic layer as the caller sees it. Fails as taking a step does. */
export async function stepChoices(ctx: Context, sessionId: string, messageId: string, attachmentId: string | undefined): Promise<StepChoices> {
  const { query, layer } = await requireChangeable(ctx, sessionId, messageId, attachmentId)
  const { columns } = compileQuery(layer, query)
  const base = baseOf(layer, query)
  const tables = base ? referredTables(layer, base) : []
  const named = columns.filter(({ role }) => role === 'dimension')
  return {
    dimensions: tables.flatMap((table) => dimensionsOf(table, table === base)).slice(0, MOST),
    measures: base ? measuresOf(layer, base, tables) : [],
    groups: query.dimensions
      .filter(({ hidden }) => !hidden)
      .flatMap((dimension, at) => {
        const column = named[at]
        if (!column) return []
        const { table, column: name, grain } = dimension
        return [
          {
            table,
            column: name,
            name: column.name,
            label: column.label,
            grain: grain ?? null,
            into: grain && isCyclic(grain) ? null : below(layer, dimension),
          },
        ]
      }),
    filters: filtersOf(layer, query),
    columns: columns.map(({ name, label }) => ({ name, label })),
    limit: query.limit ?? null,
    compare: query.compare?.to ?? null,
  }
}

function measuresOf(layer: Layer, base: LayerTable, tables: LayerTable[]): StepChoices['measures'] {
  const near = new Set(tables.map(({ name }) => name))
  const own = layer.measures.filter(({ table }) => near.has(table)).map(({ name }): QueryMeasure => ({ measure: name }))
  const figures = base.columns.filter(({ isHidden, semanticType }) => !isHidden && semanticType === 'measure')
  const folded = figures.flatMap((column): QueryMeasure[] =>
    (['sum', 'avg'] as const).map((aggregate) => ({ aggregate, table: base.name, column: column.name })),
  )
  const measures: QueryMeasure[] = [...own, ...folded]
  return [
    ...measures.map((measure) => ({ label: capitalised(measureInWords(layer, measure)), measure })),
    { label: capitalised(`number of ${plural(base.label.toLowerCase())}`), measure: { aggregate: 'count', table: base.name } },
  ]
}

function filtersOf(layer: Layer, query: SemanticQuery): StepChoices['filters'] {
  const filters = conditionsOf(query)
  const list = filters === undefined ? [] : 'and' in filters ? filters.and : [filters]
  return list.flatMap((filter) =>
    'column' in filter ? [{ table: filter.table, column: filter.column, words: capitalised(filterInWords(layer, filter)) }] : [],
  )
}
