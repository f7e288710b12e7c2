import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { betweenColumnAndValue } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { note, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition } from '#domain/semantics/semantic-query.ts'
import { addFilter, condition, negationBefore, takeColumn, takeNegation } from './filter-parts.ts'
import { isLetterInside, readLetter } from './letter.ts'

/** A text in quotes that no sampled value matches: taken as written, of the column or table before it. */
export function readQuoted(reading: Reading, at: number): number {
  const item = reading.items[at]
  if (isLetterInside(reading, at)) return readLetter(reading, at)
  if (item?.kind !== 'quoted' || item.values.length > 0) return 0
  const before = skipBack(reading, at - 1, betweenColumnAndValue)
  const after = skip(reading, at + 1)
  const target = [before, after].find((index) => reading.items[index]?.kind === 'name' && !prefersValue(reading, index))
  const column = target === undefined ? null : columnOf(reading, target, ({ column: candidate }) => !isNumericType(candidate))
  const table = (target === undefined ? null : tableOf(reading.items[target])) ?? reading.tables[0]?.table
  const [display] = table ? displayColumns(table) : []
  const person = target === undefined || table ? personOf(reading, at, table ?? null) : null
  if (person) {
    addFilter(reading, { and: person }, at, negationBefore(reading, at) !== null)
    takeNegation(reading, negationBefore(reading, at))
    take(reading, at, at + 1, 'filter')
    return at + 1
  }
  const reference = column ?? (table && display ? { table, column: display } : null)
  if (!reference) return 0
  const negated = negationBefore(reading, Math.min(before, at))
  const parts = nameParts(reference, item.text)
  const isLike = wordAt(reading, at - 1) === 'like'
  const filter: Filter = parts ? { and: parts } : condition(reference, isLike ? 'contains' : 'equals', [item.text])
  addFilter(reading, filter, at, negated !== null)
  if (!column && table && target === undefined)
    note(reading, (say) => say.readWordAs(item.text, say.member(reference.column.label, reference.table.label)), 0.5)
  if (column && target !== undefined) takeColumn(reading, target)
  takeNegation(reading, negated)
  take(reading, at, at + 1, 'filter')
  return at + 1
}

/** "Papers by 'Ada Lovelace'": of the only table whose rows have a first and a last name, where one of the two is known, the table is named or it stands behind "by". */
function personOf(reading: Reading, at: number, named: LayerTable | null): FilterCondition[] | null {
  const text = reading.items[at]?.text ?? ''
  const [first = '', last = ''] = text.split(' ')
  const [person, ...others] = reading.lexicon.layer.tables.filter((table) => !table.isHidden && displayColumns(table).length === 2)
  const [given, family] = person ? displayColumns(person) : []
  if (!person || !given || !family || others.length > 0 || named === person || !/^\p{Lu}\S+ \p{Lu}\S+$/u.test(text)) return null
  const isKnown = given.sampleValues.includes(first) || family.sampleValues.includes(last)
  const isTold = isKnown || reading.tables.some(({ table }) => table === person) || wordAt(reading, at - 1) === 'by' || doForms.has(wordAt(reading, at - 1))
  return isTold ? nameParts({ table: person, column: given }, text) : null
}

/** A full name of a person whose first and last names are two columns. */
function nameParts({ table, column }: ColumnReference, text: string): FilterCondition[] | null {
  const [first, last, ...more] = text.trim().split(/\s+/)
  const [given, family] = displayColumns(table)
  if (first === undefined || last === undefined || more.length > 0 || !given || !family || (column !== given && column !== family)) return null
  return [condition({ table, column: given }, 'equals', [first]), condition({ table, column: family }, 'equals', [last])]
}
