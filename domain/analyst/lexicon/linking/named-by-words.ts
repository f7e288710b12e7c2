import { rootOf } from '#domain/analyst/language/root.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { nounEndings } from '#domain/analyst/lexicon/english/forms/endings.ts'
import { isDoerOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Lexicon, Meaning } from '#domain/analyst/lexicon/lexicon.ts'
import { lookUpName } from '#domain/analyst/lexicon/look-up-name.ts'
import { bestWeight, weakened } from '#domain/analyst/lexicon/meaning.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import { reorderedName } from './reordered-name.ts'

export function nameOf(words: Token[], isPlain: boolean, lexicon: Lexicon): Meaning | null {
  const lower = words.map((token) => token.lower).join(' ')
  if (words.length === 1 && (negations.has(lower) || determiners.has(lower))) return null
  const phrase = words.map((token) => token.stem).join(' ')
  const known =
    lexicon.names.get(phrase) ??
    (isPlain
      ? null
      : (lookUpName(lexicon, phrase) ?? verbName(words, lexicon) ?? relatedName(words, lexicon) ?? shortName(words, lexicon) ?? reorderedName(words, lexicon)))
  // A filler such as "name" or "order" is a name only where the data source has one of that very name.
  return known && isPlain && bestWeight(known) < 0.75 ? null : known
}

/** "Horse power" is what is called horsepower, and "kilometers per hour" what is called kph: a name of letters that make no word. */
function shortName(words: Token[], lexicon: Lexicon): Meaning | null {
  const [only] = words
  if (only && words.length === 1) return partedName(only, lexicon)
  if (words.length < 2 || words.some((token) => token.kind !== 'word' || determiners.has(token.lower))) return null
  const joined = words.slice(1).flatMap(
    (_, at) =>
      lexicon.names.get(
        words
          .map((token, index) => (index === at ? token.lower : `${token.stem} `))
          .join('')
          .trim(),
      ) ?? [],
  )
  const meaning = joined[0] ?? lexicon.names.get(initials(words))
  return meaning && bestWeight(meaning) >= 0.9 ? weakened(meaning, 0.8) : null
}

/** "Follow-up" is what is called followup or follow up. */
export function hyphenatedName(part: Token[], lexicon: Lexicon): Meaning | null {
  const words = part.map((token) => token.stem)
  const isOne = part.length === 3 && words[1] === '-' && part.every(({ kind }, at) => kind === (at === 1 ? 'sign' : 'word'))
  return isOne ? (lexicon.names.get(`${words[0]}${words[2]}`) ?? lexicon.names.get(`${words[0]} ${words[2]}`) ?? null) : null
}

/** "Payload" is what is called pay load. */
function partedName({ kind, stem }: Token, lexicon: Lexicon): Meaning | null {
  for (let at = 3; kind === 'word' && at <= stem.length - 3; at++) {
    const meaning = lexicon.names.get(`${stem.slice(0, at)} ${stem.slice(at)}`)
    if (meaning && bestWeight(meaning) >= 0.9) return weakened(meaning, 0.9)
  }
  return null
}

function initials(words: Token[]): string {
  const letters = words.map((token) => token.lower[0]).join('')
  return words.length < 3 || /[aeiou]/.test(letters) ? '' : letters
}

/** "Bordering" speaks of what is called a border. */
function verbName([first, ...others]: Token[], lexicon: Lexicon): Meaning | null {
  const root = /^(.{3,})(?:ing|ed)$/.exec(first?.lower ?? '')?.[1]
  if (root === undefined || others.length > 0) return null
  for (const stem of [root, `${root}e`]) {
    const meaning = fillers.has(stem) ? undefined : lexicon.names.get(stem)
    if (meaning && bestWeight(meaning) >= 0.75) return weakened(meaning, 0.8)
  }
  return null
}

/** "Ranked" speaks of a ranking, "enrollments" of what is enrolled: words of one root. */
function relatedName(words: Token[], lexicon: Lexicon): Meaning | null {
  if (words.some((token) => token.kind !== 'word') || words.length > 3 || words.every((token) => fillers.has(token.lower))) return null
  const last = words.at(-1)?.lower ?? ''
  if (words.length > 1 && /(?:ed|ing)$/.test(last)) return null
  const meaning = lexicon.roots.get(words.map((token) => rootOf(token.stem)).join(' '))
  // Rides are not riders.
  const isDone = words.length === 1 && meaning?.tables.some(({ table }) => isDoerOf(singular(table.label.toLowerCase()), words[0]?.stem ?? ''))
  // Verbs and adjectives say what a condition is about; only a noun names what is asked for.
  return meaning && !isDone ? weakened(meaning, nounEndings.test(last) ? 0.7 : 0.5) : null
}
