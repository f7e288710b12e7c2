import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

// Stretches of time that a sheet gives a name of its own: semesters, terms, seasons, financial years.

/** Nouns for them, singular. */
export const termNouns = phraseList('semester;term;trimester;season;session;fiscal year;financial year;school year;academic year;tax year;budget year;fy')

/** Parts of a year by which terms are called, with their place in it and the month they begin in. */
export const termParts: ReadonlyMap<string, readonly [place: number, month: number]> = new Map([
  ['winter', [1, 1]],
  ['spring', [2, 1]],
  ['summer', [3, 5]],
  ['fall', [4, 8]],
  ['autumn', [4, 8]],
])

/** What numbers a part of a year: "Term 2 2023", "S1 2022". */
export const numberedParts = wordList('term semester trimester session half quarter t s h q')

/** What stands before a year of several kinds: "FY21". */
export const yearMarks = wordList('fy ay sy season year')

/** Which of them is meant from today. */
export const thisTermWords = wordSet('this current present')
export const lastTermWords = wordSet('last previous past prior preceding')
export const nextTermWords = wordSet('next coming upcoming')

/** A question with one of these compares already. */
export const comparingWords = wordSet('compare more less fewer')

/** What sets two of them beside each other. */
export const besideJoints = phraseList('compared to;compared with;vs;vs.;versus;against')

/** "This season than last": what may stand between two of them that are compared. */
export const termJoints = phraseList('than;than in;with;to;and;vs;vs.;versus;against;or')
