import { wordSet } from './word-set.ts'

/** Nouns for a moment or a stretch of time in labels and questions: "in which year". */
export const dateNouns = wordSet('date time year day month dates years')
