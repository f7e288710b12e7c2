import type { ColumnReference, Draft, MeasurePart } from '#domain/analyst/reading/draft.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** "How many customers have more than 5 invoices": the count is restricted to the customers that another query with the condition on groups finds. */
export function withCountedGroups(draft: Draft, build: (draft: Draft) => SemanticQuery | null): Draft {
  const [first, ...others] = draft.measures
  const isPlain = draft.groups.length + draft.selects.length === 0 && draft.superlative === null && draft.share === null && draft.ratio === null
  if (!first || draft.having.length === 0 || !isPlain || others.some(({ table }) => table !== first.table)) return draft
  const key = groupOf(first)
  if (!key || (key.column !== first.column && draft.having.some(({ measure }) => measure.table === first.table))) return draft
  const rows = build({ ...draft, measures: [], selects: [key], focus: key.table, chart: null, order: [], limit: null, derive: null, compare: null })
  if (!rows) return draft
  const found = { table: key.table.name, column: key.column.name, operator: 'equals' as const, values: [], values_from: { query: rows } }
  return { ...draft, having: [], filters: [found], related: [], joins: [] }
}

/** What identifies the rows that are counted: the column of a count of different values, else the primary key. */
function groupOf({ aggregate, table, column, named }: MeasurePart): ColumnReference | null {
  if (named !== null) return null
  if (aggregate === 'count_distinct' && column) return { table, column }
  const [key, ...parts] = table.columns.filter((item) => table.primaryKey.includes(item.name))
  return key && parts.length === 0 ? { table, column: key } : null
}
