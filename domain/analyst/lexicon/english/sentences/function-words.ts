import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Words of closed classes, in small letters as `Item.lower` has them. The rooms look words up here and keep no lists of their own. */

// Before nouns

/** "A river". */
export const indefiniteArticles = wordSet('a an')

/** "The river", "an order". */
export const plainArticles = wordSet('the', indefiniteArticles)

/** "A publisher", "some order": before a noun for something that was not named before. */
export const indefiniteDeterminers = wordSet(indefiniteArticles, 'some')

/** "This order", "those rows". */
export const demonstratives = wordSet('this that these those')

/** "Their names": whose something is, said of people or things that were named before. */
export const thirdPersonPossessives = wordSet('its their his her')

/** "Our customers". */
export const possessives = wordSet('my our your', thirdPersonPossessives)

/** "The rivers", "all those rivers": determiners that say nothing of how rows relate to what is named before. */
export const phraseDeterminers = wordSet(plainArticles, 'all those any')

/** "Different cities": each value counts or is shown once. */
export const distinctWords = wordSet('different distinct unique')

/** What may stand between a preposition or verb and a noun and leaves open which rows are meant: "list [all of the different] cities". */
export const determiners = wordSet('the a an all any their its his her our some these those this that of various', distinctWords)

/** "For each city": one row for each. */
export const distributives = wordSet('each every per')

/** "The associated invoice": the rows that belong to what was named before. */
export const belongingWords = wordSet('respective corresponding associated related')

/** "Our company", "this shop": before what all of the data belongs to. */
export const ownDeterminers = wordSet('the our this')

/** Amounts without a number: "some orders", "any order". */
export const quantifiers = wordSet('all any both each either every few many more most much neither no none several some')

/** "The most orders": words before a noun that is counted, for an end of the ranking. */
export const countExtremes = wordSet('most least fewest')

// Verbs that carry no meaning of their own

/** "The price is 5". */
export const copulas = wordSet('is are was were')

/** All forms of "be". */
export const beForms = wordSet(copulas, 'be been being am')

/** "What did we sell". */
export const doForms = wordSet('do does did')

/** "Customers who have orders". */
export const haveForms = wordSet('have has had having')

/** "Customers who have orders", "cities with rivers": what rows have stands behind. */
export const havingWords = wordSet(haveForms, 'with')

/** "Customers who own two cars": verbs before a number of what rows have. */
export const haveVerbs = wordSet(havingWords, 'own owns took take takes taken')

/** "Names containing": verbs before a part of a text. */
export const containVerbs = wordSet('contain contains containing')

/** "Products that use". */
export const useVerbs = wordSet('use uses used')

/** "Customers with no phone", "without orders": right before what is not there. */
export const lackingWords = wordSet('without no lacking')

/** "Did not buy anything at all": says no more than the verb before. */
export const anythingWords = wordSet('anything any something at all')

/** "Only two": before a number that is meant as it is said. */
export const exactWords = wordSet('only exactly just')

/** "Which can seat 4". */
export const modals = wordSet('can could may might must shall should will would')

/** Verbs before the subject of a question or before another verb. */
export const auxiliaries = wordSet(beForms, doForms, haveForms, modals)

/** Auxiliaries with "not" in them. */
export const negatedAuxiliaries = wordSet(
  "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't",
)

// Negations

/** Words that turn a statement round; one that cannot be placed stops the answer. */
export const negations = wordSet(
  `not no never without neither nor none nobody except excluding exclude excludes excluded isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't
  can't cannot won't unless lacking lack lacks`,
)

/** "Countries except Spain", "neither of them": negations that leave rows out of a set instead of denying a verb. */
export const exclusions = wordSet('except excluding exclude excludes excluded neither nor unless')

// Pronouns

/** "I want", "how many did they order". */
export const subjectPronouns = wordSet('i we you he she it they')

/** "Show me", "list them". */
export const objectPronouns = wordSet('me us you him her it them')

/** Words for somebody who is not named. */
export const indefinitePeople = wordSet('anyone anybody someone somebody')

/** Words for all people of the data. */
export const everybodyWords = wordSet('everyone everybody')

/** "Orders that", "customers who": they open a clause about the noun before them. */
export const relatives = wordSet('that which who whom whose where')

/** "Customers that ...", "the city which ...": those of the relatives that are the subject of their clause. */
export const subjectRelatives = wordSet('that which who')

/** "Which cities": they ask which rows or values. */
export const choiceWords = wordSet('which what')

