import { rootOf } from '#domain/analyst/language/root.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { commonShortWords } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { operatorWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import { comparedVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import { editDistance } from '#domain/semantics/describe/nearest-names.ts'

const known: { has(word: string): boolean }[] = [comparedVerbs, fillers, negations, operatorWords, numberWords]

/** Tokens with a misspelt word of a name or of the grammar put right, where only one word of the data's names is so near. `isKnown` says what names something as it stands. */
export function withSpellingFixed(tokens: Token[], lexicon: Lexicon, isKnown: (token: Token) => boolean): Token[] {
  const shorts = new Map<string, string>()
  return tokens.map((token, at) => {
    const { kind, lower, stem } = token
    const turned =
      kind === 'word' && lower.length < 5 && !known.some((words) => words.has(lower)) && !isKnown(token)
        ? ((token.isCapitalised ? undefined : turnedOf(lower, commonShortWords)) ?? (isOfValue(lower, lexicon) ? undefined : turnedOf(lower, lexicon.words)))
        : undefined
    if (turned !== undefined) return { ...token, lower: turned, stem: turned, corrected: turned }
    const isPlain = kind === 'word' && lower.length > 4 && stem.length > 3 && !known.some((words) => words.has(lower))
    if (!isPlain || lexicon.words.has(stem) || isKnown(token)) return token
    const short = shortFor(tokens, at, lexicon) ?? shorts.get(stem)
    if (short !== undefined) {
      shorts.set(stem, short)
      return { ...token, lower: short, stem: singular(short), corrected: short }
    }
    const word = nearest(stem, lexicon.words)
    const plain = word === null && !token.isCapitalised && !isOfValue(lower, lexicon) ? slipOf(lower) : undefined
    if (plain !== undefined) return { ...token, lower: plain, stem: singular(plain), corrected: plain }
    if (word === null || isInflected(stem, word)) return token
    const beside = [`${tokens[at - 1]?.stem} ${word}`, `${word} ${tokens[at + 1]?.stem}`]
    // What is written like a name of its own may be one.
    if (token.isCapitalised && at > 0 && stem.length < 8 && !beside.some((name) => lexicon.names.has(name))) return token
    if (isOfValue(lower, lexicon)) return token
    return { ...token, lower: word, stem: singular(word), corrected: word }
  })
}

/** "Ins" of "insurance" where an `ins_type` is asked for: the one short form a column or table has for a word beside the others of its name. */
function shortFor(tokens: Token[], at: number, lexicon: Lexicon): string | undefined {
  const word = tokens[at]?.stem ?? ''
  const [before, after] = [tokens[tokens[at - 1]?.text === '-' ? at - 2 : at - 1], tokens[at + 1]]
  const found = new Set<string>()
  for (const short of lexicon.shorts) {
    if (!isShortFor(short, word)) continue
    const stem = singular(short)
    const beside = [`${before?.stem} ${stem}`, `${stem} ${after?.stem}`]
    if (beside.some((name) => lexicon.names.has(name) || lexicon.roots.has(name.split(' ').map(rootOf).join(' ')))) found.add(short)
  }
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

/** Whether a word begins with a short form that ends in a consonant, or keeps its consonants up to the last: `prem` and `pmt`. */
function isShortFor(short: string, word: string): boolean {
  if (word.length < short.length + 2 || word[0] !== short[0] || rootOf(word) === rootOf(short)) return false
  if (word.startsWith(short)) return /[^aeiou]$/.test(short)
  let from = 0
  for (const letter of short) from = word.indexOf(letter, from) + 1 || Number.POSITIVE_INFINITY
  return /^.[^aeiou]+$/.test(short) && /[^aeiou](?=[aeiou]*$)/.exec(word)?.[0] === short.at(-1) && Number.isFinite(from)
}

const grammar = [...fillers, ...negations, ...operatorWords].filter((word) => word.length > 3)
const letters = (word: string) => [...word].sort().join('')

/** "Si" is "is" and "tahn" is "than": a short word with two letters that changed places. */
function turnedOf(said: string, words: Iterable<string>): string | undefined {
  for (const word of words)
    if (word.length === said.length && word !== said && letters(word) === letters(said) && editDistance(said, word, 1) === 1) return word
  return undefined
}

/** The word of the grammar that was meant: two letters changed places, or one is wrong inside a long word. */
function slipOf(said: string): string | undefined {
  return grammar.find(
    (word) =>
      editDistance(said, word, 1) === 1 &&
      (letters(said) === letters(word) ||
        (Math.max(said.length, word.length) > 6 && said[0] === word[0] && said.slice(-2) === word.slice(-2) && !isInflected(said, word))),
  )
}

/** "Typically" is no misspelt "typical". */
function isInflected(stem: string, word: string): boolean {
  return stem === `${word}ly` || rootOf(word) === rootOf(stem)
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
