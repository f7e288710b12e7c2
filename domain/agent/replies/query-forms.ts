import { nearestOutput } from './query-outputs.ts'

type Facts = Record<string, unknown>
type Note = (what: string) => void

/**
 * A query as models write it, in the form of `SemanticQuery`. Whatever it does not know stays as it is, for the schema to tell of.
 */
export function semanticQueryOf(given: unknown, note: Note): unknown {
  if (!isFacts(given)) return given
  const measures = listOf(given.measures, note).map((each) => measureOf(each, note))
  const dimensions = listOf(given.dimensions ?? given.group_by, note).map((each) => dimensionOf(each, note))
  const filters = filterOf(given.filters ?? given.where, note)
  const { group_by: _g, where: _w, order_by: _o, sort: _s, ...rest } = given
  const query: Facts = {
    ...rest,
    ...(given.measures === undefined ? {} : { measures }),
    ...(given.dimensions === undefined && given.group_by === undefined ? {} : { dimensions }),
  }
  delete query.filters
  if (filters !== undefined) query.filters = filters
  for (const part of ['having', 'order', 'joins'] as const) if (query[part] !== undefined) query[part] = listOf(query[part], note)
  const order = listOf(given.order ?? given.order_by ?? given.sort, note)
  if (order.length) query.order = order.map((each) => orderOf(each, query, note))
  else delete query.order
  if (Array.isArray(query.having)) query.having = query.having.map((each) => havingOf(each, query, note))
  for (const part of ['limit', 'offset'] as const) {
    if (typeof query[part] === 'string' && /^\d+$/.test(query[part])) query[part] = Number(query[part])
    if (query[part] === 0) delete query[part]
  }
  for (const part of ['limit_per', 'compare', 'combine'] as const) if (isFacts(query[part]) && Object.keys(query[part]).length === 0) delete query[part]
  return query
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

function listOf(value: unknown, note: Note): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (isFacts(value) && Object.keys(value).length === 0) return []
  note('one instead of a list')
  return [value]
}

const AGGREGATES: Record<string, string> = {
  average: 'avg',
  mean: 'avg',
  total: 'sum',
  maximum: 'max',
  minimum: 'min',
  countdistinct: 'count_distinct',
  count_unique: 'count_distinct',
  distinct_count: 'count_distinct',
  distinct: 'count_distinct',
}
const CALL = /^\s*(\w+)\s*\(\s*(distinct\s+)?(\*|[\w.]+)\s*\)\s*$/i

function aggregateOf(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return AGGREGATES[plain] ?? plain
}

function measureOf(given: unknown, note: Note): unknown {
  if (typeof given === 'string') {
    note('a measure as text')
    const [, aggregate, distinct, of = ''] = CALL.exec(given) ?? []
    if (aggregate === undefined) return { measure: given }
    return measureOf({ aggregate: distinct ? 'count_distinct' : aggregate, column: of }, note)
  }
  if (!isFacts(given)) return given
  const { agg, func, function: called, aggregation, alias, as: named, label, ...rest } = given
  const measure: Facts = { ...rest }
  const aggregate = measure.aggregate ?? agg ?? func ?? called ?? aggregation
  if (measure.aggregate === undefined && aggregate !== undefined) note('an aggregate by another name')
  if (typeof aggregate === 'string') measure.aggregate = aggregateOf(aggregate)
  const name = measure.name ?? alias ?? named ?? label
  if (typeof name === 'string') measure.name = outputName(name)
  splitColumn(measure, note)
  if (measure.column === '*') {
    note('column *')
    delete measure.column
  }
  if (measure.filters !== undefined) {
    const filters = filterOf(measure.filters, note)
    if (filters === undefined) delete measure.filters
    else measure.filters = filters
  }
  // An empty expression says nothing beside a column.
  if (isFacts(measure.expression) && Object.keys(measure.expression).length === 0) delete measure.expression
  if (typeof measure.measure === 'string' && measure.aggregate !== undefined && measure.table !== undefined) delete measure.measure
  if (typeof measure.of === 'string') measure.of = outputName(measure.of)
  return measure
}

/** `orders.total` where table and column stand apart. */
function splitColumn(facts: Facts, note: Note): void {
  for (const key of ['field', 'member'] as const) {
    if (typeof facts[key] === 'string' && facts.column === undefined) {
      note('a column by another name')
      facts.column = facts[key]
      delete facts[key]
    }
  }
  if (typeof facts.column !== 'string' || !facts.column.includes('.')) return
  const at = facts.column.lastIndexOf('.')
  const [table, column] = [facts.column.slice(0, at), facts.column.slice(at + 1)]
  if (facts.table !== undefined && facts.table !== table) return
  note('table and column in one')
  facts.table = table
  facts.column = column
}

function dimensionOf(given: unknown, note: Note): unknown {
  if (typeof given === 'string') {
    note('a dimension as text')
    return dimensionOf({ column: given }, note)
  }
  if (!isFacts(given)) return given
  const { alias, as: named, granularity, ...rest } = given
  const dimension: Facts = { ...rest }
  splitColumn(dimension, note)
  const grain = dimension.grain ?? granularity
  if (typeof grain === 'string') {
    const plain = grain.trim().toLowerCase()
    if (/^(?:none|no|null|n\/a|)$/.test(plain)) delete dimension.grain
    else dimension.grain = plain
  }
  if (isFacts(dimension.bin) && dimension.bin.width === undefined) delete dimension.bin
  const name = dimension.name ?? alias ?? named
  if (typeof name === 'string') dimension.name = outputName(name)
  return dimension
}

