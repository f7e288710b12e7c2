import { conditionOpeners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

const farthest = 5

/** The table right before a rank or a count that its rows are ranked by: instructors in "the building of the instructor who teaches the most courses". */
export function rankedOwner({ items, taken }: Reading): LayerTable | null {
  const rank = taken.findIndex((role) => role === 'superlative' || role === 'having')
  let isJoined = false
  for (let at = rank - 1; at >= Math.max(0, rank - farthest); at--) {
    const item = items[at]
    const table = tableOf(item)
    if (table || item?.kind === 'sign') return isJoined ? table : null
    isJoined ||= conditionOpeners.has(wordAt({ items } as Reading, at))
  }
  return null
}
