import { determiners, prepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeKind, exceptionPhrases } from '#domain/analyst/lexicon/english/sentences/set-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

const before = new RegExp(`\\b${anyOf(exceptionPhrases)} (?=\\p{L}|["'“‘])`, 'giu')
const behindKind = new RegExp(`\\b(${anyOf(beforeKind)}) (?:${anyOf(determiners)} )?([a-z]{4,}) other than (?=\\p{L}|["'“‘])`, 'gu')

/** A question with one word for what is left out: "except" for "apart from" and the like before anything but a number, and "not in Spain" for "in countries other than Spain". */
export const withOneExcept = (question: string): string =>
  question
    .replace(behindKind, (whole, preposition: string, noun: string) => (prepositions.has(noun) ? whole : `not ${preposition} `))
    .replace(before, 'except ')
