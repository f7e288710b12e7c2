import { wordSet } from '../forms/word-set.ts'
import { correlationWords } from '../sentences/drawing-words.ts'

/** Words that ask whether two figures go together. */
export const relationWords = wordSet(
  correlationWords,
  'link linked relationship relation related connection connected depend depends affect affects influence influences mean means impact',
)
