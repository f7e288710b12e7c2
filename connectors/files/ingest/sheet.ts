import { Failure } from '#domain/failure.ts'
import type { NumberKind, Workbook } from './workbook.ts'
import { attributeOf, readXml } from './xml.ts'

const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384
const DAY_MS = 86_400_000
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

export type CellKind = 'integer' | 'text' | 'boolean' | NumberKind
export type Cell = { kind: CellKind; text: string }
/** The cells of a row by column; holes where a cell is empty. */
export type Row = { number: number; cells: (Cell | undefined)[] }

/** Hands over the rows that hold anything, in order, as the sheet streams. Fails with `invalid` for a cell outside a sheet's bounds. */
export async function readSheet(bytes: AsyncIterable<Uint8Array>, workbook: Workbook, onRow: (row: Row) => void): Promise<void> {
  let row: Row = { number: 0, cells: [] }
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  let reading = false
  let phonetic = false
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributeOf(attributes, 'r') ?? row.number + 1)
        if (!Number.isInteger(number) || number < 1 || number > MAX_ROW) throw outside()
        row = { number, cells: [] }
        column = -1
      } else if (name === 'c') {
        const reference = attributeOf(attributes, 'r')
        column = reference === null ? column + 1 : columnOf(reference)
        if (column < 0 || column >= MAX_COLUMN) throw outside()
        type = attributeOf(attributes, 't') ?? 'n'
        style = Number(attributeOf(attributes, 's') ?? 0)
        value = ''
      } else if (name === 'rPh') phonetic = true
      else if (name === 'v' || name === 't') reading = !phonetic
    },
    text(text) {
      if (reading) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c') {
        const cell = value === '' ? undefined : cellOf(type, value, workbook.kinds[style] ?? 'number', workbook)
        if (cell) row.cells[column] = cell
      } else if (name === 'row' && row.cells.length > 0) onRow(row)
    },
  })
}

function cellOf(type: string, value: string, kind: NumberKind, workbook: Workbook): Cell | undefined {
  switch (type) {
    case 's':
      return textCell(workbook.shared[Number(value)] ?? '')
    case 'str':
    case 'inlineStr':
      return textCell(value)
    case 'b':
      return { kind: 'boolean', text: value === '1' || value === 'true' ? 'true' : 'false' }
    case 'd':
      return { kind: value.includes('T') ? 'timestamp' : 'date', text: value.replace(/Z$/, '') }
    case 'e':
      return undefined
    default:
      return numberCell(value, kind, workbook.from1904)
  }
}

/** A workbook writes control characters as `_x000D_`. */
function textCell(text: string): Cell | undefined {
  const plain = text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))) : text
  const clean = plain.replaceAll('\0', '')
  return clean === '' ? undefined : { kind: 'text', text: clean }
}

function numberCell(value: string, kind: NumberKind, from1904: boolean): Cell | undefined {
  const number = Number(value)
  if (!Number.isFinite(number)) return textCell(value)
  const moment = kind === 'number' ? null : momentOf(number, kind, from1904)
  return moment ?? { kind: Number.isSafeInteger(number) ? 'integer' : 'number', text: String(number) }
}

/** Days since the epoch as a moment, or null where there is none. The calendar of 1900 counts a 29 February that never was. */
function momentOf(days: number, kind: 'date' | 'time' | 'timestamp', from1904: boolean): Cell | null {
  const real = !from1904 && days < 60 && days >= 1 ? days + 1 : days
  const at = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(real * DAY_MS))
  if (days < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null
  const text = at.toISOString().slice(0, -1)
  if (kind === 'time' && days < 1) return { kind: 'time', text: text.slice(11) }
  return Number.isInteger(days) && kind !== 'timestamp' ? { kind: 'date', text: text.slice(0, 10) } : { kind: 'timestamp', text }
}

/** `BC12` → 54. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) | 32) - 96
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > MAX_COLUMN) break
  }
  return column - 1
}

function outside(): Failure {
  return new Failure('invalid', 'the workbook has a cell outside the bounds of a sheet', { param: 'file' })
}
