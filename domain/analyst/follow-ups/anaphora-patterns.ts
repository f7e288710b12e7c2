import { politeRequests, remarkOpeners } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import {
  afterBareHowMany,
  afterTheseRows,
  amongPrepositions,
  askedAboutIt,
  beforeBareNames,
  beforeIt,
  howMeasures,
  peopleLabels,
  peopleNouns,
  peoplePronouns,
  personPronouns,
  placeVerbs,
  rowConditions,
  rowPointers,
  rowPrepositions,
  rowPronouns,
  rowQuestions,
} from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import {
  additions,
  countedBefore,
  greaterWords,
  inAllPhrases,
  lessWords,
  remarkVerbs,
  reorderVerbs,
} from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { smallNumbers } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { amountSuperlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { choiceWords, copulas, doForms, haveForms, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { amountComparatives } from '#domain/analyst/lexicon/english/sentences/set-words.ts'
import { calendarUnits } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { amongThose, possessive, those } from './remark-parts.ts'

/** Patterns of words that point to the rows of the answer before, each with an example. */

const have = anyOf(haveForms)
const each = `each(?: one| of ${those})?`
const among = `${anyOf(amongPrepositions, ['for'])} (?:all )?(?:of )?${those}`

/** What is said before the question itself: "great, thanks!" */
export const opening = new RegExp(`^(?:${anyOf(remarkOpeners)}\\b[,.!\\s]*)+`, 'i')

/** "Also show", "as well": more is to be shown beside what was. */
export const addition = new RegExp(`\\b${anyOf(additions)}\\b[,\\s]*`, 'gi')
export const addsMore = new RegExp(`\\b${anyOf(additions)}\\b|^(?:and|plus) ${possessive}\\b`, 'i')

/** "Sort [them]", "order ... by [their]": a pronoun there stands for the rows as they are. */
export const sorting = new RegExp(`\\b${anyOf(reorderVerbs)}\\s+$`, 'i')
export const sortingBy = new RegExp(`\\b${anyOf(reorderVerbs)}\\b.*\\bby\\s+$`, 'i')

/** "Who are they?", "list them": the rows themselves. */
export const bareRows = [
  new RegExp(`^${anyOf(rowQuestions)} ${anyOf(copulas)} ${anyOf(rowPronouns, personPronouns)}$`, 'i'),
  new RegExp(`^(?:${anyOf(politeRequests)} )?(?:please )?${anyOf(remarkVerbs, ['name'])}(?: me)? (?:all of )?${those}(?: all)?$`, 'i'),
]

/** "Of those, which", "which ones": rows are chosen among those shown. */
export const choosing = new RegExp(`^(?:${among}\\b.*?\\b(?:which|who)\\b|${anyOf(choiceWords)} (?:ones?|of ${those})\\b)`, 'i')
export const opensAmongThose = new RegExp(`^${amongThose}\\b`, 'i')

/** "What about their". */
export const aboutTheir = new RegExp(`^(?:what|how) about (?=${possessive}\\b)`, 'i')

/** "Of those, how many". */
export const amongThoseHowMany = new RegExp(`^${amongThose},? (?=how many\\b)`, 'i')

/** "How many are there in total?" */
export const howManyAreThere = new RegExp(`^how many(?: ${anyOf(countedBefore)})?(?: ${anyOf(inAllPhrases)})?$`, 'i')

/** "How many of them". */
export const howManyOfThem = new RegExp(`\\bhow many of ${anyOf(rowPronouns, ['the ones'])}\\b`, 'i')

/** "How many have an album": a verb or condition right behind "how many". */
export const howManyThat = new RegExp(`^how many (?=${anyOf(afterBareHowMany)}\\b)`, 'i')

/** "For each of them", at the end and at the beginning. */
export const forEachAtEnd = new RegExp(`\\b(?:for |of |in )?each (?:of ${those}(?: \\w+)?|one)$`, 'i')
export const forEachAtStart = new RegExp(`^for each of ${those}(?: \\w+(?=,))?`, 'i')

/** "Of those singers, which ones". */
export const amongThoseWhich = new RegExp(
  `^${anyOf(amongPrepositions, ['for', 'in'])} (?:all )?(?:of )?${those}(?: \\w+(?=,))?(?: ones)?,?\\s*${anyOf(rowQuestions)} (?:ones? )?(?=\\w)`,
  'i',
)
export const amongThoseRows = new RegExp(`^${among}(?: \\w+(?=,))?(?: ones)?,?\\s*`, 'i')

/** "Which has the most", "which has more than". */
export const whichHas = new RegExp(
  `^which (?=${have} (?:the ${anyOf(amountSuperlatives.keys())}|${anyOf(amountComparatives)}|at least|at most|no|any|an?)\\b)`,
  'i',
)

/** "Just the names", "show me the ids". */
export const onlyNames = new RegExp(`^(?:${anyOf(beforeBareNames)} ?)*(names?|ids?)(?: only)?$`, 'i')

/** "How many albums are there for each?" */
export const preposedEach = new RegExp(`(?: ${anyOf(copulas)}(?: there)?)? ${anyOf(rowPrepositions)} each$`, 'i')

/** "How many albums does each have?", "what does each cost?" */
export const howManyEach = new RegExp(`^(how many .+?) ${anyOf(doForms, ['has', 'have'])} ${each}(?: \\w+)?$`, 'i')
export const verbEach = new RegExp(`\\b(${anyOf(doForms, ['has', 'have'])}) ${each}(?= have$| has$| get$| cost$| weigh$|$)`, 'i')

/** "Which of them". */
export const whichOfThem = new RegExp(`^(which|what)(?: ones?| of ${those})\\b`, 'i')

/** "These five albums", "those". */
export const theseRows = new RegExp(`\\b(?:these|those) (?:(?:\\d+|${anyOf(smallNumbers)}) )?(?=[a-z])(?!${anyOf(afterTheseRows)}\\b)`, 'gi')
export const theseOnes = /\b(?:those|these)(?: ones)?(?=$|,)/gi
export const thoseThat = new RegExp(`\\b(?:${anyOf(rowPointers)}) (?=${anyOf(rowConditions)}\\b)`, 'gi')

/** "This album": not "this year". */
export const thisRow = new RegExp(`\\bthis (?=[a-z])(?!${anyOf(calendarUnits)}|is\\b)`, 'gi')

/** "Which have more sales than that?" */
export const moreThanThat = new RegExp(`\\b${anyOf(subjectRelatives)} ${have} (${anyOf(amountComparatives, ['higher', 'lower'])}) ([a-z ]+?) than that$`, 'i')

/** "Older than that", "above that". */
export const comparedWithThat = new RegExp(`\\b${anyOf(greaterWords, lessWords)} (?:than )?that$`, 'i')

/** "People": rows of a table of people, whatever it is called. */
export const people = new RegExp(`\\b${anyOf(peopleNouns)}\\b`, 'gi')
export const peopleLabel = new RegExp(`^${anyOf(peopleLabels)}$`, 'i')

/** "Who live there". */
export const there = new RegExp(`(?<=\\b${anyOf(placeVerbs)}) (?:in )?there$`, 'i')

/** "Their albums", "his own", "they". */
export const theirNoun = new RegExp(`\\b(?:his or her|${possessive}) (?=(\\w+))`, 'gi')
export const their = new RegExp(`\\b(?:his or her|${possessive})\\b(?: own)?`, 'gi')
export const they = new RegExp(`\\b${anyOf(peoplePronouns)}\\b`, 'gi')

/** "What is it": "it" is asked about. */
export const asksAboutIt = new RegExp(`^(?:${anyOf(askedAboutIt)}|how ${anyOf(howMeasures)})\\b.*\\b${anyOf(beforeIt)} it\\b`, 'i')
