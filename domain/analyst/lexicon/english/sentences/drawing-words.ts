import { wordSet } from '../forms/word-set.ts'
import { plainArticles } from './function-words.ts'

/** Words for charts, where they are more than the name of one. */

/** Nouns and verbs that ask for a drawing: "plot the correlation". */
export const drawingWords = wordSet('scatter plot chart graph diagram draw show shows display visualise visualize')

/** What may stand between the beginning of a request and the noun that is shown: "please show me a chart of all". */
export const drawingOpeners = wordSet(plainArticles, 'show give display plot draw list me all of chart graph see view please split')

/** Words that ask for a correlation. */
export const correlationWords = wordSet('correlation correlations correlate correlates correlated')

/** Nouns of a question whether two figures belong together: "is there a link between price and rating". */
export const linkNouns = ['link', 'connection', 'relationship', 'relation', 'association']

/** Words for how strong a correlation is: the coefficient tells it, so that they are not left out. */
export const strengthWords = wordSet('strongly strong closely well correlated correlate correlates')
