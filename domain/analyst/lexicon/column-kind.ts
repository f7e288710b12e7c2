import { moneyPlurals } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { rowCountLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { foundingLabels } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { birthLabels, deathLabels, lastingNouns, lengthLabels, lengthUnits } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isNumericType, timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Dialect } from '#domain/semantics/sources/source.ts'
import { nameKey } from './phrases.ts'
import { anyOf, wordPattern } from './word-pattern.ts'

const mostClasses = 20
const rowsPerClass = 5
const leastSpread = 30

/** Whether a column of whole numbers divides rows into classes (4, 6 and 8 cylinders): it has few values, each in many rows. */
export function isClassNumber({ table, column }: ColumnReference): boolean {
  const { rows } = table
  return (
    column.type === 'integer' &&
    column.distinct !== null &&
    rows !== null &&
    column.distinct <= mostClasses &&
    rows >= column.distinct * rowsPerClass &&
    rows >= 50
  )
}

/** Whether a numeric column has so many values that grouping by it makes no sense. */
export function isSpread({ table, column }: ColumnReference): boolean {
  if (!isNumericType(column) || column.semanticType !== 'measure' || column.distinct === null || isYearNumber(column)) return false
  return column.distinct > leastSpread || (table.rows !== null && table.rows > 4 && column.distinct * 2 > table.rows)
}

/** Whether every row has a value of its own, such as a name. */
export function isUnique({ table, column }: ColumnReference): boolean {
  return column.distinct !== null && column.distinct > 1 && column.distinct === table.rows
}

const foundingLabel = new RegExp(`\\b${anyOf(foundingLabels)}$`)

/** Whether a numeric column holds years: 78, or 1837 as "date opened". */
export function isYearNumber(column: ColumnReference['column']): boolean {
  const label = column.label.toLowerCase()
  const isBeginning = foundingLabel.test(label) && Number(column.min ?? 0) >= 1500 && Number(column.max ?? 9999) <= 2100
  return isNumericType(column) && (isBeginning || /\byears?$/.test(label)) && column.semanticType !== 'identifier'
}

/** Whether a column can be the time axis of a chart or a trend: a date, or a year as a number. */
export function isTimeAxis(column: ColumnReference['column'], dialect: Dialect): boolean {
  return isYearNumber(column) || (column.semanticType === 'time' && timeStorageOf(column, dialect) !== null)
}

/** Whether a column holds days as text ("31.12.2024"), which cannot be sorted or compared by time. */
export function isWrittenDay({ type, max, semanticType }: ColumnReference['column']): boolean {
  return type === 'text' && semanticType !== 'time' && /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(max ?? '')
}

const durationLabel = new RegExp(`^${anyOf(lengthLabels)}(?: (?:in )?${anyOf(lengthUnits)})?$|^${anyOf(lastingNouns)} ${anyOf(lengthLabels)}$`, 'i')

/** The number of a table that tells how long something took, and nothing else. */
export function durationColumn({ columns }: LayerTable): LayerColumn | null {
  const told = (column: LayerColumn) =>
    !column.isHidden && column.semanticType !== 'identifier' && isNumericType(column) && durationLabel.test(column.label.trim())
  return columns.find(told) ?? null
}

/** Whether a column says of each row that it is one: "Number of Records" of 1. */
export const countsOne = ({ label, min, max, distinct }: LayerColumn): boolean =>
  distinct === 1 &&
  Number(min) === 1 &&
  Number(max) === 1 &&
  label
    .toLowerCase()
    .split(' ')
    .some((word) => rowCountLabels.has(word))

/** How much less surely a phrase means a column that is called as its table: the "flight" of flights is their number, and "flights" are rows. */
export const sureOf = (table: LayerTable, column: LayerColumn, phrase: string): number =>
  isNumericType(column) && phrase === nameKey(table.label) && phrase === nameKey(column.label) ? 0.55 : 1

const totalOf = /\btotal (?:of )?(?:\w+ )*(\w+s)$/i
const mostOfFew = 12

/** Whether a total counts things: "total of special requests", "total bags"; or is so small a whole number that it is no money. */
export function countsThings({ label, type, min, max }: LayerColumn): boolean {
  const of = totalOf.exec(label.replaceAll('_', ' ').trim())?.[1]?.toLowerCase()
  const isFew = type === 'integer' && min !== null && max !== null && Number(min) >= 0 && Number(max) <= mostOfFew
  return (of !== undefined && !moneyPlurals.has(of)) || isFew
}

const calendarPlace = /(?:^|[ _])(?:year|quarter|month|week|day|hour)(?:[ _](?:number|no|num|of[ _](?:the[ _])?(?:year|quarter|month|week|day)))?$/i
const latestYear = 2200
const lastDay = 366

export const isCalendarLabel = (label: string): boolean => calendarPlace.test(label.trim())

/** Whether a number tells a place in the calendar ("arrival date week number", "day of month"): nobody adds it up or divides by it. Plurals are how long something took. */
export const isCalendarPlace = ({ label, type, min, max }: LayerColumn): boolean =>
  type === 'integer' && isCalendarLabel(label) && min !== null && max !== null && Number(min) >= 0 && (Number(max) <= lastDay || isYears(min, max))

const isYears = (min: string, max: string): boolean => Number(min) >= 1000 && Number(max) <= latestYear

const lifeLabel = wordPattern(birthLabels, deathLabels)

/** Whether a date is the day on which somebody was born or died, which dates nothing else. */
export const isOfLife = ({ label, semanticType }: LayerColumn): boolean => semanticType === 'time' && lifeLabel.test(label)
