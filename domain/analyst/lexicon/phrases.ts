import { phraseKey } from '#domain/analyst/language/tokens.ts'
import {
  labelAbbreviations,
  labelJoints,
  labelUnits,
  spokenShortForms,
  tablePrefixes,
  vagueLabelWords,
} from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'

/** The singular words of a phrase, as names are looked up. */
export function nameKey(phrase: string): string {
  return phraseKey(phrase).split(' ').map(singular).join(' ')
}

/** All phrases for a label, each with a weight for how surely it names what is labelled: the label, its synonyms, variants, and parts of a label of several words (`billing country` is also a country). */
export function phrasesOf(label: string, synonyms: string[], name: string): { phrase: string; weight: number }[] {
  const words = nameKey(label).split(' ')
  const endings = words.slice(1).map((_, index) => ({ phrase: words.slice(index + 1).join(' '), weight: index + 2 === words.length ? 0.5 : 0.65 }))
  const beginnings =
    words.length > 2
      ? words.slice(1).map((_, index) => ({ phrase: words.slice(0, index + 1).join(' '), weight: 0.45 }))
      : words.slice(0, 1).map((phrase) => ({ phrase, weight: 0.4 }))
  const written = nameKey(name.replaceAll('_', ' '))
  const long = words.map((word) => labelAbbreviations.get(word) ?? word)
  const bare = labelUnits.has(words.at(-1) ?? '') && words.length > 1 ? words.slice(0, -1) : words
  const kept = words.length > 1 && tablePrefixes.has(words[0] ?? '') ? words.slice(1) : words
  const short = words.map((word) => spokenShortForms.get(word) ?? word).join(' ')
  const variants = [long, bare, kept, bare.map((word) => labelAbbreviations.get(word) ?? word), bare.map((word) => (word === 'mean' ? 'average' : word))]
  return [
    ...variants
      .map((variant) => variant.join(' '))
      .filter((phrase) => phrase !== words.join(' ') && !vagueLabelWords.has(phrase))
      .map((phrase) => ({ phrase, weight: 0.85 })),
    ...(short === words.join(' ') ? [] : phrasesOf(short, [], '')),
    { phrase: label, weight: 1 },
    ...(written === '' ? [] : [{ phrase: written, weight: 0.9 }]),
    ...synonyms.map((phrase) => ({ phrase, weight: 0.95 })),
    ...(words.length > 1 ? [...endings, ...beginnings] : []).filter(({ phrase }) => !vagueLabelWords.has(phrase) && !startsOrEndsSmall(phrase)),
  ]
}

function startsOrEndsSmall(phrase: string): boolean {
  const words = phrase.split(' ')
  return [words[0] ?? '', words.at(-1) ?? ''].some((word) => determiners.has(word) || labelJoints.has(word))
}
