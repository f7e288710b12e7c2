import { phraseList, wordSet } from '../forms/word-set.ts'
import { copulas, demonstratives, questionWords } from './function-words.ts'

/** Words by which a question says what it means by a phrase: "where the fill rate is defined as ...", "net, i.e. total minus fee". */

/** What opens a definition at the end of a question. */
export const definitionOpeners = phraseList('where;given that;assuming;note that;with')

/** "Is defined as", "calculated by". */
export const definitionParticiples = wordSet('defined calculated computed measured given determined')

/** Operators between the parts of a formula, as regular expressions. */
export const formulaOperators = '(?:times|divided by|multiplied by|minus|plus|\\*|/|\\+|-)'

/** Nouns before "of" that open a formula: "the percentage of". */
export const formulaNouns = wordSet('percentage percent proportion number count total sum average ratio share difference')

/** Those of `formulaNouns` that are said of rows or of a column. */
export const foldingNouns = wordSet('sum total average number count')

/** Words that are in no phrase that is defined. */
export const notDefined = wordSet(questionWords, copulas, demonstratives, 'it there return show list give')

/** Words behind which a phrase begins whose meaning is told: "what is the net, i.e. ...". */
export const beforeDefined = wordSet("the a an what what's is are was were show return give me find list calculate compute get and their its by")

/** Words and phrases in front of such a phrase that do not belong to it. */
export const notOfDefined = phraseList('the;is;are;a;an;show;return;give me;what;calculate;compute;find;list')

/** What stands behind the meaning of a phrase. */
export const behindDefinition = phraseList('for each;per;by;in the last;in the past')

/** Without a bracket or one of these, a question says nothing of what its phrases mean. */
export const glossCues = phraseList('ie;i.e;that is;as;by')
