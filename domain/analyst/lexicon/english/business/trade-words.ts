import { wordList, wordSet } from '../forms/word-set.ts'
import { auxiliaries } from '../sentences/function-words.ts'

// Buying and selling

/** "Tracks sold", "rooms booked": what was done with goods. */
export const tradeParticiples = wordSet('sold bought purchased ordered rented booked')

/** "Who bought the most", "which product sells best". */
export const tradeVerbs = wordSet(tradeParticiples, 'sell sells buy buys purchase purchases')

/** "Best selling tracks", "best sellers": what stands behind "best" or "most" for goods by the number that was sold. */
export const sellingWords = wordSet(tradeParticiples, 'selling sellers')

/** "Who spent the most". */
export const spendVerbs = wordSet('spent spend spends paid')

/** What a business does with the money that goes out. */
export const outgoingVerbs = wordList('spend spent spending pay')

/** "How much did we make": verbs of what a business takes in. */
export const takingVerbs = wordSet('sell sold make made earn earned')

/** The business whose data is asked: "how much did our company earn". */
export const ownBusiness = wordSet('we our the company')

/** What may stand between what is traded and the verb: "how many tracks did we sell", "how much money was spent". */
export const beforeTradeVerb = wordSet(auxiliaries, ownBusiness, 'money')

// What was taken in

/** Nouns for what a business took in, singular. */
export const revenueNouns = wordSet('revenue sale turnover taking earning spending')

/** Nouns behind "sales" that leave its meaning as it is, singular: "sales volume". */
export const salesAmountNouns = wordSet('amount value volume figure revenue total number')

/** Nouns behind "sales" that make it a name of something else, singular: "sales rep", "sales tax". */
export const salesCompounds = wordSet('rep representative person agent team order employee manager staff tax price')

/** Goods that are counted, whatever they are. */
export const pieceNouns = wordList('pieces units items copies')

/** Verbs that say no more of counted things than that somebody had them: "how many calls did each agent get". */
export const lightVerbs = wordList(
  'bring brings brought get gets got have had make made take takes took do did handle handled generate generates generated give gave cause caused account see saw',
)

/** Nouns for goods that are counted, singular: "units sold". */
export const tradedUnits = wordSet('unit piece copy')

/** Nouns for what a customer buys at once: "average order value". */
export const orderNouns = wordSet('order basket cart invoice transaction purchase sale ticket booking')

/** Rows that are money themselves: "invoices over 500" are those of more than so much. */
export const dealNouns = wordSet(orderNouns, 'bill receipt payment deal donation fine fee expense refund loan rental hire stay trip job repair claim')

/** Nouns behind one of `orderNouns` for what it comes to. */
export const orderValueNouns = wordSet('value size amount worth total')

/** Words before customers or goods for an end of a ranking by money or number, and the order of rows they ask for. */
export const bestWords: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...wordList('best top most highest').map((word): [string, 'desc'] => [word, 'desc']),
  ...wordList('worst least lowest').map((word): [string, 'asc'] => [word, 'asc']),
])

/** Those of `bestWords` that need nothing by which to rank: "our best customers". */
export const bestOnes = wordSet('best top worst')

/** "Our biggest customers": words that mean money of those who pay. */
export const biggestOnes: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...wordList('biggest largest').map((word): [string, 'desc'] => [word, 'desc']),
  ['smallest', 'asc'],
])

/** Prepositions and relatives behind the ranked noun that tell by what is ranked, or among which: "our best customers by revenue". */
export const rankingContexts = wordSet('by with in based for per who that of')

/** Those of `rankingContexts` that tell by what is ranked. */
export const rankedByWords = wordSet('by with based')

/** What may stand between a verb of trade and an extreme or a number: "spent a total of 40", "sold the most". */
export const beforeExtreme = wordSet('the a total of')
