import { valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { isFree, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Pairing } from './pairing-tables.ts'

/** One value, or several: all of them behind "and", any of them behind "or". */
export function valuesFrom(reading: Reading, from: number, pairing: Pairing): { filters: Filter[]; end: number } | null {
  const filters: Filter[] = []
  let isAny = false
  let end = from
  for (let at = from; ; at = end + 1) {
    const meaning = reading.items[at]?.values.find(({ table, column }) => table === pairing.of && (column.name === pairing.key || isNamed(pairing.of, column)))
    // "The Mississippi river" is no state, whatever else is called Mississippi.
    if (!meaning || !isFree(reading, at) || (tableOf(reading.items[at + 1]) ?? pairing.of) !== pairing.of) break
    filters.push(membership(pairing, meaning))
    end = at + 1
    if (!valueJoints.has(wordAt(reading, end))) break
    isAny ||= wordAt(reading, end) === 'or'
  }
  if (filters.length === 0) return null
  return { filters: isAny && filters.length > 1 ? [{ or: filters }] : filters, end }
}

function isNamed({ label }: LayerTable, column: LayerColumn): boolean {
  return /^(?:name|title)$/.test(column.label.toLowerCase()) || column.label.toLowerCase() === `${label.toLowerCase()} name`
}

/** Rows that are paired with one row, or with any. */
export function membership(pairing: Pairing, value: ValueMeaning | null): FilterCondition {
  const { table, of, key, subject, object } = pairing
  const isKey = value?.column.name === key
  const other: FilterCondition = { table: table.name, column: object.name, operator: 'is_not_empty', values: [] }
  const single: FilterCondition = { ...other, operator: 'equals' }
  const filters: FilterCondition = !value
    ? other
    : value.rows
      ? { ...single, values_from: { query: value.rows } }
      : isKey
        ? { ...single, values: [value.value] }
        : { table: of.name, column: value.column.name, operator: 'equals', values: [value.value] }
  const query: SemanticQuery = {
    measures: [],
    dimensions: [{ table: table.name, column: subject.name, name: 'paired' }],
    filters,
    having: [],
    order: [],
    distinct: false,
    joins: value && !value.rows && !isKey ? [{ from_table: table.name, from_column: object.name, to_table: of.name }] : [],
  }
  return { table: of.name, column: key, operator: 'equals', values: [], values_from: { query } }
}
