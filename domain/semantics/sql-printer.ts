import type { Grain } from './semantic-query.ts'
import type { Dialect } from './source.ts'
import type { Expression, Ordering, Select, Source, SqlValue, TimeStorage } from './sql-tree.ts'

/** What the dialects do not share. Every text is a finished SQL expression. */
type DialectRules = {
  like: string
  text: string
  number(value: string): string
  timestamp(value: string): string
  moment(value: string, storage: TimeStorage): string
  period(moment: string, grain: Grain): string
  parameter(value: SqlValue): SqlValue
}

const sqlite: DialectRules = {
  like: 'LIKE',
  text: 'TEXT',
  number: (value) => `CAST(${value} AS REAL)`,
  timestamp: (value) => value,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `datetime(${value}, 'unixepoch')`
    if (storage === 'unix_milliseconds') return `datetime(${value} / 1000, 'unixepoch')`
    return value
  },
  period: (moment, grain) => {
    if (grain === 'day') return `date(${moment})`
    if (grain === 'week') return `date(${moment}, 'weekday 0', '-6 days')`
    if (grain === 'month') return `strftime('%Y-%m', ${moment})`
    if (grain === 'quarter') return `strftime('%Y', ${moment}) || '-Q' || ((CAST(strftime('%m', ${moment}) AS INTEGER) + 2) / 3)`
    return `strftime('%Y', ${moment})`
  },
  parameter: (value) => (typeof value === 'boolean' ? Number(value) : value),
}

const duckdb: DialectRules = {
  like: 'ILIKE',
  text: 'VARCHAR',
  number: (value) => `TRY_CAST(${value} AS DOUBLE)`,
  timestamp: (value) => `CAST(${value} AS TIMESTAMP)`,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `epoch_ms(CAST(${value} * 1000 AS BIGINT))`
    if (storage === 'unix_milliseconds') return `epoch_ms(CAST(${value} AS BIGINT))`
    return storage === 'iso_text' ? `TRY_CAST(${value} AS TIMESTAMP)` : value
  },
  period: (moment, grain) => {
    if (grain === 'day') return `strftime(${moment}, '%Y-%m-%d')`
    if (grain === 'week') return `strftime(date_trunc('week', ${moment}), '%Y-%m-%d')`
    if (grain === 'month') return `strftime(${moment}, '%Y-%m')`
    if (grain === 'quarter') return `strftime(${moment}, '%Y') || '-Q' || quarter(${moment})`
    return `strftime(${moment}, '%Y')`
  },
  parameter: (value) => value,
}

const rulesOf: Record<Dialect, DialectRules> = { sqlite, duckdb }

/** Writes a tree as one SQL statement; every value becomes a `?`, in the order of `params`. */
export function printSelect(select: Select, dialect: Dialect): { sql: string; params: SqlValue[] } {
  const params: SqlValue[] = []
  const rules = rulesOf[dialect]

  const bind = (value: SqlValue): string => {
    params.push(rules.parameter(value))
    return '?'
  }

  const group = (items: Expression[], word: string): string => (items.length === 0 ? '1 = 1' : `(${items.map(expression).join(` ${word} `)})`)

  const aggregate = (name: string, of: Expression | null): string => {
    if (of === null) return 'COUNT(*)'
    return name === 'count_distinct' ? `COUNT(DISTINCT ${expression(of)})` : `${name.toUpperCase()}(${expression(of)})`
  }

  const period = (of: Expression, storage: TimeStorage, grain: Grain): string => {
    if (storage === 'year_number' || storage === 'year_text') return `CAST(${expression(of)} AS ${rules.text})`
    return rules.period(rules.moment(expression(of), storage), grain)
  }

  function expression(node: Expression): string {
    switch (node.kind) {
      case 'column':
        return `${quoted(node.source)}.${quoted(node.column)}`
      case 'value':
        return node.as === 'timestamp' ? rules.timestamp(bind(node.value)) : bind(node.value)
      case 'null':
        return 'NULL'
      case 'as_number':
        return rules.number(expression(node.of))
      case 'as_text':
        return `CAST(${expression(node.of)} AS ${rules.text})`
      case 'moment':
        return rules.moment(expression(node.of), node.storage)
      case 'period':
        return period(node.of, node.storage, node.grain)
      case 'aggregate':
        return aggregate(node.aggregate, node.of)
      case 'zero_if_null':
        return `COALESCE(${expression(node.of)}, 0)`
      case 'compare':
        return `${expression(node.left)} ${node.operator} ${expression(node.right)}`
      case 'any_of':
        return `${expression(node.of)} ${node.negated ? 'NOT IN' : 'IN'} (${node.values.map(expression).join(', ')})`
      case 'like':
        return `${expression(node.of)} ${rules.like} ${bind(node.pattern)} ESCAPE '\\'`
      case 'is_null':
        return `${expression(node.of)} IS NULL`
      case 'all':
        return group(node.of, 'AND')
      case 'any':
        return group(node.of, 'OR')
      case 'not':
        return node.of.kind === 'is_null' ? `${expression(node.of.of)} IS NOT NULL` : `NOT (${expression(node.of)})`
      case 'exists':
        return `EXISTS (${statement(node.select)})`
      case 'scalar':
        return `(${statement(node.select)})`
      case 'row_number': {
        const partition = node.partition.length > 0 ? `PARTITION BY ${node.partition.map(expression).join(', ')}` : ''
        const order = node.order.length > 0 ? `ORDER BY ${ordering(node.order)}` : ''
        return `ROW_NUMBER() OVER (${[partition, order].filter(Boolean).join(' ')})`
      }
    }
  }

  // Both engines sort empty values last, so that "lowest" never means "unknown".
  const ordering = (items: Ordering[]): string =>
    items
      .map((item) => `${item.value.kind === 'output' ? quoted(item.value.name) : expression(item.value)} ${item.direction.toUpperCase()} NULLS LAST`)
      .join(', ')

  function source(node: Source): string {
    if (node.kind === 'select') return `(${statement(node.select)}) AS ${quoted(node.alias)}`
    if (node.kind === 'union') return `(${node.selects.map(statement).join(' UNION ALL ')}) AS ${quoted(node.alias)}`
    const name = node.schema === null ? quoted(node.table) : `${quoted(node.schema)}.${quoted(node.table)}`
    return node.alias === node.table && node.schema === null ? name : `${name} AS ${quoted(node.alias)}`
  }

  function statement(node: Select): string {
    const columns = node.columns.map((column) => `${expression(column.value)} AS ${quoted(column.name)}`)
    if (node.all) columns.unshift('*')
    const parts = [`SELECT ${node.distinct ? 'DISTINCT ' : ''}${columns.length > 0 ? columns.join(', ') : '1'}`, `FROM ${source(node.from)}`]
    for (const join of node.joins) parts.push(`LEFT JOIN ${source(join.source)} ON ${expression(join.on)}`)
    if (node.where) parts.push(`WHERE ${withoutParentheses(expression(node.where), node.where)}`)
    if (node.groupBy.length > 0) parts.push(`GROUP BY ${node.groupBy.map(expression).join(', ')}`)
    if (node.having) parts.push(`HAVING ${withoutParentheses(expression(node.having), node.having)}`)
    if (node.orderBy.length > 0) parts.push(`ORDER BY ${ordering(node.orderBy)}`)
    if (node.limit !== null) parts.push(`LIMIT ${node.limit}`)
    return parts.join(' ')
  }

  return { sql: statement(select), params }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function withoutParentheses(text: string, node: Expression): string {
  return (node.kind === 'all' || node.kind === 'any') && node.of.length > 0 ? text.slice(1, -1) : text
}
