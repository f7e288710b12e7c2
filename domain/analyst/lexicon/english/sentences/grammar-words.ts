import { wordSet } from '../forms/word-set.ts'

/** In front of what a request asks for: "can you please show". */
export const requestOpenings = wordSet('please can could would you i we to like want need now ok okay hi hello hey')

/** Ends of a ranking behind "the", that speak of how much and name nothing. */
export const plainEnds = wordSet('most least fewest')

/** Between two figures that are both asked for. */
export const figureJoints = wordSet('and vs versus with plus , & ? . :')

/** Between two columns that one noun behind the second names: "gross and net income". */
export const pairJoints = wordSet('and or to')

/** Words for the ends of a ranking of things that are told one by one. */
export const topWords = wordSet('top best worst bottom biggest leading')

/** Verbs behind "how" at the beginning of a question about how something goes. */
export const goingVerbs = wordSet('is are was were did do does has have')

/** "How is it called": a name is asked for. */
export const namingVerbs = wordSet('called named spelled spelt titled')

/** Behind which "how" asks for a number. */
export const numberWords = wordSet('many much often')

/** Nouns behind the name of a column whose header ends in a percent sign. */
export const percentNouns = wordSet('percentage percent rate')

/** Nouns of how large a part of something is so. Singular. */
export const partNouns = wordSet('percentage percent rate share proportion ratio fraction')

/** Words and signs that make a form of a question, and may not stand between two parts of one. */
export const formWords = wordSet('by per with than and or from to which what who , each ? . how many much when amount amounts value values')
