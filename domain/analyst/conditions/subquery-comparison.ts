import { textOf } from '#domain/analyst/figures/figure-parts.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { aggregates } from '#domain/analyst/lexicon/english/business/measures.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { comparedFigures, comparedPronouns, comparedQuantifiers } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { determiners, ownerPrepositions, phraseEnds } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, skip, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { condition, partsOf, takeColumn } from './filter-parts.ts'

/** Takes a comparison with what another question would answer: `than the average price of rock tracks`, `than all instructors in Biology`, `than that of Texas`. */
export function readSubqueryComparison(
  reading: Reading,
  at: number,
  from: number,
  operator: FilterCondition['operator'],
  own: ColumnReference | null,
  columnAt: number | null,
): number {
  const end = clauseEnd(reading, from)
  const asked = own && askedFigure(reading, from, end, operator, own)
  const query = asked && reading.ask(asked)
  const single = query && onlyOne(query)
  if (!own || !single || addsUp(single, own, asked)) return 0
  reading.draft.filters.push({ ...condition(own, operator, []), values_from: { query: single } })
  takeColumn(reading, columnAt)
  take(reading, at, end, 'filter')
  return end
}

/** Whether the query of the other side would add up several rows: "than Anna" where several people are called Anna. */
function addsUp({ measures: [measure], filters }: SemanticQuery, { table }: ColumnReference, asked: string | null): boolean {
  if (!measure || !('aggregate' in measure) || measure.aggregate !== 'sum' || asksSum(asked ?? '')) return false
  const conditions = partsOf(filters)
  const isFixed = (name: string) => conditions.some((filter) => 'column' in filter && filter.table === table.name && filter.column === name)
  const names = displayColumns(table)
  const isWhole = names.length > 1 || names.every(({ distinct }) => distinct !== null && distinct === table.rows)
  return !(isWhole && names.every(({ name }) => isFixed(name)))
}

const asksSum = (question: string): boolean => labelWords(question).some((word) => Object.hasOwn(aggregates, word) && aggregates[word] === 'sum')

/** The index behind the last item of the clause that starts at an item. */
export function clauseEnd({ items, taken }: Reading, from: number): number {
  const end = items.findIndex((item, at) => at > from && (taken[at] !== null || (item.kind !== 'quoted' && item.kind !== 'name' && phraseEnds.has(item.lower))))
  return end === -1 ? items.length : end
}

const betweenNounAndCompared = wordSet(ownerPrepositions, comparedPronouns)
const behindQuantifier = wordSet(determiners, 'other')

/** The question whose answer is compared with, or null when nothing is left to ask. */
function askedFigure(reading: Reading, from: number, end: number, operator: string, { column }: ColumnReference): string | null {
  let at = skip(reading, from, comparedPronouns)
  if (comparedFigures.has(wordAt(reading, at))) return isWithin(at + 1, end) && isFree(reading, at) ? `What is the ${textOf(reading, at, end)}?` : null
  const label = column.label.toLowerCase()
  if (reading.items[at]?.meaning.columns.some((meaning) => meaning.column === column)) at++
  at = skip(reading, at, betweenNounAndCompared)
  // "More than all" is more than the highest, "more than some" more than the lowest.
  const quantifier = comparedQuantifiers.find(([words]) => words.every((word, index) => wordAt(reading, at + index) === word))
  if (quantifier) at = skip(reading, at + quantifier[0].length, behindQuantifier)
  const subject = textOf(reading, at, end)
  if (!quantifier)
    return reading.items.slice(at, end).some(({ values, kind }) => values.length > 0 || kind === 'quoted') ? `What is the ${label} of ${subject}?` : null
  const isMore = operator.startsWith('greater')
  if (!isMore && !operator.startsWith('less')) return null
  return `What is the ${(quantifier[1] === 'each') === isMore ? 'maximum' : 'minimum'} ${label} of ${subject}?`
}

function isWithin(at: number, end: number): boolean {
  return at < end
}

/** The query if it shows one thing only. */
export function onlyOne(query: SemanticQuery): SemanticQuery | null {
  const shown = [...query.dimensions, ...query.measures].filter((item) => !item.hidden)
  return shown.length === 1 ? { ...query, limit: 1 } : null
}
