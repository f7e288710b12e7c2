import { phraseList, wordSet } from '../forms/word-set.ts'
import { copulas, demonstratives, doForms, haveForms, thirdPersonPossessives } from '../sentences/function-words.ts'
import { remarkVerbs } from './remark-words.ts'

/** Words by which a remark points to the answer before: "those", "the others", "how many do they have". */

/** Pronouns for rows that were shown: "which of those". */
export const rowPronouns = wordSet('those these them')

/** "Sort it", "plot that": pronouns for the answer before as a whole. */
export const wholeAnswer = wordSet('it them that this')

/** Pronouns for the answer before: "split it by city". */
export const answerPronouns = wordSet(demonstratives, 'it them')

/** Pronouns for one row that was shown: "how many does he have". */
export const personPronouns = wordSet('it he she they')

/** All words that can only be read with the answer before. */
export const pointingWords = wordSet(thirdPersonPossessives, demonstratives, personPronouns, 'them him one ones other others rest same too also again instead')

/** Pronouns of the third person in any case. */
export const thirdPersonPronouns = wordSet(thirdPersonPossessives, personPronouns, 'theirs hers them him')

/** Nouns for the answer before: "the results", "this list". */
export const answerNouns = wordSet('list table result results total totals figure figures number numbers query answer report')

/** Nouns for rows of any kind: "the next rows". */
export const shownRows = wordSet('ones rows results entries')

/** Nouns behind "this" or "that" that point to no row: "this year", "that table". */
export const unpointedNouns = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'morning',
  'table',
  'database',
  'data set',
  'dataset',
  'data',
  'list',
  'file',
  'system',
  'app',
]

/** "The others", "the rest of them": rows that were not shown. */
export const otherRows = phraseList('others;other ones;rest;rest of them;rest of those;rest of these;remaining;remaining ones;remainder')

/** "Of those, which": prepositions before rows that were shown. */
export const amongPrepositions = phraseList('of;among;amongst;out of;from')

/** "Those with an album": words that tell which rows are meant, so that "those" points to none before. */
export const rowConditions = wordSet('who with in from that whose having which')

/** `rowConditions`, and what else may stand behind "those" with the same effect. */
export const afterThose = wordSet(rowConditions, 'without of are were have has had where not')

/** `rowConditions`, and prepositions that compare: "those above 5". */
export const afterTheseRows = wordSet(rowConditions, 'above below for')

/** Verbs between what is asked of rows and a rank: "which city has the most". */
export const rankVerbs = wordSet(copulas, haveForms, 'got')

/** Those and others that may stand between: "which city did they get the most". */
export const groupRankVerbs = wordSet(rankVerbs, doForms, 'saw')

/** Verbs of the clause before which a pronoun is asked about: "what are their". */
export const askingVerbs = wordSet(copulas, doForms, 'have has had can')

/** Verbs of place before "there": "how many people live there". */
export const placeVerbs = wordSet('live lives living lived located based work works are is come from')

/** Words for people as such. */
export const peopleNouns = wordSet('persons people individuals')

/** Labels of columns that only people have. */
export const peopleLabels = phraseList(
  'age;sex;gender;first name;last name;given name;family name;surname;birth date;birth day;birthdate;birthday;date of birth',
)

/** "Which", "who": they ask which of the rows that were shown. */
export const rowQuestions = wordSet('which who what')

/** "Whose manager is", "where is": they ask for something of the rows that were shown. */
export const rowOwnerQuestions = wordSet('whose who where')

/** "Those", "the ones": rows that were shown, or rows that a condition behind tells. */
export const rowPointers = phraseList('those;these;the ones;ones')

/** "They": pronouns for several rows, or for one that is a person. */
export const peoplePronouns = wordSet('they them he she')

/** "For each", "in those": prepositions before rows that were shown. */
export const rowPrepositions = wordSet('for of in by from to at on with')

/** "How many have": what stands right behind "how many" where the rows are left out. */
export const afterBareHowMany = wordSet(haveForms, 'are were in with from per by did do for')

/** "What is it", "how old is it": what asks about a row that is called "it". */
export const askedAboutIt = wordSet('what which where when who')
export const howMeasures = wordSet('much many old long big far')
export const beforeIt = wordSet('is was does did has had')

/** "Show me just the [names]". */
export const beforeBareNames = wordSet(remarkVerbs, 'only just return me the all')

/** "Only the [suppliers with 3]": what may stand before the name of rows that were shown. */
export const beforeShownRows = phraseList('only;just;me;those;the;how about;what about')

/** "And", "with": words behind which a clause of its own begins. */
export const clauseLinks = wordSet('and that with whose')

/** "In that city", "of the same kind": what points to the value that was shown. */
export const sameRows = phraseList('that;this;those;these;the same')
