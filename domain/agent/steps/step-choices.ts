import { z } from 'zod'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { Context } from '#domain/context.ts'
import { compileQuery } from '#domain/semantics/compile.ts'
import { capitalised, plural } from '#domain/semantics/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { conditionsOf, filterInWords, measureInWords } from '#domain/semantics/query-in-words.ts'
import { isCyclic, QueryMeasure, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { ColumnType } from '#domain/semantics/source.ts'
import { ChosenColumn } from './answer-change.ts'
import { below } from './drill-down.ts'
import { requireChangeable } from './take-step.ts'

/** References followed from the table that is measured. */
const STEPS_AWAY = 3
const MOST = 200

export const StepChoicesQuery = z.object({
  attachment_id: z.string().min(1).max(64).optional().meta({ description: 'The query of the answer that is meant; its last one when absent' }),
})

const place = { table: z.string(), column: z.string() }
export const StepChoices = z
  .object({
    dimensions: z
      .array(z.object({ ...place, label: z.string(), type: ColumnType, is_time: z.boolean(), distinct: z.int().nullable() }))
      .meta({ description: 'Columns to group by and to filter: of the table that is measured, and of those it refers to' }),
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

/** The table whose rows are counted: of the first measure, else of the first column. */
function baseOf(layer: Layer, { measures, dimensions }: SemanticQuery): LayerTable | undefined {
  const names = measures.flatMap((measure): string[] => {
    const one = 'ratio' in measure ? measure.ratio.numerator : measure
    if ('table' in one) return [one.table]
    return 'measure' in one ? layer.measures.filter(({ name }) => name === one.measure).map(({ table }) => table) : []
  })
  const name = names[0] ?? dimensions[0]?.table
  return layer.tables.find((table) => table.name === name)
}

/** A table and those it refers to, near ones first: none of them makes its rows more. */
function referredTables({ tables, relationships }: Layer, base: LayerTable): LayerTable[] {
  const found = [base]
  let edge = [base]
  for (let step = 0; step < STEPS_AWAY; step++) {
    const names = new Set(edge.map(({ name }) => name))
    const next = relationships.flatMap(({ fromTable, toTable }) => (names.has(fromTable) ? [toTable] : []))
    edge = tables.filter((table) => next.includes(table.name) && !table.isHidden && !found.includes(table))
    found.push(...edge)
  }
  return found
}

const GROUPING = new Set(['category', 'geo', 'boolean', 'time'])

function dimensionsOf(table: LayerTable, isBase: boolean): StepChoices['dimensions'] {
  const named = displayColumns(table)
  const isChoice = (column: LayerColumn) =>
    !column.isHidden && (GROUPING.has(column.semanticType) || (named.includes(column) && !table.primaryKey.includes(column.name)))
  return table.columns.filter(isChoice).map((column) => ({
    table: table.name,
    column: column.name,
    label: isBase ? capitalised(column.label) : capitalised(`${table.label.toLowerCase()} ${column.label.toLowerCase()}`),
    type: column.type,
    is_time: column.semanticType === 'time',
    distinct: column.distinct,
  }))
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
