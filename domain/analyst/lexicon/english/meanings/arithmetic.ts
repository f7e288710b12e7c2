import { wordSet } from '../forms/word-set.ts'
import { plainArticles, thirdPersonPossessives } from '../sentences/function-words.ts'

type Operator = '+' | '-' | '*' | '/'

/** Words and signs of multiplication and division; they bind before those of `sumOperators`. */
export const productOperators: [string, Operator][] = [
  ['times', '*'],
  ['/', '/'],
  ['*', '*'],
  ['×', '*'],
]

/** Words and signs of addition and subtraction. */
export const sumOperators: [string, Operator][] = [
  ['minus', '-'],
  ['less', '-'],
  ['-', '-'],
  ['plus', '+'],
  ['+', '+'],
]

/** What may stand before an operand: "price times its quantity". */
export const beforeOperand = wordSet(plainArticles, thirdPersonPossessives)
