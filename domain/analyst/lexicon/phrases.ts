import { phraseKey } from '#domain/analyst/language/tokens.ts'
import { fillers } from '#domain/analyst/lexicon/english/fillers.ts'
import { determiners } from '#domain/analyst/lexicon/english/function-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'

/** The singular words of a phrase, as names are looked up. */
export function nameKey(phrase: string): string {
  return phraseKey(phrase).split(' ').map(singular).join(' ')
}

const vague = new Set([
  ...determiners,
  ...fillers,
  'id',
  'number',
  'first',
  'last',
  'date',
  'is',
  'has',
  'no',
  'min',
  'max',
  'average',
  'year',
  'unit',
  'start',
  'end',
  'to',
  'from',
])

const abbreviations = new Map(
  Object.entries({ max: 'maximum', min: 'minimum', avg: 'average', num: 'number', qty: 'quantity', pct: 'percentage', amt: 'amount', dept: 'department' }),
)
/** What people say for a word of a label. */
const shortForms = new Map([
  ['representative', 'rep'],
  ['telephone', 'phone'],
  ['information', 'info'],
])
/** At the beginning of a label they say what kind of table it is, not of what. */
const prefixes = new Set(['all', 'reference', 'lookup'])
/** At the end of a label they say how it is measured, not what it is. */
const units = new Set('f c mph inch mile km kg lb usd dollar eur euro m ms mm cm foot ft second minute hour'.split(' '))

/** A label with its synonyms, and the endings of a label of several words (`billing country` is also a country), each with how surely it names what is labelled. */
export function phrasesOf(label: string, synonyms: string[], name: string): { phrase: string; weight: number }[] {
  const words = nameKey(label).split(' ')
  const endings = words.slice(1).map((_, index) => ({ phrase: words.slice(index + 1).join(' '), weight: index + 2 === words.length ? 0.5 : 0.65 }))
  const beginnings =
    words.length > 2
      ? words.slice(1).map((_, index) => ({ phrase: words.slice(0, index + 1).join(' '), weight: 0.45 }))
      : words.slice(0, 1).map((phrase) => ({ phrase, weight: 0.4 }))
  const written = nameKey(name.replaceAll('_', ' '))
  const long = words.map((word) => abbreviations.get(word) ?? word)
  const bare = units.has(words.at(-1) ?? '') && words.length > 1 ? words.slice(0, -1) : words
  const kept = words.length > 1 && prefixes.has(words[0] ?? '') ? words.slice(1) : words
  const short = words.map((word) => shortForms.get(word) ?? word).join(' ')
  const variants = [long, bare, kept, bare.map((word) => abbreviations.get(word) ?? word), bare.map((word) => (word === 'mean' ? 'average' : word))]
  return [
    ...variants
      .map((variant) => variant.join(' '))
      .filter((phrase) => phrase !== words.join(' ') && !vague.has(phrase))
      .map((phrase) => ({ phrase, weight: 0.85 })),
    ...(short === words.join(' ') ? [] : phrasesOf(short, [], '')),
    { phrase: label, weight: 1 },
    ...(written === '' ? [] : [{ phrase: written, weight: 0.9 }]),
    ...synonyms.map((phrase) => ({ phrase, weight: 0.95 })),
    ...(words.length > 1 ? [...endings, ...beginnings] : []).filter(({ phrase }) => !vague.has(phrase) && !startsOrEndsSmall(phrase)),
  ]
}

function startsOrEndsSmall(phrase: string): boolean {
  const words = phrase.split(' ')
  return [words[0] ?? '', words.at(-1) ?? ''].some((word) => determiners.has(word) || smallWords.has(word))
}

/** Words that join others. */
export const smallWords = new Set(['of', 'in', 'on', 'at', 'to', 'for', 'from', 'by', 'with', 'and', 'or', 'as'])
