import { operatorWords } from '#domain/analyst/certainty/confidence.ts'
import { comparedVerbs } from '#domain/analyst/language/compared-verbs.ts'
import { rootOf } from '#domain/analyst/language/root.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { fillers, negations } from '#domain/analyst/language/words.ts'
import { singular } from '#domain/semantics/english.ts'
import { editDistance } from '#domain/semantics/nearest-names.ts'
import type { Lexicon } from './lexicon.ts'

/** Tokens with a misspelt word of a name put right, where only one word of the data's names is so near. `isKnown` says what names something as it stands. */
export function respelt(tokens: Token[], lexicon: Lexicon, isKnown: (token: Token) => boolean): Token[] {
  return tokens.map((token, at) => {
    const { kind, lower, stem } = token
    const isPlain = kind === 'word' && stem.length > 4 && !comparedVerbs.has(lower) && !fillers.has(lower) && !negations.has(lower) && !operatorWords.has(lower)
    if (!isPlain || lexicon.words.has(stem) || isKnown(token)) return token
    const word = nearest(stem, lexicon.words)
    // "Typically" is no misspelt "typical".
    if (word === null || stem === `${word}ly` || rootOf(word) === rootOf(stem)) return token
    const beside = [`${tokens[at - 1]?.stem} ${word}`, `${word} ${tokens[at + 1]?.stem}`]
    // What is written like a name of its own may be one.
    if (token.isCapitalised && at > 0 && stem.length < 8 && !beside.some((name) => lexicon.names.has(name))) return token
    if (isOfValue(lower, lexicon)) return token
    return { ...token, lower: word, stem: singular(word), corrected: word }
  })
}

/** The one word nearest to another: a letter away, or two of a long word. */
function nearest(stem: string, words: ReadonlySet<string>): string | null {
  const bound = stem.length >= 8 ? 2 : 1
  let best: { word: string; distance: number }[] = []
  for (const word of words) {
    if (word[0] !== stem[0] || Math.abs(word.length - stem.length) > bound) continue
    const distance = editDistance(stem, word, bound)
    const least = best[0]?.distance ?? bound
    if (distance < least) best = [{ word, distance }]
    else if (distance === least) best.push({ word, distance })
  }
  const [only, ...others] = best
  return only && others.length === 0 ? only.word : null
}

function isOfValue(word: string, { values }: Lexicon): boolean {
  for (const key of values.keys()) if (key.includes(word) && key.split(' ').includes(word)) return true
  return false
}
