import { phraseList, wordSet } from '../forms/word-set.ts'
import { drawVerbs } from './charts.ts'
import {
  auxiliaries,
  belongingWords,
  clauseEnds,
  containVerbs,
  determiners,
  groupPrepositions,
  ownerPrepositions,
  possessives,
  useVerbs,
} from './function-words.ts'

/** Asks for whole rows: "all information about". */
export const wholeRowPhrases = phraseList(
  `all information;all the information;all details;all the details;information is there;details are there;information do you have;information;details;info
  all columns;everything;all data;all fields;all attributes;all about`,
)

/** Asks to show rows and says no more, with "rows" for what they are called. */
export const allRowsRequest = /^(?:please )?(?:show|display)(?: me)? all(?: of)?(?: the)? rows$/

/** Nouns for the rows of a table as such. */
export const rowNouns = wordSet('record records entry entries row rows occurrence occurrences instance instances')

/** Words in labels of columns that hold a number of something: "access count". */
export const numberNouns = wordSet('number num count')

/** Nouns that ask for a number of rows: "the number of", "the amount of". */
export const quantityNouns = wordSet('number numbers count amount')

/** "More than [the total number of their] orders": what may stand before rows that are counted. */
export const beforeCounted = wordSet(determiners, quantityNouns, belongingWords, 'total other separate existing such')

/** "The most copies": nouns for pieces that rows stand for. */
export const pieceNouns = wordSet('items copies units pieces')

/** How often something happened, in a word. */
export const occasions: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])

/** Asks how often something happened. */
export const timesPhrases = phraseList('how many times;the number of times;number of times;the count of times;count of times')

/** Asks how many rows there are, whatever they are called: "count of records", "how many". Longer phrases come first. */
export const rowCountPhrases = phraseList(
  `number of rows;number of records;number of entries;count of rows;count of records;count rows;count records;row count;record count;rowcount;frequency
  total number;total count;count;number;how many`,
)

/** Before a number that its rows bear: "by number of cylinders". */
export const numberOfPhrases = phraseList('number of;numbers of;count of;number for')

/** Nouns at the end of labels that are also words of any question: "the order details". */
export const plainColumnNouns = wordSet('details information amount total value result')

/** Between a list of columns and the rows beside them: "and their respective departments". */
export const beforeListedRow = wordSet(possessives, belongingWords, 'the of')

/** Labels of keys end in these: "invoice number". */
const keyNouns = wordSet('id ids code codes number numbers key keys')

/** Whether a label or a name ends as those of keys do: "invoice number". */
export const isKeyLabel = (label: string): boolean => keyNouns.has(label.toLowerCase().split(' ').at(-1) ?? '')

/** Behind a request for all there is to know: "information about". */
export const aboutPrepositions = wordSet('about of for on in from regarding')

/** What stands before a count that says nothing of whose: "show the count", "plot their number". */
export const beforeRowCount = wordSet([''], clauseEnds, drawVerbs, possessives, 'the chart axis vs me of by with as')

/** What stands behind a count that says nothing of whose: "the count by country". */
export const behindRowCount = wordSet([''], clauseEnds, groupPrepositions, ownerPrepositions, 'to as with vs versus against based sort list rank')

/** "The phone is missing": says that a column holds nothing. */
export const emptyWords = wordSet('empty missing null unknown blank unspecified')

/** Columns of an amount of money or pieces end in these: "grand total". */
const amountNouns = wordSet('amount total price cost value')
const amountAdjectives = wordSet('total grand full')

/** Whether a label says no more than that its column holds an amount: "grand total". */
export function isAmountLabel(label: string): boolean {
  const words = label.toLowerCase().split(' ')
  return words.length < 3 && amountNouns.has(words.at(-1) ?? '') && words.slice(0, -1).every((word) => amountAdjectives.has(word))
}

/** Pairs of values in a column that says yes or no. */
export const answerPairs: readonly (readonly [yes: string, no: string])[] = [
  ['1', '0'],
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
]

/** "Which cities do", "publishers whose": behind a column whose values are asked for, each once. Not behind "who": people are told one by one. */
export const behindSharedValue = wordSet(auxiliaries, containVerbs, useVerbs, 'that which whose where with without in')
