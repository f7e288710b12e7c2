import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Values that say yes of a row, and values that say no. */
export const yesValues = wordSet('true yes y 1 t')
export const noValues = wordSet('false no n 0 f')

/** Words in labels of such columns that say no more of them. */
export const flagLabels = wordSet('is has was flag')

/** In front of what such a column is called: what is not so. */
export const turningPrefixes = wordSet('un non in')

/** Words beside a goal, limit or promise that say it was kept, and such as say it was not: "met the target", "a breach of the target". Singular. */
export const keepingWords = wordList('met meet made make kept keep hit achieved achieve reached reach fulfilled fulfil within')
export const missingWords = wordList('missed miss breached breach broke broken break failed fail failure violated violate violation exceeded outside')

/** What is said of rows that are not what such a column is called. */
export const opposites: ReadonlyMap<string, readonly string[]> = new Map([
  ['on time', phraseList('late;delayed;overdue;not on time')],
  ['in stock', phraseList('sold out;out of stock;unavailable')],
  ['paid', phraseList('unpaid;outstanding;owed')],
  ['new', phraseList('returning;existing;repeat')],
  ['weekend', phraseList('weekday;working day')],
  ['full time', phraseList('part time')],
  ['indoor', phraseList('outdoor;outdoors')],
  ['active', phraseList('inactive')],
])
