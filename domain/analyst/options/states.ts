import { isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { endOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { debtWords, paidLabels, settledStates, stateLabels, unsettledStates } from '#domain/analyst/lexicon/english/meanings/states.ts'
import { noValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Of a column that tells the state of a row: its values that are of a set of states, as they are written. */
function inStates({ distinct, label, sampleValues, isHidden }: LayerColumn, states: ReadonlySet<string>): string[] {
  const isState = !isHidden && distinct !== null && distinct <= mostStates && wordsOf(label).some((word) => stateLabels.has(word))
  return isState ? sampleValues.filter((value) => states.has(value.trim().toLowerCase())) : []
}

const mostStates = 15

const equals = ({ name: table }: LayerTable, { name: column }: LayerColumn, values: string[]): FilterCondition => ({
  table,
  column,
  operator: 'equals',
  values,
})

/** Conditions that only rows in a state fulfil that people take for granted: what is paid, who is active. */
export const settled = (table: LayerTable): FilterCondition[] => [...inSettledState(table), ...stillThere(table)]

/** What has not come to its end. */
function stillThere(table: LayerTable): FilterCondition[] {
  const end = endOf(table)
  return end && (end.column.nullFraction ?? 0) > 0 ? [{ table: table.name, column: end.column.name, operator: 'is_empty', values: [] }] : []
}

const inSettledState = (table: LayerTable): FilterCondition[] =>
  table.columns.flatMap((column): FilterCondition[] => {
    const values = inStates(column, settledStates)
    const first = [...new Set(values.map((value) => value.trim().toLowerCase()))][0]
    return first === undefined
      ? []
      : [
          equals(
            table,
            column,
            values.filter((value) => value.trim().toLowerCase() === first),
          ),
        ]
  })

/** Conditions for what is still to be paid: by its state, by the date that it was paid on, by what says no. */
export const unsettled = (table: LayerTable): FilterCondition[] =>
  table.columns.flatMap((column): FilterCondition[] => {
    const values = inStates(column, unsettledStates)
    if (values.length > 0) return [equals(table, column, values)]
    if (column.isHidden || !wordsOf(column.label).some((word) => paidLabels.has(word))) return []
    if (column.semanticType === 'time' && (column.nullFraction ?? 0) > 0) return [{ table: table.name, column: column.name, operator: 'is_empty', values: [] }]
    return isFlag(column)
      ? [
          equals(
            table,
            column,
            column.sampleValues.filter((value) => noValues.has(value.trim().toLowerCase())),
          ),
        ]
      : []
  })

/** The same with only those rows that are in a state taken for granted, or of which something is still to be paid where words say so. */
export function inState(query: SemanticQuery, layer: Layer, words: readonly string[]): { query: SemanticQuery; heeds: string[] }[] {
  const heeds = words.filter((word) => debtWords.has(word))
  const names = new Set([...query.measures.flatMap(tablesOf), ...query.dimensions.map(({ table }) => table)])
  return layer.tables
    .filter(({ name }) => names.has(name))
    .flatMap((table) =>
      (heeds.length > 0 ? unsettled(table) : settled(table))
        .filter(({ column }) => !JSON.stringify(query.filters ?? null).includes(`"column":${JSON.stringify(column)}`))
        .map((condition) => ({ query: { ...query, filters: withCondition(query.filters, condition) }, heeds })),
    )
}

const withCondition = (filters: Filter | undefined, condition: Filter): Filter =>
  filters === undefined ? condition : 'and' in filters ? { and: [...filters.and, condition] } : { and: [filters, condition] }

function tablesOf(measure: SemanticQuery['measures'][number]): string[] {
  if ('table' in measure) return [measure.table]
  return 'ratio' in measure && 'table' in measure.ratio.numerator ? [measure.ratio.numerator.table] : []
}

/** A value that is written in several ways in the data stands for all of them. */
export function asWritten(query: SemanticQuery, layer: Layer): SemanticQuery {
  if (query.filters === undefined) return query
  const spread = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(spread) }
    if ('or' in filter) return { or: filter.or.map(spread) }
    if ('not' in filter) return { not: spread(filter.not) }
    if ((filter.operator !== 'equals' && filter.operator !== 'not_equals') || filter.values.length === 0 || filter.grain) return filter
    const samples = layer.tables.find(({ name }) => name === filter.table)?.columns.find(({ name }) => name === filter.column)?.sampleValues ?? []
    const forms = new Set(filter.values.map((value) => String(value).trim().toLowerCase()))
    const others = samples.filter((value) => forms.has(value.trim().toLowerCase()) && !filter.values.some((own) => String(own) === value))
    return others.length > 0 && filter.values.every((value) => typeof value === 'string') ? { ...filter, values: [...filter.values, ...others] } : filter
  }
  return { ...query, filters: spread(query.filters) }
}

/** Whether a column is asked to be empty and not to be. */
export function contradicts({ filters }: SemanticQuery): boolean {
  const parts = filters && 'and' in filters ? filters.and.flatMap((part) => ('column' in part ? [part] : [])) : []
  return parts.some(
    (one) => one.operator === 'is_empty' && parts.some((other) => other.operator !== 'is_empty' && other.table === one.table && other.column === one.column),
  )
}
