import { isNamedDay } from '../compile/written-days.ts'
import type { WrittenNumber } from '../compile/written-values.ts'
import type { Grain } from '../semantic-query.ts'
import type { Dialect, PredicateParam } from '../sources/source.ts'
import { clickhouse } from './dialects/clickhouse.ts'
import { duckdb } from './dialects/duckdb.ts'
import { mariadb, mysql } from './dialects/mysql.ts'
import { withoutNullsLast } from './dialects/nulls-last.ts'
import { postgres } from './dialects/postgres.ts'
import type { DialectRules } from './dialects/rules.ts'
import { sqlite } from './dialects/sqlite.ts'
import { isoOfParts, isoOfText } from './dialects/written-iso.ts'
import { placeholder } from './placeholder.ts'
import { rowBarrier } from './row-barrier.ts'
import type { Expression, Ordering, PeriodShift, Select, Source, SqlValue, TimeStorage, WindowFunction } from './sql-tree.ts'

const rulesOf: Record<Dialect, DialectRules> = { sqlite, duckdb, postgres, mysql, mariadb, clickhouse }

/** Writes a tree as one SQL statement; every value becomes a placeholder, in the order of `params`. */
export function printSelect(select: Select, dialect: Dialect): { sql: string; params: SqlValue[] } {
  const printer = new Printer(dialect)
  const sql = printer.statement(select) + printer.settings
  return { sql, params: printer.params }
}

/** Writes a condition on one table's columns, cut where its values and the names of other tables go: one more part than there are of these. */
export function printCondition(node: Expression, dialect: Dialect): { parts: string[]; params: PredicateParam[] } {
  const printer = new Printer(dialect, CUT)
  const parts = printer.condition(node).split(CUT)
  return { parts, params: printer.marked }
}

/** No identifier holds it. */
const CUT = '\0'

class Printer {
  readonly params: SqlValue[] = []
  /** What the marks stand for: values, and tables, which whoever runs the condition names so that nothing else can be meant. */
  readonly marked: PredicateParam[] = []
  readonly settings: string
  private readonly dialect: Dialect
  /** Stands for every value, in place of its placeholder, and for the name of every table. */
  private readonly mark: string | null
  private readonly rules: DialectRules

  constructor(dialect: Dialect, mark: string | null = null) {
    this.dialect = dialect
    this.mark = mark
    this.rules = rulesOf[dialect]
    this.settings = this.rules.settings
  }

  statement(given: Select): string {
    const node = this.rules.sortsNullsLast ? given : withoutNullsLast(given)
    const columns = node.columns.map((column) => `${this.expression(column.value)} AS ${this.quoted(column.name)}`)
    if (node.all) columns.unshift('*')
    const parts = [`SELECT ${node.distinct ? 'DISTINCT ' : ''}${columns.length > 0 ? columns.join(', ') : '1'}`, `FROM ${this.source(node.from)}`]
    for (const join of node.joins) parts.push(`LEFT JOIN ${this.source(join.source)} ON ${this.expression(join.on)}`)
    if (node.where) parts.push(`WHERE ${this.condition(node.where)}`)
    if (node.groupBy.length > 0) parts.push(`GROUP BY ${this.list(node.groupBy)}`)
    if (node.having) parts.push(`HAVING ${this.condition(node.having)}`)
    if (node.orderBy.length > 0) parts.push(`ORDER BY ${this.ordering(node.orderBy)}`)
    if (node.limit !== null) parts.push(`LIMIT ${node.limit}`)
    // Nobody but PostgreSQL knows an OFFSET without LIMIT.
    else if (node.offset) parts.push('LIMIT 9223372036854775807')
    if (node.offset) parts.push(`OFFSET ${node.offset}`)
    if (node.isBarrier) parts.push(rowBarrier(this.dialect).trimStart())
    return parts.join(' ')
  }

  private source(node: Source): string {
    const alias = this.quoted(node.alias)
    switch (node.kind) {
      case 'select':
        return `(${this.statement(node.select)}) AS ${alias}`
      case 'union':
        return `(${node.selects.map((select) => this.statement(select)).join(' UNION ALL ')}) AS ${alias}`
      case 'set': {
        const side = (select: Select, name: string) => `SELECT * FROM (${this.statement(select)}) AS ${this.quoted(name)}`
        return `(${side(node.left, 'left_side')} ${this.rules.setOperator[node.operator]} ${side(node.right, 'right_side')}) AS ${alias}`
      }
      case 'table': {
        if (this.mark !== null) {
          this.marked.push({ table: node.table, schema: node.schema })
          return `${this.mark} AS ${alias}`
        }
        const name = node.schema === null ? this.quoted(node.table) : `${this.quoted(node.schema)}.${this.quoted(node.table)}`
        return node.alias === node.table && node.schema === null ? name : `${name} AS ${alias}`
      }
    }
  }

