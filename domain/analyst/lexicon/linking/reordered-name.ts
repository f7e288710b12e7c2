import type { Token } from '#domain/analyst/language/tokens.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { aggregatePhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { reorderedParticles } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { bagOf, type Lexicon, type Meaning } from '#domain/analyst/lexicon/lexicon.ts'
import { weakened } from '#domain/analyst/lexicon/meaning.ts'

const aggregates = new Set(aggregatePhrases.map(([phrase]) => phrase))

function isLittle(word: string): boolean {
  return (fillers.has(word) && word !== 'name' && !/(?:ed|ing)$/.test(word)) || determiners.has(word) || negations.has(word) || aggregates.has(word)
}

/** The meaning of a name whose words are said in another order: "the date they were formed" for "date formed". */
export function reorderedName(words: Token[], lexicon: Lexicon): Meaning | null {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last || words.length < 2 || words.length > 5 || words.some((token) => token.kind !== 'word')) return null
  if ([first, last].some((token) => reorderedParticles.has(token.lower) || token.isPossessive)) return null
  // "The height of the highest" is of what comes behind.
  if (superlatives.has(last.lower)) return null
  const said = words.filter((token) => !reorderedParticles.has(token.lower))
  if (said.length < 2 || said.some((token) => isLittle(token.lower) || (lexicon.names.get(token.stem)?.tables.length ?? 0) > 0)) return null
  const bag = bagOf(said.map((token) => token.stem).join(' '))
  const meaning = bag === null ? undefined : lexicon.bags.get(bag)
  return meaning && meaning.columns.length > 0 ? weakened(meaning, 0.8) : null
}

/** "Annual total premium" of what has an annual premium is the total of that. */
export function withAdverbsInPlace(tokens: Token[], { names }: Lexicon): Token[] {
  const at = tokens.findIndex(
    ({ lower }, index) =>
      grainWords.has(lower) &&
      tokens[index + 1]?.lower === 'total' &&
      (names.has(`${lower} ${tokens[index + 2]?.stem}`) || (names.has(lower) && !names.has(tokens[index + 2]?.stem ?? ''))),
  )
  const [adverb, total] = [tokens[at], tokens[at + 1]]
  return adverb && total ? tokens.toSpliced(at, 2, total, adverb) : tokens
}
