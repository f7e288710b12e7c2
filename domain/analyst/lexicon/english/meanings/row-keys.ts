import { wordSet } from '../forms/word-set.ts'

/** The last word of a column that holds what tells rows apart: order id, invoice number. */
export const keyEndings = wordSet('id no number nr code key ref reference')
