import { wordSet } from '../forms/word-set.ts'
import { clauseSigns, determiners, listJoints, ownerPrepositions, placePrepositions, sentenceEnds } from './function-words.ts'

/** Words and signs at which a part of a question ends, because something else is told from there on. */

/** "Revenue by city", "average over all years": a figure ends, and what it is split by begins. */
export const splitOpeners = wordSet('by per each every across over')

/** Participles of how rows are ordered or grouped: "sorted by name". */
export const orderingParticiples = wordSet('sorted ordered grouped')

/** What ends the words of a figure. */
export const figureEnds = wordSet(sentenceEnds, ';', splitOpeners, orderingParticiples)

/** What ends the two sides of a ratio: "ratio of A to B where ...". */
export const ratioEnds = wordSet(figureEnds, ', vary varies overall where differ')

/** What ends the name of the second date of a length of time. */
export const durationEnds = wordSet(figureEnds, ', ) for in where with')

/** What ends the rows of a share: "percentage of orders that were late, by month". */
export const shareEnds = wordSet(figureEnds, '( )')

/** What stands behind the words of a figure that end with the aggregate: "the fare sum per district". */
export const aggregateEnds = wordSet(figureEnds, listJoints, [''])

/** What stands behind a noun whose rows are meant: "the average order in May". */
export const rowsEnds = wordSet(aggregateEnds, 'for in of from with on among during made amount')

/** What stands behind a noun that nothing else ranks: a sign, a condition, or the next noun. */
export const rankingEnds = wordSet(sentenceEnds, ', in for during since from between last this overall', determiners)

/** What stands behind a count of what is listed: "the cities and the count". */
export const bareCountEnds = wordSet(clauseSigns, 'for of in and', [''])

/** Prepositions that may be left at the end when what stands behind them is cut off: "the ratio of A to B in [each region]". */
export const trailingPrepositions = wordSet(placePrepositions, ownerPrepositions)
