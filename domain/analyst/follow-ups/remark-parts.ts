import { politeRequests, remarkOpeners } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { amongPrepositions, rowPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { remarkVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { haveForms, plainArticles, subjectRelatives, thirdPersonPossessives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

/** Sources of regular expressions for the parts that remarks are made of. */

/** "Those", "them": rows that were shown. */
export const those = anyOf(rowPronouns)

/** "Of those", "ones": behind "which" or a rank. */
export const ofThose = `(?: ones?| of ${those})`

/** "Which of them ", "who ", with the space behind. */
export const whichOnes = `(?:which|who|what)${ofThose}? `

/** "What about ". */
export const about = '(?:what|how) about '

/** "Show me ". */
export const show = `${anyOf(remarkVerbs)}(?: me)? `

/** "Their". */
export const possessive = anyOf(thirdPersonPossessives)

/** "The ", "an ", "its ", or nothing. */
export const article = `(?:${anyOf(plainArticles, thirdPersonPossessives)} )?`

/** "That have", "with". */
export const thatHave = `(?:(?:${anyOf(subjectRelatives)} )?${anyOf(haveForms, ['with'])})`

/** "Of all of those". */
export const amongThose = `${anyOf(amongPrepositions)} (?:all )?(?:of )?${those}`

/** "And now, please", once or several times. */
export const openers = `(?:${anyOf(remarkOpeners, politeRequests)}\\b[,.!\\s]*)+`

/** What may stand behind the last word. */
export const end = '[?.!\\s]*$'
