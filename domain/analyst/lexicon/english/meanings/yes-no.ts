import { wordSet } from '../forms/word-set.ts'

/** Values that say yes of a row, and values that say no. */
export const yesValues = wordSet('true yes y 1 t')
export const noValues = wordSet('false no n 0 f')

/** Words in labels of such columns that say no more of them. */
export const flagLabels = wordSet('is has was flag')

/** In front of what such a column is called: what is not so. */
export const turningPrefixes = wordSet('un non in')
