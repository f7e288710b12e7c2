import { wordSet } from '../forms/word-set.ts'
import {
  beForms,
  conjunctions,
  copulas,
  determiners,
  haveForms,
  plainArticles,
  subjectPronouns,
  subjectRelatives,
  thirdPersonPossessives,
  valueJoints,
} from '../sentences/function-words.ts'

// Dates and what happened on them

/** Nouns for a moment or a stretch of time in labels and questions: "in which year". */
export const dateNouns = wordSet('date time year day month dates years')

/** Words of a label or a question that do not tell which of several dates is meant: "the date it was first made". */
export const plainDateWords = wordSet(
  plainArticles,
  beForms,
  haveForms,
  thirdPersonPossessives,
  subjectPronouns,
  subjectRelatives,
  'of when on in at to by date time day timestamp moment each one first last actual current made placed done until getting got get',
)

/** Verbs and participles, with the noun their date is called by: "payment date" of "paid". */
export const eventNouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paid: 'payment',
    sent: 'send',
    sold: 'sale',
    made: 'creation',
    born: 'birth',
    died: 'death',
    fired: 'termination',
    dismissed: 'termination',
    bought: 'purchase',
    began: 'start',
    begun: 'start',
    beginning: 'start',
    finished: 'end',
    ended: 'end',
    resolve: 'close',
    resolved: 'close',
    resolution: 'close',
    left: 'leave',
    logged: 'login',
  }),
)

/** States of what has not ended, with what the date of the end is called: "open tickets" have no closing date. */
export const unfinishedStates: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    open: ['closed', 'resolved', 'completed', 'finished', 'settled'],
    active: ['end', 'termination', 'cancelled', 'closed', 'left', 'leaving', 'expired', 'deactivated'],
    outstanding: ['paid', 'returned', 'settled'],
  }),
)

/** Words in labels of dates of birth. */
export const birthWords = wordSet('birth birthday birthdate born dob')

/** Words in labels of dates by which something should be done. */
export const dueWords = wordSet('due deadline promised promise expected required planned scheduled estimated target')

/** What is said of rows that are done with after or by their due date, or not yet. */
export const latenessPhrases: ReadonlyMap<string, 'greater_than' | 'less_or_equal' | 'open'> = new Map([
  ['late', 'greater_than'],
  ['delayed', 'greater_than'],
  ['on time', 'less_or_equal'],
  ['on - time', 'less_or_equal'],
  ['overdue', 'open'],
])

/** "Orders [were on] Monday": what may stand between a date and the time it is compared with. */
export const betweenDateAndTime = wordSet(determiners, copulas, 'in on at by between year dates')

/** "On Mondays", "not at weekends": before days of the week. */
export const dayPrepositions = wordSet('on during not over at')

/** "Mondays and on Fridays": between days of the week. */
export const dayJoints = wordSet(valueJoints, plainArticles, 'on')

// How long something takes

/** "Took more than 3 days", "lasted for 2 weeks". */
export const takeVerbs = wordSet('take takes took taken taking')
export const lastVerbs = wordSet('last lasts lasted lasting')

/** "30 days after", "2 weeks before": between a number of days and the date they are counted from. */
export const awayPrepositions = wordSet('after before from following')

/** Units that are counted in days, singular, with how many days they have. */
export const daysOfUnits: ReadonlyMap<string, number> = new Map([
  ['week', 7],
  ['fortnight', 14],
])

// States and trade

/** "Is not yet active": what may stand between a form of "be" and a state. */
export const stateAdverbs = wordSet('currently still already now no longer not never yet ever a an any in under')

/** "Paid yet", "is active so": what may stand behind a state that nothing follows. */
export const behindState = wordSet(conjunctions, 'yet per so now')

/** "Customers who bought": verbs of what customers do, in their usual forms. */
export const purchaseVerbs = wordSet('buy buys bought order orders ordered purchase purchased spend spent sold invoiced booked rented shopped')

/** Nouns in labels of tables with one row for each sale. Singular. */
export const tradeNouns = wordSet('invoice order sale purchase transaction booking rental')