const OPERATORS: Record<string, string> = {
  '=': 'equals',
  '==': 'equals',
  eq: 'equals',
  equal: 'equals',
  is: 'equals',
  in: 'equals',
  '!=': 'not_equals',
  '<>': 'not_equals',
  neq: 'not_equals',
  ne: 'not_equals',
  not_equal: 'not_equals',
  not_in: 'not_equals',
  '>': 'greater_than',
  gt: 'greater_than',
  '>=': 'greater_or_equal',
  gte: 'greater_or_equal',
  greater_than_or_equal: 'greater_or_equal',
  '<': 'less_than',
  lt: 'less_than',
  '<=': 'less_or_equal',
  lte: 'less_or_equal',
  less_than_or_equal: 'less_or_equal',
  ilike: 'contains',
  like: 'contains',
  not_like: 'not_contains',
  is_null: 'is_empty',
  is_not_null: 'is_not_empty',
}

function operatorOf(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return OPERATORS[plain] ?? plain
}

/** `undefined` for a filter that says nothing. */
function filterOf(given: unknown, note: Note): unknown {
  if (given === undefined || given === null) return undefined
  if (Array.isArray(given)) {
    const parts = given.flatMap((each) => filterOf(each, note) ?? [])
    if (given.length > 0) note('filters in a list')
    return parts.length > 1 ? { and: parts } : parts[0]
  }
  if (!isFacts(given)) return given
  if (Object.keys(given).length === 0) return undefined
  for (const key of ['and', 'or'] as const) {
    if (!Array.isArray(given[key])) continue
    const parts = given[key].flatMap((each) => filterOf(each, note) ?? [])
    return parts.length ? { [key]: parts } : undefined
  }
  if (given.not !== undefined) {
    const part = filterOf(given.not, note)
    return part === undefined ? undefined : { not: part }
  }
  if (Array.isArray(given.conditions)) {
    note('conditions by another name')
    return filterOf({ [String(given.operator ?? 'and').toLowerCase() === 'or' ? 'or' : 'and']: given.conditions }, note)
  }
  return conditionOf(given, note)
}

function conditionOf(given: Facts, note: Note): Facts {
  const { value, op, ...rest } = given
  const condition: Facts = { ...rest }
  splitColumn(condition, note)
  if (condition.operator === undefined && typeof op === 'string') condition.operator = op
  const written = condition.operator
  if (typeof written === 'string') condition.operator = operatorOf(written)
  if (condition.operator !== written) note('an operator by another name')
  const values = condition.values ?? value
  if (values !== undefined) {
    if (condition.values === undefined || !Array.isArray(values)) note('one value instead of a list')
    condition.values = Array.isArray(values) ? values : [values]
  }
  return /^(?:not_)?i?like$/i.test(String(written).replaceAll(' ', '_')) ? patternOf(condition) : condition
}

/** `%a`, `a%` and `%a%` of SQL. */
function patternOf(condition: Facts): Facts {
  const [pattern] = Array.isArray(condition.values) ? condition.values : []
  if (typeof pattern !== 'string') return condition
  const text = pattern.replaceAll('%', '')
  const isNegated = condition.operator === 'not_contains'
  const [before, after] = [pattern.startsWith('%'), pattern.endsWith('%')]
  if (isNegated || before === after) {
    const whole = before || isNegated ? condition.operator : 'equals'
    return { ...condition, operator: whole, values: [text] }
  }
  return { ...condition, operator: before ? 'ends_with' : 'starts_with', values: [text] }
}

function orderOf(given: unknown, query: Facts, note: Note): unknown {
  if (typeof given === 'string') {
    note('order as text')
    const [, by = given, direction] = /^(.*?)(?:\s+(asc|desc)\w*)?$/i.exec(given.trim()) ?? []
    return orderOf({ by: by.replace(/^-/, ''), ...(direction ? { direction } : given.startsWith('-') ? { direction: 'desc' } : {}) }, query, note)
  }
  if (!isFacts(given)) return given
  const { column, field, name, measure, dimension, order, table: _table, ...rest } = given
  const entry: Facts = { ...rest }
  const by = entry.by ?? column ?? field ?? name ?? measure ?? dimension
  if (typeof by === 'string') entry.by = nearestOutput(by, query, note)
  const direction = entry.direction ?? order
  if (typeof direction === 'string') entry.direction = /^desc/i.test(direction.trim()) ? 'desc' : 'asc'
  return entry
}

function havingOf(given: unknown, query: Facts, note: Note): unknown {
  if (!isFacts(given)) return given
  const { value, column, measure, ...rest } = given
  const entry: Facts = { ...rest }
  const by = entry.by ?? measure ?? column
  if (typeof by === 'string') entry.by = nearestOutput(by, query, note)
  if (typeof entry.operator === 'string') entry.operator = operatorOf(entry.operator)
  const values = entry.values ?? value
  if (values !== undefined)
    entry.values = (Array.isArray(values) ? values : [values]).map((each) =>
      typeof each === 'string' && each.trim() !== '' && Number.isFinite(Number(each)) ? Number(each) : each,
    )
  return entry
}

/** A name that a column of a result may bear. */
function outputName(text: string): string {
  const plain = text
    .trim()
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, 64)
  return /^\d/.test(plain) ? `_${plain}`.slice(0, 64) : plain
}
