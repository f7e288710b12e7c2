import type { Token } from '#domain/analyst/language/tokens.ts'
import { superlatives } from '#domain/analyst/lexicon/english/adjectives.ts'
import { aggregatePhrases } from '#domain/analyst/lexicon/english/aggregates.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { generalNouns } from './head-nouns.ts'

export const aggregateWords = new Set(aggregatePhrases.map(([phrase]) => phrase).filter((phrase) => !phrase.includes(' ')))

/** What may follow "total" or "average" where they name a column. */
const behindColumn = new Set(
  'in per by for since is are more less greater higher over above below under between at equal larger lower smaller exceeding than exceeds with as using'.split(
    ' ',
  ),
)

/** Whether "total" or "average" is the column of that name here: behind another aggregate, or with nothing after it to take the aggregate of. */
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
    behindColumn.has(after.lower) ||
    (after.lower === 'of' &&
      (tokens[at + 2]?.kind === 'number' || ['more', 'less', 'at', 'over', 'under', 'exactly', 'above', 'below'].includes(tokens[at + 2]?.lower ?? '')))
  )
}
