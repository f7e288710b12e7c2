import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { otherMoneyWords, paymentNouns, saleNouns, undoneStates, unpaidStates } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { moneyOf } from '#domain/analyst/transactions/transaction-tables.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { conditionsIn, wordsOfLabel } from './query-parts.ts'

const mostStates = 12

/**
 * Revenue is what came in: the condition that leaves payments out that failed or were given back, and sales that were cancelled. Null where the question names a
 * state, splits by it or speaks of other money, and where the data tells no states.
 */
export function moneyReceived({ question, layer }: AnalysisInput, query: SemanticQuery): Filter | null {
  const names = new Set(query.measures.map(summedIn))
  const [name] = names
  const table = names.size === 1 ? layer.tables.find((item) => item.name === name) : undefined
  const state = table && stateOf(table)
  if (!table || !state || query.combine || tokenize(question).some(({ lower }) => otherMoneyWords.has(lower))) return null
  const isSaid = [...conditionsIn(query), ...query.dimensions].some((item) => item.table === table.name && item.column === state.column.name)
  return isSaid ? null : { table: table.name, column: state.column.name, operator: 'equals', values: state.kept }
}

/** The table whose money a measure adds up or averages. */
function summedIn(measure: QueryMeasure): string | null {
  if (!('aggregate' in measure) || (measure.aggregate !== 'sum' && measure.aggregate !== 'avg') || measure.filters) return null
  // How long it took to pay is no money.
  return JSON.stringify(measure.expression ?? null).includes('"duration"') ? null : (measure.table ?? null)
}

/** The column that tells whether a row brought money, with its values of those that did. */
function stateOf(table: LayerTable): { column: LayerColumn; kept: string[] } | null {
  const words = wordsOfLabel(table.label).map(singular)
  const lost = words.some((word) => paymentNouns.has(word)) ? unpaidStates : words.some((word) => saleNouns.has(word)) ? undoneStates : null
  if (!lost || !moneyOf(table)) return null
  for (const column of table.columns) {
    const { isHidden, sampleValues, distinct } = column
    const isWhole = distinct !== null && distinct <= mostStates && sampleValues.length >= distinct
    if (isHidden || !isWhole || !/\b(?:status|state)\b/i.test(column.label)) continue
    const kept = sampleValues.filter((value) => !lost.has(value.trim().toLowerCase()))
    if (kept.length > 0 && kept.length < sampleValues.length) return { column, kept }
  }
  return null
}
