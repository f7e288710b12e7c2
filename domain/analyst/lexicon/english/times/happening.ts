import { phraseList, wordList } from '../forms/word-set.ts'

/** Verbs of being there, and what rows of it are called, the likeliest first. */
export const comingVerbs = wordList('come comes came visit visits visited attend attends attended show showed here appeared')
export const comingLabels = phraseList('check in;check-in;checkin;visit;attendance;entry;entrance;admission;appointment;booking;stay;session')

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
])

/** What is paid follows what happened, and tells nothing of when one is busy. */
export const settlingLabels = wordList('payment invoice bill refund payout fee charge receipt transaction')