  private expression(node: Expression): string {
    const { rules } = this
    switch (node.kind) {
      case 'column':
        return `${this.quoted(node.source)}.${this.quoted(node.column)}`
      case 'value':
        return node.as === 'timestamp' ? rules.timestamp(this.bind(node.value)) : this.bind(node.value)
      case 'number':
        return node.value < 0 ? `(${node.value})` : String(node.value)
      case 'null':
        return rules.missing(node.type)
      case 'as_number':
        return rules.number(node.written ? plainly(rules.text(this.expression(node.of)), node.written) : this.expression(node.of))
      case 'as_text':
        return rules.text(this.expression(node.of))
      case 'as_flag':
        return rules.flag(this.expression(node.of))
      case 'as_any_number':
        return rules.anyNumber(this.expression(node.of))
      case 'moment':
        return this.moment(this.expression(node.of), node.storage)
      case 'date_of_parts':
        return this.dateOfParts(node)
      case 'period':
        return this.period(this.expression(node.of), node.storage, node.grain, node.shift)
      case 'seconds_between': {
        const from = this.expression(node.from)
        return rules.secondsBetween(from, this.expression(node.to))
      }
      case 'bin':
        return `${rules.floor(`${rules.double(this.expression(node.of))} / ${node.width}`)} * ${node.width}`
      case 'aggregate':
        return this.aggregate(node.aggregate, node.of)
      case 'correlation':
        return rules.correlation(this.expression(node.of), this.expression(node.and))
      case 'zero_if_null':
        return `COALESCE(${this.expression(node.of)}, 0)`
      case 'arithmetic':
        return this.arithmetic(node)
      case 'absolute':
        return `ABS(${this.expression(node.of)})`
      case 'case': {
        const branches = node.branches.map(({ when, value }) => `WHEN ${this.condition(when)} THEN ${this.expression(value)}`)
        return `CASE ${branches.join(' ')}${node.otherwise ? ` ELSE ${this.expression(node.otherwise)}` : ''} END`
      }
      case 'compare':
        return `${this.expression(node.left)} ${node.operator} ${this.expression(node.right)}`
      case 'any_of':
        return `${this.expression(node.of)} ${node.negated ? 'NOT IN' : 'IN'} (${this.list(node.values)})`
      case 'any_row':
        return `${this.expression(node.of)} ${node.negated ? 'NOT IN' : 'IN'} (${this.statement(node.select)})`
      case 'row':
        return `(${this.list(node.of)})`
      case 'like':
        return this.like(node)
      case 'is_null':
        return `${this.expression(node.of)} IS NULL`
      case 'all':
        return this.group(node.of, 'AND')
      case 'any':
        return this.group(node.of, 'OR')
      case 'not':
        return node.of.kind === 'is_null' ? `${this.expression(node.of.of)} IS NOT NULL` : `NOT (${this.condition(node.of)})`
      case 'exists':
        return this.exists(node)
      case 'scalar':
        return `(${this.statement(node.select)})`
      case 'row_number':
        return `ROW_NUMBER() OVER (${this.frame(node.partition, node.order)})`
      case 'window':
        return this.window(node.of, node.partition, node.order)
    }
  }

  private bind(value: SqlValue): string {
    const bound = this.rules.parameter(value)
    this.params.push(bound)
    this.marked.push(bound)
    return this.rules.bound(this.mark ?? placeholder(this.dialect, this.params.length, bound), bound)
  }

  private quoted(name: string): string {
    return this.rules.quoted(name)
  }

  private list(items: Expression[]): string {
    return items.map((item) => this.expression(item)).join(', ')
  }

  private group(items: Expression[], word: string): string {
    return items.length === 0 ? '1 = 1' : `(${items.map((item) => this.expression(item)).join(` ${word} `)})`
  }

  /** A condition that stands alone needs no parentheses around it. */
  condition(node: Expression): string {
    const text = this.expression(node)
    return (node.kind === 'all' || node.kind === 'any') && node.of.length > 0 ? text.slice(1, -1) : text
  }

  private aggregate(name: string, of: Expression | null): string {
    if (of === null) return 'COUNT(*)'
    if (name === 'count') return `COUNT(${this.expression(of)})`
    if (name === 'count_distinct') return `COUNT(DISTINCT ${this.expression(of)})`
    return this.rules.aggregate(name.toUpperCase() as 'SUM', this.expression(of))
  }

  private period(of: string, storage: TimeStorage, grain: Grain, shift: PeriodShift | undefined): string {
    const { rules } = this
    if (storage === 'year_number' || storage === 'year_text') return shift ? rules.nextYear(rules.text(of)) : rules.text(of)
    const moment = this.moment(of, storage)
    if (!shift) return rules.period(moment, grain)
    if (shift === 'previous_year') return grain === 'week' ? rules.period(rules.later(moment, 364, 'day'), grain) : rules.nextYear(rules.period(moment, grain))
    const [count, unit] = steps[grain as keyof typeof steps]
    return rules.period(rules.later(moment, count, unit), grain)
  }

  /** A text with names of months is read by way of ISO 8601, which every engine reads. */
  private moment(of: string, storage: TimeStorage): string {
    return isNamedDay(storage) ? this.rules.moment(isoOfText(of, storage, this.rules), 'iso_text') : this.rules.moment(of, storage)
  }

