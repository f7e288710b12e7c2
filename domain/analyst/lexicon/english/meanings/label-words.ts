import { wordSet } from '../forms/word-set.ts'
import { fillers } from '../sentences/fillers.ts'
import { conjunctions, determiners } from '../sentences/function-words.ts'
import { grainAdverbs } from '../times/time-words.ts'

/** Words of labels by which tables and columns get further names, so that people need not say the label in full. Singular. */

/** Prepositions and conjunctions inside a label, "date of birth": no name begins or ends with one. */
export const labelJoints = wordSet(conjunctions, 'of in on at to for from by with as')

/** Words that are no name of a column by themselves, though its label begins or ends with them. */
export const vagueLabelWords = wordSet(determiners, fillers, 'id number first last date is has no min max average year unit start end to from')

/** Abbreviations in labels, with what people say. */
export const labelAbbreviations = new Map(
  Object.entries({ max: 'maximum', min: 'minimum', avg: 'average', num: 'number', qty: 'quantity', pct: 'percentage', amt: 'amount', dept: 'department' }),
)

/** Words of labels, with the shorter word people say. */
export const spokenShortForms = new Map(Object.entries({ representative: 'rep', telephone: 'phone', information: 'info' }))

/** First words of a table's label that say what kind of table it is, not what its rows are: "reference countries". */
export const tablePrefixes = wordSet('all reference lookup')

/** Last words of a column's label that say in which unit it is measured: "temperature f". */
export const labelUnits = wordSet('f c mph inch mile km kg lb usd dollar eur euro m ms mm cm foot ft second minute hour')

/** Last words of a table's label that say how often rows are added: "prices daily". */
export const labelFrequencies = wordSet(grainAdverbs, 'hourly')

/** Prepositions at the end of a label behind a participle: "referred by", "checked out at". */
export const labelPrepositions = wordSet('by on at in to from')

/** Nouns in labels of references that do not say what is referred to. */
export const plainLabelNouns = wordSet('id name date year')

/** Last words of labels of numbers that are years: "year founded". */
export const foundingLabels = wordSet('date founded built opened established since')

/** Nouns behind a column's name that add nothing to it: "snatch score" of a column called snatch. */
export const generalNouns = wordSet(
  'score value amount level time title rate figure size status code total point rating measurement price cost fee date percentage ratio field attribute column',
)

/** Nouns behind the name of a column of classes that add nothing to it: "meal plan" of a column of meals. Singular. */
export const classHeads = wordSet('type kind category class plan option choice variety style sort method mode group segment tier label version scheme field')

/** Nouns behind the name of a figure that add nothing to it: "sunshine reading". Singular. */
export const figureHeads = wordSet('reading measurement observation value figure level amount score field')

/** Nouns behind what rows are that only say that there are many of them: "customer base". Singular. */
export const rowHeads = wordSet('base list roster register portfolio pool population community')

/** Nouns for who has what is said before: "card holders". Singular. */
export const holderNouns = wordSet('holder bearer')

/** Nouns for a group of people, behind which "members" adds nothing: "staff members". */
export const collectiveNouns = wordSet('staff crew faculty personnel cast')

/** Last words of the labels of tables that say nothing of what their rows are. Singular. */
export const sheetNouns = wordSet('data datum info information list table sheet record detail log entry dataset file history master main fact dim')

/** Last words of labels of tables that say no more than that it is one: a sales order header is an order. Singular. */
export const wrappingNouns = wordSet('header master main fact dim data datum dataset table sheet')

/** Labels of what rows are by kind, singular: the role of somebody, the category of a product. */
export const classLabels = wordSet(
  'role position job title occupation profession function type kind category class species breed genre section cuisine specialty speciality trade',
)
