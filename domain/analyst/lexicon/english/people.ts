import { wordSet } from './word-set.ts'

/** "Join the company": nouns for whom everybody of the data works for or belongs to. */
export const employerNouns = wordSet('company firm organization organisation business team group')
