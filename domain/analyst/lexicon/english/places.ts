import { wordSet } from './word-set.ts'

/** Nouns in labels of what answers "where". */
export const placeNouns = wordSet('location city town state province country address place region county continent')
