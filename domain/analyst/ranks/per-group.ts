import { distributives, prepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { prefersValue, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'

/** Marks a ranking as one for each group: "the two most popular artists per genre". */
export function readPerGroup({ draft, items, taken }: Reading): void {
  const { superlative } = draft
  if (!superlative || !('measure' in superlative.by) || superlative.isPerGroup) return
  const subject = items.findIndex((item) => tableOf(item) !== null)
  if (subject < 0 || tableOf(items[subject]) !== draft.focus) return
  // Only of what is ranked are there so many for each.
  const isRanked = taken.some((role, at) => role === 'superlative' && Math.abs(at - subject) <= 3)
  if (!isRanked) return
  // "The top 5 states … for each state" are five.
  const ranked = items.filter((item, at) => item.kind === 'name' && [at - 2, at - 1, at].some((near) => taken[near] === 'superlative')).map(({ stem }) => stem)
  superlative.isPerGroup = items.some((_, at) => {
    const each = items[at + (items[at]?.lower === 'per' ? 1 : 2)]
    return at > subject && isPerPhrase(items, at) && tableOf(each) !== draft.focus && !ranked.includes(each?.stem ?? '')
  })
}

function isPerPhrase(items: Reading['items'], at: number): boolean {
  const [word, next] = [items[at]?.lower ?? '', items[at + 1]?.lower ?? '']
  return word === 'per' || (prepositions.has(word) && distributives.has(next))
}

/** `the top artist by sales`: one, where the noun is one and what it is ranked by follows. */
export function usualTop(reading: Reading, at: number): number | null {
  const item = reading.items[at + 1]
  const isOne = ['top', 'bottom'].includes(wordAt(reading, at)) && item?.kind === 'name' && item.lower === item.stem && !prefersValue(reading, at + 1)
  return isOne && reading.items.some((_, later) => later > at + 1 && wordAt(reading, later) === 'by') ? 1 : null
}
