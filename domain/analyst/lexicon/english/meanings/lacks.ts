import { wordSet } from '../forms/word-set.ts'
import { negations } from '../sentences/particles.ts'

/** Words for what is not there: rows that have none of another table, or nothing in a column. */
export const lackWords = wordSet(
  negations,
  "missing lack lacks lacking nobody none no-one nothing haven't hasn't didn't don't doesn't isn't aren't wasn't weren't",
)

/** How often something was. */
export const timesWords = wordSet('once twice thrice times')
