import { Failure } from '#domain/failure.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { FilterCondition, Grain, QueryDimension } from '#domain/semantics/semantic-query.ts'
import type { ChosenColumn } from './answer-change.ts'

const FINER: Partial<Record<Grain, Grain>> = { year: 'quarter', quarter: 'month', month: 'day', week: 'day', day: 'hour' }

/** What is shown of a group that is looked into: the next level of its hierarchy, or the next finer period; null where neither is known. */
export function below({ hierarchies }: Layer, { table, column, grain }: QueryDimension): ChosenColumn | null {
  const finer = grain && FINER[grain]
  if (finer) return { table, column, grain: finer }
  for (const { levels } of hierarchies) {
    const at = levels.findIndex((level) => level.table === table && level.column === column)
    const next = at < 0 ? undefined : levels[at + 1]
    if (next) return { table: next.table, column: next.column }
  }
  return null
}

/** The condition that keeps one group of a result, by the value it bears there. */
export function conditionOf({ table, column, grain, bin }: QueryDimension, value: string | number | boolean | null): FilterCondition {
  if (value === null) return { table, column, operator: 'is_empty', values: [] }
  if (bin) return { table, column, operator: 'between', values: [Number(value), Number(value) + bin.width] }
  if (grain === undefined) return { table, column, operator: 'equals', values: [value] }
  if (grain.includes('_of_')) return { table, column, grain, operator: 'equals', values: [Number(value)] }
  const [first, last] = daysOf(String(value), grain)
  return first === last ? { table, column, operator: 'equals', values: [first] } : { table, column, operator: 'between', values: [first, last] }
}

const DAY = 86_400_000
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The first and the last day of a period as results write it: 2024, 2024-Q1, 2024-03, Monday's date, 2024-03-09, 2024-03-09 14:00. */
export function daysOf(value: string, grain: Grain): [string, string] {
  const [, year, quarter] = /^(\d{4})(?:-Q([1-4]))?$/.exec(value) ?? []
  if (year && quarter) return span(Number(year), (Number(quarter) - 1) * 3, 3)
  if (year) return span(Number(year), 0, 12)
  const [, monthYear, month] = /^(\d{4})-(\d{2})$/.exec(value) ?? []
  if (monthYear && month) return span(Number(monthYear), Number(month) - 1, 1)
  const at = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(at)) throw new Failure('invalid', `"${value}" is no ${grain}`, { param: 'change.value' })
  return [dayText(at), dayText(grain === 'week' ? at + 6 * DAY : at)]
}

/** The name of the period before one, as results write it. */
export function periodBefore(value: string, grain: Exclude<Grain, 'hour'>): string {
  const [first] = daysOf(value, grain)
  const last = dayText(Date.parse(`${first}T00:00:00Z`) - (grain === 'week' ? 7 : 1) * DAY)
  if (grain === 'year') return last.slice(0, 4)
  if (grain === 'quarter') return `${last.slice(0, 4)}-Q${Math.ceil(Number(last.slice(5, 7)) / 3)}`
  return grain === 'month' ? last.slice(0, 7) : last
}

/** The first and the last day of two periods that follow each other. */
export const daysOfBoth = (before: string, value: string, grain: Grain): [string, string] => [daysOf(before, grain)[0], daysOf(value, grain)[1]]

const span = (year: number, month: number, months: number): [string, string] => [
  dayText(Date.UTC(year, month, 1)),
  dayText(Date.UTC(year, month + months, 1) - DAY),
]