/** "Which month", "the month": before a period by which figures are told apart. */
export const definiteWords = wordSet('the', choiceWords)

/** "Where is", "when did", "how old": they ask for columns that are not named. */
export const questionAdverbs = wordSet('where when how')

/** All words that open a question. */
export const questionWords = wordSet('what which who whom whose where when why how')

/** "Customers who do not", "which have": before the verb of a clause about the noun before. */
export const beforeRelatingVerb = wordSet(subjectRelatives, doForms, "not don't doesn't didn't")

/** "States [that do not also] border": between rows and the verb that relates them. */
export const betweenSubjectAndVerb = wordSet(beforeRelatingVerb, auxiliaries, indefiniteArticles, 'also other then')

/** "Buy the", "have more than": before the object of a verb. */
export const objectOpeners = wordSet(plainArticles, countExtremes, 'more fewer less at no any other')

/** "Customers who have never opened": what may stand between who does something and the verb of it. */
export const behindDoer = wordSet(haveForms, "never not ever also already still just don't doesn't didn't haven't hasn't")

/** "Cities with", "names that": they open a condition on the noun before them. */
export const conditionOpeners = wordSet(relatives, haveForms, 'with without')

// Prepositions and conjunctions

/** "Orders in Berlin", "at the airport". */
export const placePrepositions = wordSet('in at within inside')

/** "The price of tracks", "the count for each": what a figure or column belongs to stands behind. */
export const ownerPrepositions = wordSet('of for from in on')

/** "Is in Berlin", "lies on the coast": where something is stands behind. */
export const locationPrepositions = wordSet(placePrepositions, 'from on')

/** "The average among all orders": which rows a figure is taken over stands behind. */
export const scopePrepositions = wordSet(ownerPrepositions, 'among across within')

/** "Albums by X", "routes through X": what is named behind is something else than what is named before. */
export const otherPrepositions = wordSet(scopePrepositions, 'by through along into via')

/** "Split by", "across": what a figure is grouped by stands behind. */
export const groupPrepositions = wordSet('by per across over')

/** Prepositions of place, time, means and belonging. */
export const prepositions = wordSet(
  'of in on at for to from with by into onto within inside outside among between through across along over under above below near via behind before after during toward towards against around about per as',
)

/** "Names and ids". */
export const conjunctions = wordSet('and or but')

/** What stands between the parts of a list: "names, ids and dates". */
export const listJoints = wordSet(', and')

/** "Red, and", "red but": between two conditions that hold both. */
export const clauseJoints = wordSet(listJoints, 'but')

/** What stands between values that are alternatives: "Berlin, Paris or Rome". */
export const valueJoints = wordSet(', and or')

/** Signs that end a sentence. */
export const sentenceEnds = wordSet('. ? !')

/** Signs that end a clause. */
export const clauseSigns = wordSet(', ; :', sentenceEnds)

/** What ends a clause: a sign or a conjunction. */
export const clauseEnds = wordSet(clauseSigns, conjunctions)

/** "Red versus blue", "red by blue": between values that are compared. */
export const versusWords = wordSet('vs versus against by')

/** "Logged in", "sold out": the second word of a verb. */
export const verbParticles = wordSet('in up out off')

/** "Run out", "sent back": behind a verb they make another one of it. */
export const phrasalParticles = wordSet('out up off down over back away')

/** "Registered [at the] branch": what may stand between a verb and its object. */
export const betweenVerbAndObject = wordSet(determiners, prepositions)

// Requests

/** Verbs that ask to show something: "list the names". */
export const showVerbs = wordSet('show list give find tell display get return retrieve provide report see select print fetch include')

/** Who is asked or for whom, and politeness: "please show me". */
export const politeness = wordSet('please pls kindly me us you i we')

/** Verbs that ask for an order of rows, and their participles: "sorted by name". */
export const sortVerbs = wordSet('sort sorts sorted sorting order ordered ordering rank ranked ranking arrange arranged arranging listed')

/** What ends a phrase: the end of its clause or a verb that sorts. */
export const phraseEnds = wordSet(clauseEnds, sortVerbs)

// Numbers in words

/** "Border no states", "like any": whether there is one or none. */
export const indefinitePhrases = phraseList('no;any;at least one;at least 1;some')

/** Ordinals from the first to the tenth, in order. */
export const ordinals = wordList('first second third fourth fifth sixth seventh eighth ninth tenth')
