import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { flowWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { isTransactionTable, moneyOf } from '#domain/analyst/transactions/transaction-tables.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Doubts } from './certainty.ts'

/**
 * Takes doubts away from readings of business words ("our best customers", "revenue by month"): their meaning was worked out from the tables of sales, so it is no
 * sign of an error that no word asks for a sum or that the ranking joins tables. The same holds for figures by a group and for charts, which need not name an aggregate.
 */
export function withoutSettled<Told extends Partial<Doubts>>({ draft, items, taken, lexicon }: Reading, query: SemanticQuery, doubts: Told): Told {
  const isDealt = draft.settled.length > 0
  const revenue = items.filter((item, at) => taken[at] !== null && isRevenue(item))
  const next = { ...doubts }
  if (isDealt) next.partners = 0
  if (isOneName(lexicon.layer, query)) next.groups = Math.min(1, doubts.groups ?? 0)
  if (query.dimensions.every((item) => item.hidden || item.grain !== undefined)) next.restated = 0
  // The second dearest is shown with its price.
  if (draft.superlative?.offset !== undefined) next.misnamed = Math.max(0, (doubts.misnamed ?? 0) - 1)
  if (draft.superlative?.isPerGroup) next.perGroup = 0
  next.faint = Math.max(0, (doubts.faint ?? 0) - revenue.reduce((sum, { meaning }) => sum + 1 - bestWeight(meaning), 0))
  return next
}

/** Whether the question asks for revenue, which the money of the transactions answers whatever its column is called. */
export function isRevenue({ stem, meaning }: Item): boolean {
  return flowWords.has(stem) && meaning.columns.some(({ table, column }) => isTransactionTable(table) && moneyOf(table)?.column === column)
}

/** A first and a last name are one. */
function isOneName(layer: Layer, { dimensions }: SemanticQuery): boolean {
  const shown = dimensions.filter((item) => !item.hidden)
  const table = layer.tables.find(({ name }) => name === shown[0]?.table)
  const names = table ? displayColumns(table).map(({ name }) => name) : []
  return shown.length === names.length && shown.every((item) => item.table === table?.name && names.includes(item.column))
}
