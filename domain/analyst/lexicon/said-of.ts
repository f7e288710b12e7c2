import { countEndings } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { saidOfPeople, whoStems } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { anyOf } from './word-pattern.ts'

const person = new RegExp(`^(?:${anyOf(whoStems)}|\\w{3,}ant)$`)

/** Whether a word of a label only tells of whom a column says something: all guests are guests, whatever `is_repeated_guest` says of them, and no applicant is an `applicant_income` or an `applicant gender`. */
export function isSaidOf(column: LayerColumn, word: string): boolean {
  if (!person.test(word)) return false
  const words = column.label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const head = words.at(-1) ?? ''
  if (words.length < 2) return false
  if (head === word) return saysYesOrNo(column)
  return words[0] === word && (saidOfPeople.has(head) || (column.semanticType === 'measure' && isNumericType(column) && !countEndings.has(head)))
}

const saysYesOrNo = ({ distinct, sampleValues }: LayerColumn): boolean =>
  distinct !== null && distinct <= 2 && sampleValues.length > 0 && sampleValues.every((value) => isAnswer(value.trim().toLowerCase()))

const isAnswer = (value: string): boolean => yesValues.has(value) || noValues.has(value)
