import { wordList } from '../forms/word-set.ts'

/** How pleased people are, as it is said, and how columns that tell it are called. Singular. */
export const pleased = wordList('happy satisfied content pleased')
export const contentmentLabels = wordList('satisfaction happiness csat nps contentment')
export const markLabels = wordList('rating stars score')
