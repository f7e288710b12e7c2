import { condition, negationBefore, takeNegation } from '#domain/analyst/conditions/filter-parts.ts'
import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { superiorNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { betweenVerbAndObject, copulas, doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isFree, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition } from '#domain/semantics/semantic-query.ts'

/** A column by which rows refer to others of their own table, and what of those it refers to. */
type Superior = { table: LayerTable; column: LayerColumn; key: string }

/** "Report [to the] manager". */
const betweenVerbAndSuperior = wordSet(copulas, betweenVerbAndObject)

/**
 * Takes `who report to Nancy Edwards`, `managed by Ada`, `whom does Nancy report to` and `Nancy's manager`, where rows refer to others of their table by a
 * column of that name.
 */
export function readSelfReferences(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const superior = superiorAt(reading, at)
    const end = superior ? readBelow(reading, at, superior) || readAbove(reading, at, superior) : readNoun(reading, at)
    if (end) at = end - 1
  }
}

/** "Nancy Edwards's manager", "the boss of Nancy Edwards". */
function readNoun(reading: Reading, at: number): number {
  const item = reading.items[at]
  if (!item || !superiorNouns.has(item.stem) || tableOf(item) || item.values.length > 0) return 0
  const [superior, ...others] = ownReferences(reading)
  if (!superior || others.length > 0) return 0
  const isBehind = wordAt(reading, at + 1) === 'of'
  const from = isBehind ? at + 2 : [at - 3, at - 2, at - 1].find((start) => namesFrom(reading, start, superior.table)?.end === at)
  const named = from === undefined || !(isBehind || reading.items[at - 1]?.isPossessive) ? null : namesFrom(reading, from, superior.table)
  if (!named || from === undefined || !askAbove(reading, superior, named.filters)) return 0
  const end = isBehind ? named.end : at + 1
  take(reading, isBehind ? at : from, end, 'value')
  return end
}

/** Asks for the rows that those of the names refer to. */
function askAbove({ draft }: Reading, { table, column, key }: Superior, filters: FilterCondition[]): boolean {
  const target = table.columns.find(({ name }) => name === key)
  if (!target) return false
  draft.filters.push(among({ table, column: target }, { table: table.name, column: column.name, filters }))
  draft.focus ??= table
  return true
}

/** Every way by which rows refer to others of their own table. */
function ownReferences({ lexicon }: Reading): Superior[] {
  const { relationships, tables } = lexicon.layer
  return relationships.flatMap(({ fromTable, fromColumns, toTable, toColumns }): Superior[] => {
    const table = fromTable === toTable && fromColumns.length === 1 ? tables.find(({ name }) => name === fromTable) : undefined
    const column = table?.columns.find(({ name }) => name === fromColumns[0])
    return table && column && toColumns[0] ? [{ table, column, key: toColumns[0] }] : []
  })
}

function superiorAt(reading: Reading, at: number): Superior | null {
  const item = reading.items[at]
  const isVerb = /(?:ed|to)$/.test(item?.lower ?? '') && !tableOf(item)
  if (!item || !isVerb || item.values.length > 0) return null
  const found = ownReferences(reading).filter(({ column }) => {
    const isNamed = item.meaning.columns.some((meaning) => meaning.column === column && meaning.weight >= 0.7)
    return isNamed || (wordAt(reading, at + 1) === 'by' && labelWords(column.label).some((word) => familyOf(word) === familyOf(item.lower)))
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Those whose superior is one that is named behind. */
function readBelow(reading: Reading, at: number, { table, column, key }: Superior): number {
  const from = skip(reading, at + 1, betweenVerbAndSuperior)
  const named = namesFrom(reading, from, table)
  if (!named) return 0
  const negated = negationBefore(reading, at)
  const filter = among({ table, column }, { table: table.name, column: key, filters: named.filters })
  reading.draft.filters.push(negated === null ? filter : { not: filter })
  takeNegation(reading, negated)
  take(reading, at, named.end, 'value')
  return named.end
}

/** "Whom does Nancy Edwards report to": the superior of one that is named before. */
function readAbove(reading: Reading, at: number, superior: Superior): number {
  const { table } = superior
  const isLast = reading.items[at + 1] === undefined || reading.items[at + 1]?.kind === 'sign'
  const from = reading.items.findIndex((_, index) => doForms.has(wordAt(reading, index)) && index < at)
  const named = isLast && from >= 0 ? namesFrom(reading, skip(reading, from + 1), table) : null
  const asked = tableOf(reading.items[skipBack(reading, from - 1)])
  if (!named || named.end !== at || (asked !== null && asked !== table) || !askAbove(reading, superior, named.filters)) return 0
  if (asked === null) reading.tables.unshift({ table, at: -1 })
  take(reading, from, at + 1, 'value')
  if (asked === null) take(reading, 0, from, 'value')
  return at + 1
}

/** The names of rows of the table that stand one behind the other: first and last name. */
function namesFrom(reading: Reading, from: number, table: LayerTable): { filters: FilterCondition[]; end: number } | null {
  const display = displayColumns(table)
  const filters: FilterCondition[] = []
  let end = from
  for (; isFree(reading, end) && filters.length < 3; end++) {
    const value = reading.items[end]?.values.find(
      (meaning) => meaning.table === table && (display.includes(meaning.column) || table.primaryKey.includes(meaning.column.name)),
    )
    if (!value) break
    filters.push(condition(value, 'equals', [value.value]))
  }
  return filters.length > 0 ? { filters, end } : null
}

/** Those whose column holds what a column of the rows that meet the conditions does. */
function among(of: { table: LayerTable; column: LayerColumn }, found: { table: string; column: string; filters: Filter[] }): FilterCondition {
  const [only] = found.filters
  const filters = found.filters.length === 1 && only ? only : { and: found.filters }
  const dimensions = [{ table: found.table, column: found.column, name: 'found' }]
  return { ...condition(of, 'equals', []), values_from: { query: { measures: [], dimensions, filters, having: [], order: [], distinct: false, joins: [] } } }
}
