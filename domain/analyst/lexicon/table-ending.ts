import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { nameKey } from './phrases.ts'

const shortestEnd = 5
const shortestBefore = 3

/** "Strikes" of the one table called `birdstrikes`: a name of two words written as one ends in what its rows are. */
export function endingIn(word: string, { tables }: Layer): LayerTable | null {
  if (word.length < shortestEnd || word.includes(' ')) return null
  const ends = ({ label, isHidden }: LayerTable) => {
    const key = nameKey(label)
    return !isHidden && !key.includes(' ') && key.endsWith(word) && key.length - word.length >= shortestBefore
  }
  const [table, ...others] = tables.filter(ends)
  return table && others.length === 0 ? table : null
}
