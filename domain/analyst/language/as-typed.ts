import { anyRowNouns, shortForms, typed, typingWords } from '#domain/analyst/lexicon/english/forms/typing.ts'
import { isParticiple } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { plural, singular } from '#domain/semantics/describe/english.ts'
import { patternsOf } from './instructions.ts'

const rules = patternsOf(typed, typingWords)
/** What an option means is written by the analyst. */
const isOption = /, (?:meaning: |reading ")/
const anyRows = new RegExp(`(?:(\\p{L}+) )?\\b(${anyOf(anyRowNouns, [...anyRowNouns].map(plural))})\\b`, 'giu')
const leastMended = 7

/** A question as it would be written with care: with its apostrophes, without short forms and slips, and with what is asked for at its head. */
export function asTyped(question: string, lexicon: Lexicon): string {
  if (isOption.test(question)) return question
  const isKnown = (word: string) => lexicon.words.has(word) || lexicon.names.has(word) || lexicon.values.has(word)
  const words = question.replace(/(?<![\p{L}\d'’"“.@-])\p{L}+(?![\p{L}\d'’@])/gu, (said) => {
    const lower = said.toLowerCase()
    if (isKnown(lower)) return said
    return shortForms.get(lower) ?? mended(lower, lexicon) ?? said
  })
  return rules.reduce((text, [pattern, plain]) => text.replace(pattern, plain), withRowsNamed(words.trim(), lexicon))
}

/** "The gust readings" are the gusts, and "readings" alone the rows of the only table there is. */
function withRowsNamed(question: string, { names, words, layer }: Lexicon): string {
  const [table, ...others] = layer.tables.filter(({ isHidden }) => !isHidden)
  return question.replace(anyRows, (said, before: string | undefined, noun: string) => {
    const lower = noun.toLowerCase()
    if (words.has(singular(lower)) || names.has(singular(lower))) return said
    if (before && words.has(singular(before.toLowerCase()))) return before
    if (!table || others.length > 0) return said
    const label = table.label.toLowerCase()
    return `${before ? `${before} ` : ''}${singular(lower) === lower ? label : plural(label)}`
  })
}

/** The word of the data's names that is meant, where only vowels or doubled letters differ: "attendence", "repairrs". */
function mended(said: string, { words }: Lexicon): string | undefined {
  if (said.length < leastMended || isParticiple(said)) return undefined
  const one = singular(said)
  const skeleton = skeletonOf(one)
  const [only, ...others] = [...words].filter((word) => Math.abs(word.length - one.length) <= 2 && skeletonOf(word) === skeleton)
  return only === undefined || others.length > 0 || only === one ? undefined : one === said ? only : plural(only)
}

/** A word without doubled letters, with one sign for each vowel inside it. */
const skeletonOf = (word: string): string => word.replace(/(.)\1/g, '$1').replace(/(?<=.)[aeiou](?=.)/g, '*')
