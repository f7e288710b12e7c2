import { whoStems } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'

const people: ReadonlySet<string> = new Set(whoStems)

/** Whether a word of a label that says yes or no only tells of whom: all guests are guests, whatever `is_repeated_guest` says of them. */
export function isSaidOf({ label, distinct, sampleValues }: LayerColumn, word: string): boolean {
  if (!people.has(word) || distinct === null || distinct > 2 || sampleValues.length === 0) return false
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const isAnswer = (value: string) => yesValues.has(value) || noValues.has(value)
  return words.length > 1 && words.at(-1) === word && sampleValues.every((value) => isAnswer(value.trim().toLowerCase()))
}
