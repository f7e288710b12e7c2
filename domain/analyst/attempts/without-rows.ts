import type { Analysis } from '#domain/analyst/analysis.ts'
import { plural, singular } from '#domain/semantics/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { explainQuery } from '#domain/semantics/query-in-words.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

type Answered = Extract<Analysis, { kind: 'query' }>

const denial = /\b(?:no|without|never|(?:do|does|did|has|have|had)(?: not|n['’]?t))\b(.*)$/i

/**
 * "Cities with no urgent tickets", where a city is a column of tickets: the cities but for those of any such ticket. A condition that denies rows one by
 * one would list every city that has another ticket too. Null where nothing of the kind is asked.
 */
export function withoutRows(question: string, layer: Layer, { query, ...answered }: Answered): Answered | null {
  const shown = query.dimensions.filter((item) => !item.hidden)
  const [kind] = shown
  const table = layer.tables.find(({ name }) => name === kind?.table)
  const column = table?.columns.find(({ name }) => name === kind?.column)
  const isPlain = shown.length === 1 && query.measures.length + query.having.length === 0 && query.limit === undefined && !query.combine
  if (!isPlain || !table || !column || !isShared(table, column) || !namesRows(denial.exec(question)?.[1] ?? '', table)) return null
  const conditions = query.filters ? ('and' in query.filters ? query.filters.and : [query.filters]) : []
  const denied = conditions.flatMap((item) => ('not' in item && 'column' in item.not && item.not.table === table.name ? [item.not] : []))
  const [only] = denied
  // That a cell is empty says nothing of other rows.
  if (denied.length !== 1 || !only || only.operator === 'is_not_empty') return null
  const rest = conditions.filter((item) => !('not' in item && item.not === only))
  const whole: SemanticQuery = { ...query, filters: all(rest), order: [], distinct: true }
  const found: SemanticQuery = { ...whole, filters: all([...rest, only]) }
  return {
    ...answered,
    query: { ...whole, combine: { operator: 'except', query: found } },
    explanation: `${explainQuery(layer, whole).replace(/\.$/, '')}, but not: ${explainQuery(layer, found)}`,
  }
}

const all = (filters: Filter[]): Filter | undefined => (filters.length > 1 ? { and: filters } : filters[0])

/** Whether several rows have the same value. */
const isShared = ({ rows, primaryKey }: LayerTable, { name, distinct }: LayerColumn): boolean =>
  rows !== null && distinct !== null && distinct < rows && !primaryKey.includes(name)

function namesRows(text: string, { label }: LayerTable): boolean {
  const noun = singular(label.toLowerCase()).split(' ').at(-1) ?? ''
  return noun !== '' && new RegExp(`\\b(?:${noun}|${plural(noun)})\\b`, 'i').test(text)
}
