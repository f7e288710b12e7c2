import { certaintyOf } from '#domain/analyst/certainty/certainty.ts'
import { confidenceOf, unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { contradictionIn } from '#domain/analyst/certainty/doubts.ts'
import { doubtsOf } from '#domain/analyst/certainty/reading-doubts.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import { withOtherReference } from '#domain/analyst/queries/other-reference.ts'
import { withJoins } from '#domain/analyst/queries/settle-joins.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** What a phrase inside a question must be read with: words left out there are words of the question. */
const leastPlaced = 0.7
const leastCertain = 0.25

/** The rows that a phrase read on its own speaks of, as a query that shows their key. Null when it speaks of more than rows, or not surely of some. */
export function rowsOf(reading: Reading): { query: SemanticQuery; column: ColumnReference } | null {
  const { draft, items, lexicon } = reading
  const [common, ...others] = draft.focus || !draft.superlative || 'column' in draft.superlative.by ? [] : draft.selects
  const table = draft.focus ?? (others.length === 0 ? common?.table : undefined)
  const key = table && (common?.column ?? keyOf(table))
  if (!table || !key || draft.measures.length + draft.groups.length > 0 || draft.share !== null || draft.ratio !== null) return null
  if (draft.selects.some((select) => select.table !== table && !isRankedBy(reading, select))) return null
  const column = { table, column: key }
  const query = buildQuery({ ...draft, selects: [column], chart: null, allColumns: false })
  if (!query || (query.filters === undefined && query.limit === undefined && query.having.length === 0)) return null
  const unread = unreadWords(reading)
  const placed = confidenceOf(reading, unread)
  if (placed < leastPlaced || contradictionIn(lexicon.layer, query, messagesIn()) !== null) return null
  const joined = withJoins(lexicon.layer, withOtherReference(lexicon.layer, query), items.map((item) => item.text).join(' '), null, reading)
  if (!('query' in joined) || certaintyOf(doubtsOf(reading, query, placed)) < leastCertain) return null
  return { query: unwrapped(joined.query), column }
}

/** What only looks up rows by the keys another query finds is that query. */
function unwrapped(query: SemanticQuery): SemanticQuery {
  const { filters, dimensions, measures, having, limit } = query
  const [key] = dimensions
  const isBare = dimensions.length === 1 && measures.length + having.length === 0 && limit === undefined && query.joins.length === 0
  if (!isBare || !filters || !('column' in filters) || filters.operator !== 'equals' || !filters.values_from) return query
  return filters.table === key?.table && filters.column === key.column ? filters.values_from.query : query
}

function keyOf(table: ColumnReference['table']): ColumnReference['column'] | null {
  const [key, ...others] = table.primaryKey
  const column = others.length === 0 ? table.columns.find((item) => item.name === key) : undefined
  if (column) return column
  const [name, ...more] = hasOwnName(table) ? displayColumns(table) : []
  return name && more.length === 0 ? name : null
}

function isRankedBy({ draft }: Reading, { column }: ColumnReference): boolean {
  return draft.superlative !== null && 'column' in draft.superlative.by && draft.superlative.by.column.column === column
}
