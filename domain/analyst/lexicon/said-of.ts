import { kindEndings } from '#domain/analyst/lexicon/english/meanings/column-kinds.ts'
import { countEndings, flagVerbs } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { personNouns, saidOfPeople, whoStems } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { anyOf } from './word-pattern.ts'

const person = new RegExp(`^(?:${anyOf([...whoStems, ...personNouns])}|\\w{3,}ant)$`)

/** Whether a noun is one for people or those who act as such. */
export const isPersonWord = (word: string): boolean => person.test(word)

/** Whether a word of a label only tells of whom a column says something: all guests are guests, whatever `is_repeated_guest` says of them, and no applicant is an `applicant_income` or an `applicant gender`. */
export function isSaidOf(column: LayerColumn, word: string): boolean {
  const words = partsOf(column)
  const head = words.at(-1) ?? ''
  if (words.length < 2) return false
  // "Is beta feature" tells of a feature whether it is one.
  if (head === word && words.length > 2 && flagVerbs.has(words[0] ?? '') && saysYesOrNo(column)) return true
  if (!person.test(word)) return false
  if (kindOfPerson(column) === word) return true
  if (head === word) return saysYesOrNo(column)
  return words[0] === word && (saidOfPeople.has(head) || (column.semanticType === 'measure' && isNumericType(column) && !countEndings.has(head)))
}

const partsOf = ({ label }: LayerColumn): string[] => label.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** The last word of a label that tells a kind of what the words before it name, and not which one it is: the "type" of a customer type; null of any other label. */
export function kindEndingOf(column: LayerColumn): string | null {
  const words = partsOf(column)
  const last = words.at(-1) ?? ''
  return words.length > 1 && kindEndings.has(last) ? last : null
}

/** Of whom a column tells the kind: the customer of a customer type. */
export function kindOfPerson(column: LayerColumn): string | null {
  const before = kindEndingOf(column) === null ? undefined : partsOf(column).at(-2)
  return before !== undefined && person.test(before) ? before : null
}

/** Whether a column only says yes or no of its rows. */
export const saysYesOrNo = ({ distinct, sampleValues }: LayerColumn): boolean =>
  distinct !== null && distinct <= 2 && sampleValues.length > 0 && sampleValues.every((value) => isAnswer(value.trim().toLowerCase()))

const isAnswer = (value: string): boolean => yesValues.has(value) || noValues.has(value)
