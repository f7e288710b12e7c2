import { ChartType } from '../../charts/chart-spec.ts'
import type { Layer } from '../../semantics/layer.ts'
import { SemanticQuery } from '../../semantics/semantic-query.ts'
import { semanticQueryOf } from './query-forms.ts'
import { parsed } from './spoken-calls.ts'

/** A call's arguments in the form the tool takes, and what had to be put right for that. */
export type ReadArguments = { name: string; value: unknown; deviations: string[] }

const QUERY_PARTS = Object.keys(SemanticQuery.shape)

/**
 * Brings a call's arguments into the form its schema takes, where what a model meant is beyond doubt: it only renames, unpacks and leaves out what says
 * nothing. What stays wrong is told by the schema. `argumentsOf` names the arguments of each tool.
 */
export function normaliseArguments(
  name: string,
  given: unknown,
  layers: readonly Layer[],
  argumentsOf: Readonly<Record<string, readonly string[]>>,
): ReadArguments {
  const deviations: string[] = []
  const note = (what: string) => void deviations.push(what)
  let value = given
  if (typeof value === 'string') {
    const unpacked = parsed(value)
    if (unpacked === undefined) return { name, value, deviations }
    note('arguments as text')
    value = unpacked
  }
  if (Array.isArray(value) && value.length === 1) {
    note('arguments in a list')
    value = value[0]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { name, value, deviations }
  let facts = withoutNulls(value as Record<string, unknown>, note)
  let tool = name
  if (tool === 'query_data') {
    if (typeof facts.query === 'string') {
      const unpacked = parsed(facts.query)
      note('query as text')
      if (unpacked !== undefined) facts = { ...facts, query: unpacked }
      else if (/^\s*(?:select|with)\b/i.test(facts.query)) {
        tool = 'run_sql'
        facts = { ...facts, sql: facts.query }
      }
    }
    if (tool === 'query_data' && facts.query === undefined && typeof facts.sql === 'string') {
      note('a statement in query_data')
      tool = 'run_sql'
    }
    if (tool === 'query_data' && facts.query === undefined && QUERY_PARTS.some((part) => facts[part] !== undefined)) {
      note('query not nested')
      facts = { ...facts, query: Object.fromEntries(QUERY_PARTS.flatMap((part) => (facts[part] === undefined ? [] : [[part, facts[part]]]))) }
    }
    if (tool === 'query_data') facts = { ...facts, query: semanticQueryOf(facts.query, note) }
  }
  if (tool === 'run_sql') facts = { ...facts, sql: statementOf(facts, note) }
  const known = argumentsOf[tool] ?? []
  if (known.includes('datasource_id')) facts = withSource(facts, layers, note)
  return { name: tool, value: onlyKnown(facts, known, note), deviations }
}

/** Without members that hold nothing. */
function withoutNulls(value: Record<string, unknown>, note: (what: string) => void): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (inner === null || (inner === '' && key !== 'values')) {
        note('empty optionals')
        return []
      }
      if (Array.isArray(inner)) return [[key, inner.map((each) => (isObject(each) ? withoutNulls(each, note) : each))]]
      return [[key, isObject(inner) ? withoutNulls(inner, note) : inner]]
    }),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function statementOf({ sql, query, statement }: Record<string, unknown>, note: (what: string) => void): unknown {
  const given = sql ?? query ?? statement
  if (sql === undefined && given !== undefined) note('statement by another name')
  if (typeof given !== 'string') return given
  const fenced = /^\s*```\w*\s*\n?([\s\S]*?)(?:```\s*)?$/.exec(given)?.[1]
  if (fenced !== undefined) note('statement in a fence')
  return (fenced ?? given).trim()
}

/** The data source by its id, where it was named, or is the only one. */
function withSource(facts: Record<string, unknown>, layers: readonly Layer[], note: (what: string) => void): Record<string, unknown> {
  const given = [facts.datasource_id, facts.data_source_id, facts.datasource, facts.data_source, facts.source].find((each) => typeof each === 'string')
  if (layers.some(({ datasourceId }) => datasourceId === facts.datasource_id)) return facts
  const wanted = String(given ?? '').toLowerCase()
  const byName = layers.filter(({ name, datasourceId }) => name.toLowerCase() === wanted || datasourceId.toLowerCase() === wanted)
  const found = byName.length === 1 ? byName[0] : layers.length === 1 ? layers[0] : undefined
  if (!found) return facts
  note('data source not by its id')
  return { ...facts, datasource_id: found.datasourceId }
}

/** Without arguments the tool does not have, a model's reasons mostly, and without a kind of chart there is not. */
function onlyKnown(facts: Record<string, unknown>, known: readonly string[], note: (what: string) => void): Record<string, unknown> {
  const entries = Object.entries(facts).flatMap(([key, value]): [string, unknown][] => {
    if (!known.includes(key) || value === undefined) return []
    if (key === 'suggestions' || key === 'options') return [[key, typeof value === 'string' ? [value] : value]]
    if (key === 'title' && typeof value === 'string') return [[key, value.slice(0, 200)]]
    if (key !== 'chart') return [[key, value]]
    const kind = ChartType.safeParse(
      String(value)
        .toLowerCase()
        .replaceAll(/[\s_]*chart$|^chart[\s_]*/g, ''),
    )
    return kind.success ? [[key, kind.data]] : []
  })
  if (entries.length < Object.keys(facts).length) note('arguments the tool does not have')
  return Object.fromEntries(entries)
}