  private dateOfParts({ year, quarter, month, isNamed, day }: Extract<Expression, { kind: 'date_of_parts' }>): string {
    const text = (of: Expression | undefined) => of && `TRIM(${this.rules.text(this.expression(of))})`
    const parts = { year: text(year) ?? '', quarter: text(quarter), month: text(month), isNamed, day: text(day) }
    return this.rules.moment(isoOfParts(parts, this.rules), 'iso_text')
  }

  private arithmetic({ operator, left, right }: Extract<Expression, { kind: 'arithmetic' }>): string {
    if (operator !== '/') return `(${this.expression(left)} ${operator} ${this.expression(right)})`
    return `(${this.rules.double(this.expression(left))} / NULLIF(${this.expression(right)}, 0))`
  }

  private like({ of, text, at }: Extract<Expression, { kind: 'like' }>): string {
    const escaped = text.replace(/[\\%_!]/g, (sign) => (sign === '%' || sign === '_' || sign === this.rules.likeEscape ? this.rules.likeEscape + sign : sign))
    const value = this.expression(of)
    return this.rules.like(value, this.bind(`${at === 'start' ? '' : '%'}${escaped}${at === 'end' ? '' : '%'}`))
  }

  private exists({ keys, select, isCorrelated }: Extract<Expression, { kind: 'exists' }>): string {
    if (!this.rules.correlates && !isCorrelated) {
      const row = (items: Expression[]) => (items.length === 1 ? this.list(items) : `(${this.list(items)})`)
      const outer = row(keys.map((key) => key.outer))
      const columns = keys.map((key, index) => ({ name: `key_${index}`, value: key.inner }))
      return `COALESCE(${outer} IN (${this.statement({ ...select, columns })}), FALSE)`
    }
    const bound = keys.map((key): Expression => ({ kind: 'compare', operator: '=', left: key.inner, right: key.outer }))
    const conditions = select.where === null ? bound : [...bound, ...(select.where.kind === 'all' ? select.where.of : [select.where])]
    return `EXISTS (${this.statement({ ...select, where: { kind: 'all', of: conditions } })})`
  }

  private frame(partition: Expression[], order: Ordering[], rows = ''): string {
    const parts = [
      partition.length > 0 ? `PARTITION BY ${this.list(partition)}` : '',
      order.length > 0 ? `ORDER BY ${this.ordering(order)}` : '',
      rows === '' ? '' : `ROWS BETWEEN ${rows}`,
    ]
    return parts.filter(Boolean).join(' ')
  }

  private window(of: WindowFunction, partition: Expression[], order: Ordering[]): string {
    if (of.name === 'rank') return `RANK() OVER (${this.frame(partition, order)})`
    const value = this.expression(of.value)
    if (of.name === 'count') return `COUNT(${value}) OVER (${this.frame(partition, [])})`
    if (of.name === 'total') return `SUM(${value}) OVER (${this.frame(partition, [])})`
    if (of.name === 'running') return `SUM(${value}) OVER (${this.frame(partition, order, 'UNBOUNDED PRECEDING AND CURRENT ROW')})`
    if (of.name === 'average') return `AVG(${this.rules.double(value)}) OVER (${this.frame(partition, order, `${of.rows - 1} PRECEDING AND CURRENT ROW`)})`
    // One row is its own largest; unlike LAG every engine has it.
    return `MAX(${value}) OVER (${this.frame(partition, order, `${of.rows} PRECEDING AND ${of.rows} PRECEDING`)})`
  }

  /** Empty values come last, so that "lowest" never means "unknown". */
  private ordering(items: Ordering[]): string {
    return items
      .map(({ value, direction }) => {
        const print = () => (value.kind === 'output' ? this.quoted(value.name) : this.expression(value))
        if (this.rules.sortsNullsLast) return `${print()} ${direction.toUpperCase()} NULLS LAST`
        return direction === 'asc' ? `${print()} IS NULL, ${print()} ASC` : `${print()} DESC`
      })
      .join(', ')
  }
}

const steps = {
  hour: [1, 'hour'],
  day: [1, 'day'],
  week: [7, 'day'],
  month: [1, 'month'],
  quarter: [3, 'month'],
  year: [1, 'year'],
} as const

/** What people write around the digits of a number. */
const numberSigns = ['$', '€', '£', '%']
/** Spaces that do not break, which stand before a currency or between thousands. */
const tightSpaces = ['\u00a0', '\u202f']

/** A number without the signs people write around it, and with a point before its decimals. */
function plainly(text: string, form: WrittenNumber): string {
  const without = (value: string, signs: string[]) => signs.reduce((so, sign) => `REPLACE(${so}, '${sign}', '')`, value)
  if (form === 'number') return without(text, [...numberSigns, ',', ' '])
  return `REPLACE(${without(text, [...numberSigns, ' ', ...tightSpaces, '.'])}, ',', '.')`
}
