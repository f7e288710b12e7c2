import { wordSet } from '../forms/word-set.ts'
import { shareWords } from '../meanings/shares.ts'

// Words that tell of a question what its figure is, word by word, where the rest of it is not understood.

/** An amount is asked for, and not how many there are. */
export const amountCues = wordSet('much total sum spend spent money')

/** Two things are set beside each other. */
export const comparingCues = wordSet('than and compare compared versus vs or between difference')

/** A part of a whole is asked for. */
export const shareCues = wordSet('share percent percentage proportion fraction')

/** "How many percent", "in percent": a share is asked for. */
export const beforeShares = wordSet('many much what which in as by a the')

/** How long something takes is asked for. */
export const lastingCues = wordSet(
  `long fast faster fastest quick quicker quickest quickly slow slower slowest soon late later
  delay delays duration time wait waits`,
)

/** Words that are heard for what a question asks, and name nothing of the data. */
export const spokenCues = wordSet(
  shareWords.keys(),
  shareCues,
  'per each every across than compare compared versus vs or more less between difference most least',
)

/** In front of what a figure is split by. */
export const splitCues = wordSet('by per each every across')

/** In front of what is asked for. */
export const askingCues = wordSet('which what whose')

/** In front of what is counted. */
export const countingCues = wordSet('many number count')

/** Words between those and a name: "how many of all our different customers". */
export const nameFillers = wordSet('the a an our my all different distinct of')

/** Verbs behind "how" that ask for no degree: how do we, and not how happy. */
export const plainAuxiliaries = wordSet('do does did is are was were has have')

/** Words in est that are no superlatives. */
export const plainInEst = wordSet('interest request forest guest invest')

/** Past forms of what somebody does that are called after no ending: who won. */
export const irregularDeeds = wordSet('lost won sold bought paid')

/** Words that say by themselves which of two places is meant: flights from Oslo. */
export const placeCues = wordSet('from to at into towards via between')
