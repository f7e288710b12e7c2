import { phraseList, wordList } from '../forms/word-set.ts'

/** Verbs of being there, and what rows of it are called, the likeliest first. */
export const comingVerbs = wordList('come comes came visit visits visited attend attends attended show showed here appeared')
export const comingLabels = phraseList(
  'check in;check-in;checkin;visit;attendance;entry;entrance;admission;appointment;encounter;booking;stay;session;lesson;treatment;consultation;class',
)

/** Verbs of what happens again and again, with what rows of it may be called besides. */
export const happeningNouns: ReadonlyMap<string, readonly string[]> = new Map([
  ['borrow', wordList('loan rental checkout')],
  ['borrowed', wordList('loan rental checkout')],
  ['complain', wordList('complaint ticket case')],
  ['complained', wordList('complaint ticket case')],
  ['ride', wordList('ride trip')],
  ['rode', wordList('ride trip')],
  ['stay', wordList('stay booking reservation')],
  ['stayed', wordList('stay booking reservation')],
  ['call', wordList('call ticket contact')],
  ['called', wordList('call ticket contact')],
  ['apply', wordList('application')],
  ['applied', wordList('application')],
  ['buy', wordList('purchase order sale')],
  ['bought', wordList('purchase order sale')],
  ['reply', wordList('reply response answer')],
  ['replied', wordList('reply response answer')],
  ['answer', wordList('answer reply response')],
  ['answered', wordList('answer reply response')],
  ['donate', wordList('donation gift')],
  ['donated', wordList('donation gift')],
  ['reserve', wordList('reservation booking')],
  ['reserved', wordList('reservation booking')],
  ['book', wordList('booking reservation')],
  ['booked', wordList('booking reservation')],
  ['hire', wordList('rental hire loan')],
  ['hired', wordList('rental hire loan')],
  ['bill', wordList('invoice bill')],
  ['billed', wordList('invoice bill')],
  ['charge', wordList('invoice charge bill')],
  ['charged', wordList('invoice charge bill')],
  ['subscribe', wordList('subscription')],
  ['subscribed', wordList('subscription')],
  ['enrol', wordList('enrolment enrollment registration')],
  ['enrolled', wordList('enrolment enrollment registration')],
  ['attend', wordList('attendance visit')],
  ['attended', wordList('attendance visit')],
  ['rate', wordList('rating review')],
  ['rated', wordList('rating review')],
  ['repair', wordList('repair service')],
  ['repaired', wordList('repair service')],
])

/** What is paid follows what happened, and tells nothing of when one is busy. */
export const settlingLabels = wordList('payment invoice bill refund payout fee charge receipt transaction')
