import { Failure } from '#domain/failure.ts'
import type { LayerColumn, LayerTable } from '../layer.ts'
import { type FilterCondition, type FilterValue, type Grain, isCyclic } from '../semantic-query.ts'
import type { Dialect } from '../sources/source.ts'
import type { Expression, TimeStorage } from '../sql/sql-tree.ts'
import { asNumber, blanksOf, holdsNumbersAsText, hourStorageOf, isNumericType, timeStorageOf } from './column-storage.ts'
import { columnValue } from './composed-dates.ts'
import { shiftedBack, type TimeShift } from './time-shift.ts'

export type Comparison = '=' | '<>' | '>' | '>=' | '<' | '<='
export const comparisons: Partial<Record<FilterCondition['operator'], Comparison>> = {
  equals: '=',
  not_equals: '<>',
  greater_than: '>',
  greater_or_equal: '>=',
  less_than: '<',
  less_or_equal: '<=',
}

type ValueCondition = Pick<FilterCondition, 'operator' | 'values' | 'grain'> & { table?: string; column?: string }

/** A comparison with values, of a column that the statement has in scope. `shift` moves moments back. Fails with `query_invalid` when the values do not fit. */
export function compileCondition(
  condition: ValueCondition,
  table: LayerTable,
  column: LayerColumn,
  dialect: Dialect,
  shift: TimeShift | null = null,
): Expression {
  const { operator, values, grain } = condition
  const of: Expression = columnValue(table, column)
  const member = `"${column.name}" in "${table.name}"`
  if (operator === 'is_empty' || operator === 'is_not_empty') {
    if (values.length > 0) throw new Failure('query_invalid', `${operator} on ${member} takes no values`)
    return emptiness(of, column, operator === 'is_not_empty')
  }
  const [first, second] = values
  if (first === undefined) throw new Failure('query_invalid', `${operator} on ${member} needs a value`)
  if (operator === 'between' && (second === undefined || values.length > 2)) throw new Failure('query_invalid', `between on ${member} needs two values`)
  if (operator === 'contains' || operator === 'not_contains' || operator === 'starts_with' || operator === 'ends_with')
    return matching(of, column, operator, values)
  const storage = grain === 'hour_of_day' ? hourStorageOf(column, dialect) : timeStorageOf(column, dialect)
  if (grain !== undefined) return numberCondition(partOf(of, storage, grain, member), condition, `the ${grain.replaceAll('_', ' ')} of ${member}`)
  if (storage !== null) {
    const timed = timeCondition(of, storage, operator, values, member, shift)
    // A blank stands before all days, and a word behind them.
    return storage === 'iso_text' && blanksOf(column).length > 0 ? { kind: 'all', of: [emptiness(of, column, true), timed] } : timed
  }
  const operand = operandOf(of, column, values)
  const valueFor = (value: FilterValue): Expression => ({ kind: 'value', value: coerced(value, column, operand !== of, member) })
  return compared(operand, operator, values.map(valueFor))
}

/** Whether a column holds nothing; a text may say so by a blank or a word such as N/A. */
function emptiness(of: Expression, column: LayerColumn, isDenied: boolean): Expression {
  const missing: Expression = { kind: 'is_null', of }
  const values = blanksOf(column).map((value): Expression => ({ kind: 'value', value }))
  const present: Expression = { kind: 'not', of: missing }
  if (values.length === 0) return isDenied ? present : missing
  const blank: Expression = { kind: 'any_of', of, values, negated: isDenied }
  return isDenied ? { kind: 'all', of: [present, blank] } : { kind: 'any', of: [missing, blank] }
}

/** A comparison of a number that is calculated, which `said` names in messages. Fails with `query_invalid` when it is compared with what is none. */
export function numberCondition(operand: Expression, { operator, values }: ValueCondition, said: string): Expression {
  const numbers = values.map((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)))
  const isMatching = comparisons[operator] !== undefined || operator === 'between'
  if (!isMatching || numbers.length === 0 || !numbers.every(Number.isFinite) || (operator === 'between' && numbers.length !== 2))
    throw new Failure('query_invalid', `${said} is compared with numbers`)
  return compared(
    operand,
    operator,
    numbers.map((value) => ({ kind: 'value', value })),
  )
}

function compared(operand: Expression, operator: FilterCondition['operator'], values: Expression[]): Expression {
  const [first, second] = values
  if (operator === 'between' && first && second) {
    return {
      kind: 'all',
      of: [
        { kind: 'compare', operator: '>=', left: operand, right: first },
        { kind: 'compare', operator: '<=', left: operand, right: second },
      ],
    }
  }
  if ((operator === 'equals' || operator === 'not_equals') && values.length > 1)
    return { kind: 'any_of', of: operand, values, negated: operator === 'not_equals' }
  return anyOf(values.map((right) => ({ kind: 'compare', operator: comparisons[operator] ?? '=', left: operand, right })))
}

/** A part of a date that comes again, as a number. */
function partOf(of: Expression, storage: TimeStorage | null, grain: Grain, member: string): Expression {
  if (storage === null || storage === 'year_number' || storage === 'year_text' || !isCyclic(grain))
    throw new Failure('query_invalid', `${member} has no ${grain.replaceAll('_', ' ')} to compare`, {
      hint: 'A grain of a condition is a part of a date that repeats, such as day_of_week.',
    })
  return { kind: 'period', of, storage, grain }
}

