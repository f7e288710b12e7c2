import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { moneyFigures, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { payerLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { tablesOfKind } from '#domain/analyst/lexicon/english/business/kinds.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { staffTables } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { bestAndWorst } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { auxiliaries, doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { namingVerbs } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

/** Judgements, and what is no list: a question that asks how something is, or what of it, is not answered by its names. */

const lead = '^(?:so |and |but )*'
const asksHow = new RegExp(`${lead}how\\b(?!.*\\b${anyOf(namingVerbs)}\\b)`, 'i')
const asksYesOrNo = new RegExp(`${lead}${anyOf(auxiliaries)}\\b`, 'i')
const asksWhatOf = new RegExp(`${lead}what(?:'s)? ${anyOf(doForms)}\\b(.+)`, 'i')

/** Whether the names of rows are told where it is asked how they are, whether something holds, or what is done to the very rows: what do we pay our teachers. */
export function listsNames({ question, layer, cache, clock }: AnalysisInput, query: SemanticQuery): boolean {
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
  const isOfStaff = (word: string) => staffTables.has(word) || tablesOfKind.get(word)?.some((kind) => staffTables.has(kind)) === true
  return !labels.some((label) => payerLabel.test(label)) && labels.flatMap(wordsOf).some(isOfStaff)
}
