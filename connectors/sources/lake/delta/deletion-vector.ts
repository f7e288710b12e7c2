import { Failure } from '#domain/failure.ts'
import type { DeletionVector } from './actions.ts'

const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
const ROARING_ARRAY = 1_681_511_377
const RUNS_COOKIE = 12_347
const PLAIN_COOKIE = 12_346
const ARRAY_MAX = 4096
const BITMAP_BYTES = 8192
/** Encoded characters of the 16 bytes of a UUID. */
const UUID_CHARACTERS = 20

/** The file that holds a vector, as the log would name it; null for one that stands in the log itself. */
export function vectorFile({ storageType, pathOrInlineDv }: Pick<DeletionVector, 'storageType' | 'pathOrInlineDv'>): string | null {
  if (storageType === 'i') return null
  if (storageType === 'p') return pathOrInlineDv
  const prefix = pathOrInlineDv.slice(0, -UUID_CHARACTERS)
  const hex = Buffer.from(decodeZ85(pathOrInlineDv.slice(-UUID_CHARACTERS))).toString('hex')
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return `${prefix === '' ? '' : `${prefix}/`}deletion_vector_${uuid}.bin`
}

/** The numbers of the deleted rows. `file` is the content of the vector's file, when it has one. */
export function deletedRows(vector: DeletionVector, file: Uint8Array | null): number[] {
  try {
    const rows = readRoaring(file === null ? decodeZ85(vector.pathOrInlineDv).subarray(0, vector.sizeInBytes) : stored(file, vector.offset ?? 1))
    if (rows.length !== vector.cardinality) throw new RangeError('not as many rows as the log says')
    return rows
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('invalid', 'a deletion vector of the table is damaged', { cause: error })
  }
}

function stored(file: Uint8Array, offset: number): Uint8Array {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(offset)
  return file.subarray(offset + 4, offset + 4 + size)
}

function decodeZ85(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor(text.length / 5) * 4)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at * 5 + 5 <= text.length; at++) {
    let value = 0
    for (const character of text.slice(at * 5, at * 5 + 5)) value = value * 85 + Z85.indexOf(character)
    view.setUint32(at * 4, value)
  }
  return bytes
}

/** A 64-bit Roaring bitmap in the portable format, after its magic number. */
function readRoaring(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== ROARING_ARRAY) throw new RangeError('unknown magic number')
  const bitmaps = Number(view.getBigUint64(4, true))
  const rows: number[] = []
  let at = 12
  for (let index = 0; index < bitmaps; index++) {
    const high = view.getUint32(at, true) * 2 ** 32
    at = readBitmap(view, at + 4, high, rows)
  }
  return rows
}

function readBitmap(view: DataView, start: number, high: number, rows: number[]): number {
  let at = start
  const cookie = view.getUint32(at, true)
  at += 4
  const withRuns = (cookie & 0xffff) === RUNS_COOKIE
  if (!withRuns && cookie !== PLAIN_COOKIE) throw new RangeError('unknown cookie')
  const count = withRuns ? (cookie >>> 16) + 1 : view.getUint32(at, true)
  const runFlags = at
  at += withRuns ? (count + 7) >> 3 : 4
  const keys = at
  at += 4 * count
  if (!withRuns || count >= 4) at += 4 * count
  for (let index = 0; index < count; index++) {
    const base = high + view.getUint16(keys + 4 * index, true) * 65_536
    const cardinality = view.getUint16(keys + 4 * index + 2, true) + 1
    const isRuns = withRuns && ((view.getUint8(runFlags + (index >> 3)) >> (index & 7)) & 1) === 1
    at = isRuns ? readRuns(view, at, base, rows) : cardinality <= ARRAY_MAX ? readArray(view, at, base, cardinality, rows) : readBits(view, at, base, rows)
  }
  return at
}

function readRuns(view: DataView, start: number, base: number, rows: number[]): number {
  const runs = view.getUint16(start, true)
  for (let run = 0; run < runs; run++) {
    const first = view.getUint16(start + 2 + 4 * run, true)
    const more = view.getUint16(start + 4 + 4 * run, true)
    for (let row = 0; row <= more; row++) rows.push(base + first + row)
  }
  return start + 2 + 4 * runs
}

function readArray(view: DataView, start: number, base: number, cardinality: number, rows: number[]): number {
  for (let index = 0; index < cardinality; index++) rows.push(base + view.getUint16(start + 2 * index, true))
  return start + 2 * cardinality
}

function readBits(view: DataView, start: number, base: number, rows: number[]): number {
  for (let byte = 0; byte < BITMAP_BYTES; byte++) {
    const bits = view.getUint8(start + byte)
    for (let bit = 0; bit < 8; bit++) if ((bits >> bit) & 1) rows.push(base + byte * 8 + bit)
  }
  return start + BITMAP_BYTES
}
