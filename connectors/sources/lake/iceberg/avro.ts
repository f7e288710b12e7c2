import { inflateRawSync } from 'node:zlib'
import { notRead } from '../table-files.ts'

const MAGIC = 0x4f626a01
const SYNC_BYTES = 16
/** A block of a manifest unpacks to at most this much. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024

type Schema =
  | string
  | Schema[]
  | { type: Schema; fields?: { name: string; type: Schema }[]; items?: Schema; values?: Schema; size?: number; symbols?: string[]; name?: string }
type Cursor = { view: DataView; bytes: Uint8Array; at: number; named: Map<string, Schema> }

/** The records of an Avro file, with its metadata. Longs become numbers where they are safe ones, bigints where not; bytes and fixed stay bytes. */
export function readAvro(bytes: Uint8Array): { metadata: Map<string, string>; records: Record<string, unknown>[] } {
  const cursor: Cursor = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes, at: 4, named: new Map() }
  if (cursor.view.getUint32(0) !== MAGIC) throw new RangeError('not an Avro file')
  const metadata = new Map<string, string>()
  readBlocks(cursor, () => {
    const key = readText(cursor)
    metadata.set(key, readText(cursor))
  })
  const schema = JSON.parse(metadata.get('avro.schema') ?? 'null') as Schema
  const codec = metadata.get('avro.codec') ?? 'null'
  if (codec !== 'null' && codec !== 'deflate') throw notRead(`the Avro compression "${codec.slice(0, 40)}"`)
  cursor.at += SYNC_BYTES
  const records: Record<string, unknown>[] = []
  while (cursor.at < bytes.length) {
    const count = readLong(cursor)
    const packed = readBytes(cursor)
    cursor.at += SYNC_BYTES
    const block = codec === 'deflate' ? inflateRawSync(packed, { maxOutputLength: MAX_BLOCK_BYTES }) : packed
    const inside: Cursor = { ...cursor, view: new DataView(block.buffer, block.byteOffset, block.byteLength), bytes: block, at: 0 }
    for (let index = 0; index < count; index++) records.push(readValue(inside, schema) as Record<string, unknown>)
  }
  return { metadata, records }
}

function readValue(cursor: Cursor, schema: Schema): unknown {
  if (typeof schema === 'string') return readPrimitive(cursor, schema)
  if (Array.isArray(schema)) return readValue(cursor, schema[readLong(cursor)] ?? 'null')
  if (schema.name) cursor.named.set(schema.name, schema)
  switch (schema.type) {
    case 'record':
      return Object.fromEntries((schema.fields ?? []).map((field) => [field.name, readValue(cursor, field.type)]))
    case 'array': {
      const items: unknown[] = []
      readBlocks(cursor, () => items.push(readValue(cursor, schema.items ?? 'null')))
      return items
    }
    case 'map': {
      const entries: [string, unknown][] = []
      readBlocks(cursor, () => entries.push([readText(cursor), readValue(cursor, schema.values ?? 'null')]))
      return Object.fromEntries(entries)
    }
    case 'fixed':
      return take(cursor, schema.size ?? 0)
    case 'enum':
      return schema.symbols?.[readLong(cursor)]
    default:
      return readValue(cursor, schema.type)
  }
}

function readPrimitive(cursor: Cursor, type: string): unknown {
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return take(cursor, 1)[0] === 1
    case 'int':
    case 'long':
      return readInteger(cursor)
    case 'float':
      cursor.at += 4
      return cursor.view.getFloat32(cursor.at - 4, true)
    case 'double':
      cursor.at += 8
      return cursor.view.getFloat64(cursor.at - 8, true)
    case 'bytes':
      return readBytes(cursor)
    case 'string':
      return readText(cursor)
    default: {
      const named = cursor.named.get(type)
      if (named === undefined) throw notRead(`the Avro type "${type.slice(0, 40)}"`)
      return readValue(cursor, named)
    }
  }
}

/** A count of items and the items, until a count of none; a negative count is followed by the size of the block. */
function readBlocks(cursor: Cursor, readItem: () => void): void {
  for (let count = readLong(cursor); count !== 0; count = readLong(cursor)) {
    if (count < 0) readLong(cursor)
    for (let index = 0; index < Math.abs(count); index++) {
      if (cursor.at > cursor.bytes.length) throw new RangeError('the Avro file ends in the middle')
      readItem()
    }
  }
}

function readInteger(cursor: Cursor): number | bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.view.getUint8(cursor.at++)
    value |= BigInt(byte & 0x7f) << shift
    if (!(byte & 0x80)) break
  }
  const plain = BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n))
  return Number.isSafeInteger(Number(plain)) ? Number(plain) : plain
}

function readLong(cursor: Cursor): number {
  const value = readInteger(cursor)
  if (typeof value === 'bigint') throw new RangeError('a length is too large')
  return value
}

function readText(cursor: Cursor): string {
  return new TextDecoder().decode(readBytes(cursor))
}

function readBytes(cursor: Cursor): Uint8Array {
  return take(cursor, readLong(cursor))
}

function take(cursor: Cursor, size: number): Uint8Array {
  if (size < 0 || cursor.at + size > cursor.bytes.length) throw new RangeError('the Avro file ends in the middle')
  cursor.at += size
  return cursor.bytes.subarray(cursor.at - size, cursor.at)
}
