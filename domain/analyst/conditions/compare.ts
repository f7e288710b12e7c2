import type { TimeMention } from '#domain/analyst/language/time.ts'
import { yearBefore } from '#domain/analyst/language/time-compare.ts'
import { compareWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import type { ColumnReference, GroupPart } from '#domain/analyst/reading/draft.ts'
import { type Reading, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { addFilter, condition } from './filter-parts.ts'

const order: Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']
const cyclic: Partial<Record<Grain, Grain>> = { month: 'month_of_year', quarter: 'quarter_of_year', day: 'day_of_month' }

/** Compares two periods: groups by period, or, where the question splits more finely, puts each part beside that of the year before. */
export function compareTimes(reading: Reading, { values }: TimeMention, reference: ColumnReference, at: number): void {
  const { draft } = reading
  reading.items.forEach((_, word) => {
    if (compareWords.has(wordAt(reading, word))) take(reading, word, word + 1, 'time')
  })
  const grain = grainOf(values[0] ?? '')
  const finer = draft.groups.find(
    (group): group is GroupPart => !('entity' in group) && group.column === reference.column && group.grain !== null && isFiner(group.grain, grain),
  )
  const [earlier = '', later = ''] = values
  if (finer && yearBefore(later) === earlier) {
    draft.compare = { column: reference.column, to: 'previous_year' }
    addFilter(reading, condition(reference, 'equals', [later]), at)
    return
  }
  addFilter(reading, condition(reference, 'equals', values), at)
  const part = finer?.grain ? cyclic[finer.grain] : undefined
  if (finer && part) finer.grain = part
  const isThere = draft.groups.some((group) => !('entity' in group) && group.column === reference.column && group.grain === grain)
  if (!isThere) draft.groups.push({ ...reference, grain })
}

/** How long the period is that a filter value stands for. */
export function grainOf(value: string): Grain {
  if (/^\d{4}$/.test(value)) return 'year'
  if (/^\d{4}-Q/.test(value)) return 'quarter'
  return /^\d{4}-\d{2}$/.test(value) ? 'month' : 'day'
}

function isFiner(one: Grain, other: Grain): boolean {
  return order.includes(one) && order.indexOf(one) < order.indexOf(other)
}
