import type { Layer } from '../layer.ts'
import type { Arithmetic } from '../semantic-query.ts'
import { plural } from './english.ts'
import { periodInWords } from './value-in-words.ts'

/** How a calculation of columns is said in a language. */
export type Said = {
  calculated: string
  column(label: string): string
  duration(unit: 'second' | 'minute' | 'hour' | 'day', from: string, to: string): string
  period(text: string): string
}

export const ENGLISH: Said = {
  calculated: 'what is calculated',
  column: (label) => label,
  duration: (unit, from, to) => `${plural(unit)} from ${from} to ${to}`,
  period: periodInWords,
}

/** What is calculated of each row: `quantity × unit price`. */
export function arithmeticOf(layer: Layer, table: string, expression: Arithmetic, said: Said): string {
  if ('column' in expression) return said.column(columnLabel(layer, expression.table ?? table, expression.column))
  if ('number' in expression) return String(expression.number)
  if ('case' in expression) return said.calculated
  if ('duration' in expression) {
    const [from = '', to = ''] = [expression.duration.from, expression.duration.to].map((moment) =>
      'column' in moment ? said.column(columnLabel(layer, moment.table ?? table, moment.column)) : said.period(moment.moment),
    )
    return said.duration(expression.duration.unit, from, to)
  }
  const [left, right] = [expression.left, expression.right].map((side) => {
    const words = arithmeticOf(layer, table, side, said)
    return 'op' in side && (expression.op === '*' || expression.op === '/') && side.op !== '*' ? `(${words})` : words
  })
  return `${left} ${expression.op === '*' ? '×' : expression.op} ${right}`
}

/** A column as people call it, in small letters. */
export function columnLabel(layer: Layer, table: string, name: string): string {
  const column = layer.tables.find((item) => item.name === table)?.columns.find((item) => item.name === name)
  return (column?.label ?? name).toLowerCase()
}
