import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { equalWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { copulas, locationPrepositions, plainArticles } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { isUnknown } from './unsampled-name.ts'

const mostWords = 5
/** "The name [is equal to] Linda". */
const betweenColumnAndName = wordSet(copulas, equalWords, 'as to')
const beforeValueAndColumn = wordSet(plainArticles, locationPrepositions)

/**
 * Words in capitals beside a column that holds more values than were sampled are one of them, whatever else they are a value of: `the customer whose first
 * name is Linda`, `in the California district`. So are those before the last word of other names: `American Airlines`.
 */
export function withColumnValues(items: Item[]): Item[] {
  const found: Item[] = []
  for (let at = 0; at < items.length; ) {
    const words = runFrom(items, at)
    const whole = words > at ? nameOf(items[words]) : null
    const to = whole ? words + 1 : words
    const reference = whole ?? (to > at ? (columnBefore(items, at) ?? columnBehind(items, at, to)) : null)
    found.push(...(reference ? [valueItem(items.slice(at, to), reference)] : items.slice(at, Math.max(to, at + 1))))
    at = Math.max(to, at + 1)
  }
  return found
}

function runFrom(items: Item[], from: number): number {
  const first = items[from]
  const isValue = first !== undefined && first.values.length > 0 && first.meaning.columns.length + first.meaning.tables.length === 0
  if (isValue) return from + (first.isCapitalised || first.kind === 'quoted' ? 1 : 0)
  let to = from
  while (from > 0 && to < from + mostWords && items[to]?.isCapitalised && (isUnknown(items[to]) || items[to]?.text.length === 1)) to++
  return to
}

/** What rows are called, where a word in capitals that names their table may end such a name. */
function nameOf(item: Item | undefined): ColumnReference | null {
  const table = item?.isCapitalised ? tableOf(item) : null
  const [column, ...others] = table ? displayColumns(table) : []
  const isEnd = column?.sampleValues.length === 0 || column?.sampleValues.some((value) => value.toLowerCase().endsWith(` ${item?.lower}`))
  return table && column && others.length === 0 && isEnd && holdsMore(column) ? { table, column } : null
}

function columnBefore(items: Item[], at: number): ColumnReference | null {
  let name = at - 1
  while (betweenColumnAndName.has(items[name]?.lower ?? '')) name--
  // "In the city of Goroka".
  const typed = items[name]?.lower === 'of' ? name - 1 : name
  const lead = items[typed - 1]?.lower === 'the' ? typed - 2 : typed - 1
  if (typed < name && !locationPrepositions.has(items[lead]?.lower ?? '')) return null
  name = typed
  return columnOf(items, name, items[at])
}

function columnBehind(items: Item[], at: number, to: number): ColumnReference | null {
  const item = items[to]
  return beforeValueAndColumn.has(items[at - 1]?.lower ?? '') && item?.lower === item?.stem ? columnOf(items, to, items[at]) : null
}

/** The column that an item names, of the rows named nearest, where it may hold what was not sampled. */
function columnOf(items: Item[], at: number, value: Item | undefined): ColumnReference | null {
  const item = items[at]
  if (item?.kind !== 'name' || item.values.length > 0 || item.isPossessive || tableOf(item)) return null
  const named = item.meaning.columns.filter(({ weight }) => weight >= 0.75)
  const rows = tableOf(items.slice(0, at).findLast((other) => tableOf(other))) ?? tableOf(items.slice(at).find((other) => tableOf(other)))
  const own = named.filter(({ table }) => table === rows)
  const [only, ...others] = own.length > 0 || value?.values.length ? own : named
  const isKnown = value?.values.some(({ column }) => named.some((meaning) => meaning.column === column && (own.length === 0 || own.includes(meaning))))
  return only && others.length === 0 && !isKnown && holdsMore(only.column) ? only : null
}

function holdsMore(column: LayerColumn): boolean {
  return !isNumericType(column) && column.semanticType !== 'time' && (column.distinct ?? 0) > column.sampleValues.length
}

function valueItem(run: Item[], { table, column }: ColumnReference): Item {
  const text = inCaseOf(column, run.map((item) => item.text).join(' '))
  const lower = text.toLowerCase()
  const values = [{ table, column, value: text, weight: 0.9, isUnverified: true }]
  return { ...(run[0] as Item), kind: 'name', text, lower, stem: lower, meaning: { tables: [], columns: [], measures: [] }, values }
}

/** As the column writes what it holds, where all of that is in capital or in small letters. */
function inCaseOf({ sampleValues, min, max }: LayerColumn, text: string): string {
  const known = [...sampleValues, min, max].filter((value) => value !== null)
  const isAll = (change: (value: string) => string) => known.length > 0 && known.every((value) => value === change(value))
  if (isAll((value) => value.toUpperCase())) return text.toUpperCase()
  return isAll((value) => value.toLowerCase()) ? text.toLowerCase() : text
}
