import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { moneyFigures, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { payerLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { people } from '#domain/analyst/grammar/query/person-group.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { tablesOfKind } from '#domain/analyst/lexicon/english/business/kinds.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { peopleLabels } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { ofPeople } from '#domain/analyst/lexicon/english/meanings/column-kinds.ts'
import { partyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { staffTables } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { bestAndWorst } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { copulas, doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { goingVerbs, namingVerbs } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

/** Judgements, and what is no list: a question that asks how something is, or what of it, is not answered by its names. */

const lead = '^(?:so |and |but )*'
const asksHow = new RegExp(`${lead}how\\b(?!.*\\b${anyOf(namingVerbs)}\\b)`, 'i')
const asksYesOrNo = new RegExp(`${lead}${anyOf(copulas)} (?!there\\b)`, 'i')
const asksWhatOf = new RegExp(`${lead}what(?:'s)? ${anyOf(doForms)}\\b(.+)`, 'i')

/** Whether the names of rows are told where it is asked how they are, whether something holds, or what is done to the very rows: what do we pay our teachers. */
function listsNames({ question, layer, cache, clock }: AnalysisInput, query: SemanticQuery): boolean {
  const table = listedBy(query, layer)
  const text = question.trim()
  if (table === null) return false
  if (asksHow.test(text) || (query.filters === undefined && asksYesOrNo.test(text))) return true
  const rest = asksWhatOf.exec(text)?.[1]
  if (rest === undefined) return false
  return mentionsIn(tokenize(rest), lexiconOf(layer, cache), clock).some(
    ({ payload, link }) =>
      link >= leastNamed && ((payload.is === 'table' && payload.table.name === table) || (payload.is === 'value' && payload.ref.table.name === table)),
  )
}
const leastNamed = 0.6

/** Whether a query has not the form of an answer: names or how many there are in all in place of how they do, dates and kinds in place of who. */
export const isNoAnswer = (input: AnalysisInput, query: SemanticQuery): boolean =>
  listsNames(input, query) ||
  countsAll(input.question, query) ||
  tellsNoPerson(input.question, query, input.layer) ||
  judgesWorkers(input.question, query, input.layer)

const asksHowItGoes = new RegExp(`${lead}how(?:'s| ${anyOf(goingVerbs)}) `, 'i')

/** How they do and what is done to them is not how many of them there are. */
const countsAll = (question: string, { measures, dimensions, filters, having, combine }: SemanticQuery): boolean =>
  (asksHowItGoes.test(question.trim()) || asksWhatOf.test(question.trim())) &&
  measures.length > 0 &&
  measures.every((measure) => 'aggregate' in measure && measure.aggregate.startsWith('count')) &&
  !filters &&
  !combine &&
  dimensions.length + having.length === 0

const asksWho = new RegExp(`${lead}who(?:'s)?\\b`, 'i')
const mostKinds = 12
const ofPeopleLabel = wordPattern(ofPeople)

/** Who is not told by a date, nor by one of a few kinds that no word calls people: the status of a home. */
function tellsNoPerson(question: string, { dimensions }: SemanticQuery, layer: Layer): boolean {
  const shown = dimensions.filter(({ hidden }) => !hidden)
  if (shown.length === 0 || !asksWho.test(question.trim())) return false
  return shown.every(({ table, column, grain }) => {
    const held = columnOf(layer, table, column)
    const of = layer.tables.find(({ name }) => name === table)
    if (!held || !of || grain || held.semanticType === 'time') return true
    const isKey = of.primaryKey.includes(column) || displayColumns(of).includes(held)
    if (isKey) return !nameLabel.test(held.label) && !isPerson(of.label) && !of.columns.some(({ label }) => peopleLabel.test(label))
    return (ofPeopleLabel.test(held.label) || !isPerson(held.label)) && (held.distinct ?? mostKinds + 1) <= mostKinds
  })
}

/** As a word of its own: who owns is no home ownership. */
const someone = new RegExp(`\\b(?:${people.source})(?:s|y|ies)?\\b`, 'i')

const isPerson = (label: string): boolean => someone.test(label) || isOfStaff(label) || wordsOf(label).some((word) => partyLabels.has(word))
const nameLabel = /\bname\b/i
const peopleLabel = new RegExp(`^${anyOf(peopleLabels)}$`, 'i')

const isOfStaff = (label: string): boolean =>
  wordsOf(label).some((word) => staffTables.has(word) || tablesOfKind.get(word)?.some((kind) => staffTables.has(kind)) === true)

/** The table whose rows are listed by their names alone, in no order that tells anything. */
function listedBy({ measures, dimensions, having, limit, combine }: SemanticQuery, layer: Layer): string | null {
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const table = layer.tables.find(({ name }) => name === shown[0]?.table)
  if (!table || measures.length + having.length > 0 || limit !== undefined || combine) return null
  const names = new Set([...displayColumns(table).map(({ name }) => name), ...table.primaryKey])
  return shown.every((item) => item.table === table.name && names.has(item.column) && !item.grain) ? table.name : null
}

/** Whether the best of those who work for the owner of the data are told by money that nobody spoke of: who is the best of them is a judgement. */
export function judgesWorkers(question: string, { measures, dimensions, limit, order }: SemanticQuery, layer: Layer): boolean {
  const words = wordsOf(question)
  if (limit === undefined || !words.some((word) => bestAndWorst.has(word)) || words.some((word) => moneyWords.has(word))) return false
  const by = measures.find((measure) => 'name' in measure && measure.name === order[0]?.by) ?? measures[0]
  const isMoney = by !== undefined && moneyFigures(layer).some((figure) => isOf(by, figure))
  return isMoney && dimensions.some(({ table, column }) => isWorker(layer, table, column))
}

const isOf = (measure: SemanticQuery['measures'][number], figure: ReturnType<typeof moneyFigures>[number]): boolean =>
  figure.kind === 'column'
    ? 'table' in measure && measure.table === figure.ref.table.name && measure.column === figure.ref.column.name
    : figure.kind === 'named'
      ? 'measure' in measure && measure.measure === figure.measure.name
      : 'expression' in measure

function isWorker(layer: Layer, name: string, column: string): boolean {
  const table = layer.tables.find((item) => item.name === name)
  const labels = [table?.label ?? '', columnOf(layer, name, column)?.label ?? '']
  return !labels.some((label) => payerLabel.test(label)) && labels.some(isOfStaff)
}
