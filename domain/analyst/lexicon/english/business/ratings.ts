import { wordList, wordSet } from '../forms/word-set.ts'

/** In labels of what people say of how content they are. Singular. */
export const ratingLabels = wordSet('rating score star satisfaction csat feedback verdict nps mark')

/** Verdicts of those who are content, and of those who are not. */
export const goodVerdicts = wordSet('good great excellent positive satisfied happy like liked promoter recommended')
export const badVerdicts = wordSet('bad poor terrible negative dissatisfied unsatisfied unhappy dislike disliked detractor')

/** How content people are, as it is asked for. */
export const contentNouns = wordList('csat satisfaction contentment')

/** What people give by which they say how content they are. */
export const givenRatings = wordList('rating ratings review reviews score scores feedback marks')

/** "Happier with": who is more content, and who less. */
export const happierWords = wordList('happier happiest')
export const unhappierWords = wordList('unhappier unhappiest')
export const contentWords = wordList('happy satisfied content pleased')
export const discontentWords = wordList('unhappy dissatisfied unsatisfied displeased')

/** "Highest rated": by their marks, and not by how many there are. */
export const ratedEnds = wordSet('best worst highest lowest top bottom')
