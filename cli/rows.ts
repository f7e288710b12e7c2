import stringWidth from 'string-width'
import { csvLine } from '#domain/csv-line.ts'
import { harmless, type Terminal } from './terminal.ts'

export const FORMATS = ['table', 'json', 'csv'] as const
export type Format = (typeof FORMATS)[number]
export type Row = Record<string, unknown>

const GAP = 2
const LEAST_WIDTH = 8

/** Writes rows as they were asked for: the named members as a table or CSV, every member as JSON. */
export function writeRows(terminal: Terminal, format: Format, rows: readonly Row[], members: readonly string[]): void {
  if (format === 'json') terminal.out(`${JSON.stringify(rows, null, 2)}\n`)
  else {
    const cells = rows.map((row) => members.map((member) => row[member]))
    if (format === 'csv') writeCsv(terminal, members, cells)
    else writeTable(terminal, members, cells)
  }
}

/** Writes one record: a line for each of the named members, every member as JSON, or a line of CSV. */
export function writeRecord(terminal: Terminal, format: Format, record: Row, members: readonly string[]): void {
  if (format === 'json') terminal.out(`${JSON.stringify(record, null, 2)}\n`)
  else if (format === 'csv') writeRows(terminal, 'csv', [record], members)
  else {
    const width = Math.max(...members.map((member) => member.length))
    for (const member of members) terminal.out(`${terminal.style('dim', member.padEnd(width + GAP))}${shown(record[member])}\n`)
  }
}

export function writeCsv(terminal: Terminal, names: readonly string[], rows: readonly (readonly unknown[])[]): void {
  terminal.out(csvLine([...names]))
  for (const row of rows) terminal.out(csvLine(names.map((_, at) => (typeof row[at] === 'number' ? row[at] : textOf(row[at])))))
}

/** Writes columns below their names, as wide as their cells need; what does not fit a terminal's width is cut. */
export function writeTable(terminal: Terminal, names: readonly string[], rows: readonly (readonly unknown[])[]): void {
  const table = rows.map((row) => names.map((_, at) => shown(row[at])))
  const isNumber = names.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number' || row[at] == null))
  const wanted = names.map((name, at) => Math.max(stringWidth(name), ...table.map((row) => stringWidth(row[at] ?? ''))))
  const widths = fitted(wanted, terminal.columns)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => aligned(cell, widths[at] ?? 0, isNumber[at] === true))
      .join(' '.repeat(GAP))
      .trimEnd()
  terminal.out(`${terminal.style('bold', line(names.map(harmless)))}\n`)
  for (const row of table) terminal.out(`${line(row)}\n`)
}

/** Takes from the widest columns what a terminal has no room for. */
function fitted(wanted: readonly number[], columns: number | null): number[] {
  const widths = [...wanted]
  if (columns === null) return widths
  const room = columns - GAP * (widths.length - 1)
  for (;;) {
    const excess = widths.reduce((sum, width) => sum + width, 0) - room
    const widest = Math.max(...widths)
    if (excess <= 0 || widest <= LEAST_WIDTH) return widths
    const next = Math.max(LEAST_WIDTH, ...widths.filter((width) => width < widest))
    const at = widths.indexOf(widest)
    widths[at] = Math.max(next === widest ? widest - 1 : next, widest - excess, LEAST_WIDTH)
  }
}

function aligned(cell: string, width: number, right: boolean): string {
  const fits = stringWidth(cell) <= width ? cell : cutTo(cell, width)
  const space = ' '.repeat(Math.max(0, width - stringWidth(fits)))
  return right ? `${space}${fits}` : `${fits}${space}`
}

function cutTo(cell: string, width: number): string {
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(cell)) {
    if (stringWidth(`${cut}${segment}`) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
/** A value on one line. */
const shown = (value: unknown): string => harmless(textOf(value)).replace(/\s+/g, ' ')
