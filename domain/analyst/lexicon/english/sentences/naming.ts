import { wordList, wordSet } from '../forms/word-set.ts'
import { clauseSigns, copulas, distributives, doForms, haveForms, indefiniteArticles, listJoints, ownerPrepositions } from './function-words.ts'
import { sortAdverbs } from './sorting.ts'

/** Words around a name of the data that tell whether it is meant as that name. */

/** Words that may stand inside a name that is told in another order: "the date they were formed" for "date formed". */
export const reorderedParticles = wordSet(copulas, 'of the a all each every for in they it when')

/** "Made a purchase": verbs before an article and a value that says of what kind a row is. */
export const rowMakingVerbs = wordSet(haveForms, doForms, 'made make makes received requested initiated')

/** What may follow "total" or "average" where it is the name of a column: "orders with a total over 30". */
export const behindColumnName = wordSet(
  'in per by for since is are more less greater higher over above below under between at equal larger lower smaller exceeding than exceeds with as using',
)

/** What opens a comparison behind "of": "an average of more than 5". */
export const comparisonOpeners = wordSet('more less at over under exactly above below')

/** Verbs of requests that may be names of the data, and what shows that they are verbs: "list the first names". */
export const commandVerbs = wordSet('list show report display find return name record')
export const behindCommand = wordSet(distributives, 'the all me us both')

/** Verbs behind "I": there it is a pronoun and no value. */
export const behindI = wordSet('want need like would wish have am can will')

/** Words before "ID" where it may be the state of Idaho. */
export const beforeStateCode = wordSet('in from state or (')

/** Verbs for bringing something into being that are also states of it: "how many tickets did they open". */
export const openingVerbs = wordList('open raise file log lodge place submit create issue post launch book send report request order')

/** Their past forms. */
export const openedVerbs = openingVerbs.map((verb) =>
  verb === 'log' || verb === 'submit' ? `${verb}${verb.at(-1)}ed` : verb.endsWith('e') ? `${verb}d` : `${verb}ed`,
)

/** States of what was opened and is not done yet, which nothing is in only because it once was opened. */
export const stateOfOpening = wordSet('open new active')

/** Prepositions behind "make" where it is a verb: "how many sales did each seller make in May". */
export const behindVerbOfMaking = wordSet('in on during over since this last next per by with yesterday today')

/** Verbs that with a noun of rows say no more than that there are such rows. */
export const plainDeeds = wordList('made make makes took take takes taken had have has got get gets did do does gave give')

/** What was done to something begins with how much of it, or which. */
export const objectOpenings = wordSet('more fewer less over under exactly only just no another')

/** Who does what is asked. */
export const askedPersons = wordSet('we they you people')

// "Order", "rank" and "purchase" as nouns or verbs

/** Words between which "order" and "rank" ask to sort. */
export const beforeSortVerb = wordSet([''], clauseSigns, 'and to you please then')

/** "Ascending order": words before "order" where it is a direction. */
export const orderDirections = wordSet(sortAdverbs, 'alphabetical')

/** What may stand between "order" and the direction or the axis: "order the results from low to high". */
export const sortParticles = wordSet('in by from the total number of result results them it')

/** Directions and axes by which something is sorted. */
export const sortWays = wordSet('x y asc desc ascending descending low high lowest highest smallest largest')

/** Words before "orders" or "purchases" where they are nouns: "the number of orders". */
export const beforeOrders = wordSet('of many total most fewest more fewer any no without their his her all placed made')

/** Nouns that are verbs too and by which people call rows whatever the label before them, in their plural and singular: "orders" are customer orders. */
export const verbalPlurals = wordSet('orders purchases')
export const verbalNouns = wordSet('order purchase visit question')

/** Words before one of `verbalNouns` where it is a noun: "placed an order". */
export const beforeVerbalNoun = wordSet(indefiniteArticles, 'any')

// Names with a part in common

/** Words before "money" that make it no name: "spent the most money". */
export const beforeMoney = wordSet('of much most least more less')

/** "Ratings between critics and viewers": what stands between a noun and the two things that share it. */
export const sharedNounLinks = wordSet(ownerPrepositions, 'between at')
export const sharedNounJoints = wordSet('and vs versus')

/** "The color code and the description": what stands between two names that share a part. */
export const sharedPartJoints = wordSet(listJoints, 'the')

/** "The codes of each budget type": what stands between what is asked for and whose it is. */
export const ownerLinks = wordSet('of for the each every all different')

// Spelling

/** Short words that are often misspelt by letters that changed places: "tahn". */
export const commonShortWords = wordList('how what who the is than that with from have has show list each many more most less and for of all')

/** "From Los Angeles (LAX)": words before a place whose code stands in brackets behind it. */
export const beforePlaceCode = wordSet('from to in at and or of for between via through')

/** What the first letter of initials stands for where they are a figure: "ASP" is the average sale price. */
export const figureInitials = new Map([
  ['A', 'average'],
  ['T', 'total'],
])

/** First letters of initials that count rows: "NOS" is the number of sales. */
export const countInitials: ReadonlySet<string> = wordSet('T N')

/** Nouns for one of those that the noun before tells: staff members, customer records. */
export const partNouns = wordSet('member person people record row entry item')
