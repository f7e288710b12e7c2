import { phraseList, wordSet } from '../forms/word-set.ts'
import { auxiliaries, haveForms, negatedAuxiliaries, subjectRelatives } from './function-words.ts'

/** Words of questions that put two sets of rows together: "both ... and", "... but not ...", "... except ...", "... or ...". */

/** A question without one of these is about one set. */
export const setWords = wordSet('both but except excluding or without')

/** What leaves rows out as "except" does. */
export const exceptionPhrases = phraseList(
  'other than;apart from;aside from;besides;save for;not counting;not including;without counting;without including;with the exception of;leaving out;leaving aside',
)

/** "In countries other than Spain": before the noun that says of what kind the values left out are. */
export const beforeKind = wordSet('in from to at via')

/** What opens a condition, so that a second one may take its place: "who taught in 2009 but not [in] 2010". */
export const conditionStarts = wordSet(subjectRelatives, haveForms, 'whose where with in for by from of')

/** Words around a denial behind "but": "but they do not have". */
export const denialParticles = wordSet(auxiliaries, 'they it')

/** Words that deny the second of two conditions. */
export const denials = wordSet(negatedAuxiliaries, 'not never no')

/** What may stand between "except" and the rows: "except for those the ...". */
export const exceptionParticles = wordSet('for those the ones these any')

/** "With more orders or fewer": comparatives behind "or" that join no conditions. */
export const amountComparatives = wordSet('more fewer less')

/** What joins a further condition behind "or": "in Rome or Paris and with a garden". */
export const furtherConditions = wordSet('and with that who')
