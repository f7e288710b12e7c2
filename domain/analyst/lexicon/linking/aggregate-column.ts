import type { Token } from '#domain/analyst/language/tokens.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { aggregatePhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { generalNouns } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { behindColumnName, comparisonOpeners } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'

export const aggregateWords = new Set(aggregatePhrases.map(([phrase]) => phrase).filter((phrase) => !phrase.includes(' ')))

/** Whether "total" or "average" is the name of a column here, because another aggregate stands before it or nothing that could be summed stands behind it. */
export function namesColumn(tokens: Token[], at: number, lexicon: Lexicon): boolean {
  const token = tokens[at]
  const columns = (token && lexicon.names.get(token.stem)?.columns) ?? []
  if (!columns.some(({ weight }) => weight >= 0.75)) return false
  const before = tokens[tokens[at - 1]?.lower === 'of' ? at - 2 : at - 1]?.lower ?? ''
  const after = tokens[at + 1]
  if (aggregateWords.has(before) || superlatives.has(before)) return true
  const next = tokens.slice(at + 1).find(({ lower }) => lower !== ',' && lower !== 'and')
  if (next !== after && aggregateWords.has(next?.lower ?? '')) return false
  if (after?.kind === 'word' && generalNouns.has(after.stem) && !lexicon.names.has(after.stem)) return true
  return (
    after?.kind !== 'word' ||
    behindColumnName.has(after.lower) ||
    (after.lower === 'of' && (tokens[at + 2]?.kind === 'number' || comparisonOpeners.has(tokens[at + 2]?.lower ?? '')))
  )
}
