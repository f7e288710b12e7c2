import { wordSet } from './word-set.ts'

/** Plurals that no ending makes, with their singular. */
export const irregularPlurals = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    mice: 'mouse',
    feet: 'foot',
    teeth: 'tooth',
    indices: 'index',
    criteria: 'criterion',
  }),
)

/** Words that end as inflected ones do and are none. */
export const uninflectedWords = wordSet(
  'news series species status address class gross sales process business bus gas less this is was has does his its us yes data',
)
