import { wordSet } from '../forms/word-set.ts'

/** How a row of two sides ends for one of them. */
export type Outcome = 'won' | 'lost' | 'drawn'

export const outcomeWords: Readonly<Record<Outcome, ReadonlySet<string>>> = {
  won: wordSet('win wins won winning beat beats beaten victory victories defeated'),
  lost: wordSet('lose loses lost losing loss losses defeat defeats'),
  drawn: wordSet('draw draws drew drawn tie ties tied'),
}

/** What both sides of a row make, told by a figure of each: goals per match. */
export const scoreNouns = wordSet('goal goals point points score scores run runs scored')

/** A row of two sides, and words that say no more of it than that there was one. */
export const contestNouns = wordSet('match matches game games fixture fixtures')
export const contestVerbs = wordSet('play plays played playing end ends ended finish finishes finished have has had')