function matching(of: Expression, column: LayerColumn, operator: 'contains' | 'not_contains' | 'starts_with' | 'ends_with', values: FilterValue[]): Expression {
  const value: Expression = column.type === 'text' ? of : { kind: 'as_text', of }
  const at = operator === 'starts_with' ? 'start' : operator === 'ends_with' ? 'end' : 'anywhere'
  const any = anyOf(values.map((text) => ({ kind: 'like', of: value, text: String(text), at })))
  return operator === 'not_contains' ? { kind: 'not', of: any } : any
}

function timeCondition(
  of: Expression,
  storage: TimeStorage,
  operator: FilterCondition['operator'],
  values: FilterValue[],
  member: string,
  shift: TimeShift | null,
): Expression {
  const periods = values.map((value) => {
    const period = periodOf(value)
    if (period) return shift === null ? period : shiftedPeriod(period, shift)
    throw new Failure('query_invalid', `"${value}" is no date that ${member} can be compared with`, {
      hint: 'Write dates as 2024-03-09, 2024-03, 2024-Q1 or 2024.',
    })
  })
  const compare = (sign: Comparison, moment: string): Expression => {
    if (storage === 'year_number') return { kind: 'compare', operator: sign, left: of, right: { kind: 'value', value: Number(moment.slice(0, 4)) } }
    if (storage === 'year_text') return { kind: 'compare', operator: sign, left: of, right: { kind: 'value', value: moment.slice(0, 4) } }
    return { kind: 'compare', operator: sign, left: { kind: 'moment', of, storage }, right: { kind: 'value', value: moment, as: 'timestamp' } }
  }
  const from = (moment: string) => compare('>=', moment)
  const yearly = storage === 'year_number' || storage === 'year_text'
  // A year column has no days: the end of a period inside a year is that whole year.
  const until = (period: Period) => (yearly ? compare('<=', period.last) : period.isInstant ? compare('<=', period.from) : compare('<', period.to))
  const [first, second] = periods
  if (operator === 'between' && first && second) return { kind: 'all', of: [from(first.from), until(second)] }
  const inside = (period: Period): Expression => {
    if (period.isInstant) return compare('=', period.from)
    return { kind: 'all', of: [from(period.from), until(period)] }
  }
  return anyOf(
    periods.map((period): Expression => {
      if (operator === 'greater_or_equal') return from(period.from)
      if (operator === 'less_than') return compare('<', period.from)
      if (operator === 'less_or_equal') return until(period)
      if (operator === 'greater_than') return yearly ? compare('>', period.last) : period.isInstant ? compare('>', period.from) : from(period.to)
      return operator === 'not_equals' ? { kind: 'not', of: inside(period) } : inside(period)
    }),
    operator === 'not_equals' ? 'all' : 'any',
  )
}

function shiftedPeriod(period: Period, shift: TimeShift): Period {
  const [from, to, last] = [period.from, period.to, period.last].map((moment) => shiftedBack(moment, shift)) as [string, string, string]
  return { from, to, last, isInstant: period.isInstant }
}

type Period = { from: string; to: string; last: string; isInstant: boolean }

/** The half-open span of days that `2024`, `2024-Q1`, `2024-03` or `2024-03-09` stands for; a moment with a time of day stands for itself. */
function periodOf(value: FilterValue): Period | null {
  const parts = /^(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?Z?)?)?$/i.exec(String(value).trim())
  if (!parts) return null
  const [, year = '', quarter, month, day, time] = parts
  if (time !== undefined) {
    const moment = `${year}-${month}-${day} ${time.slice(1)}`
    return { from: moment, to: moment, last: moment, isInstant: true }
  }
  const startMonth = quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2
  const months = quarter !== undefined ? 3 : month === undefined ? 12 : day === undefined ? 1 : 0
  if (startMonth < 1 || startMonth > 12) return null
  const from = dayText(Number(year), startMonth, Number(day ?? 1))
  if (day !== undefined && from.slice(8) !== day) return null
  const to = months === 0 ? dayText(Number(year), startMonth, Number(day) + 1) : dayText(Number(year), startMonth + months, 1)
  const last = months === 0 ? from : dayText(Number(year), startMonth + months, 0)
  return { from, to, last, isInstant: false }
}

function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

function operandOf(of: Expression, column: LayerColumn, values: FilterValue[]): Expression {
  return holdsNumbersAsText(column) && values.every((value) => typeof value === 'number') ? asNumber(column, of) : of
}

function coerced(value: FilterValue, column: LayerColumn, asNumber: boolean, member: string): FilterValue {
  if (isNumericType(column) || asNumber) {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
    if (Number.isFinite(number)) return number
    throw new Failure('query_invalid', `${member} holds numbers, which "${value}" is not`)
  }
  if (column.type === 'boolean') {
    if (typeof value === 'boolean') return value
    const word = String(value).toLowerCase()
    if (['true', 'yes', 'y', 't', '1'].includes(word)) return true
    if (['false', 'no', 'n', 'f', '0'].includes(word)) return false
    throw new Failure('query_invalid', `${member} is true or false, which "${value}" is not`)
  }
  return column.type === 'other' ? value : String(value)
}

/** One condition as it is, several joined. */
function anyOf(conditions: Expression[], kind: 'any' | 'all' = 'any'): Expression {
  const [first] = conditions
  return first !== undefined && conditions.length === 1 ? first : { kind, of: conditions }
}
