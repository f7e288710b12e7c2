import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { distinctNames, textOf } from './cells.ts'

/** Rows that are written together: as few as a file of good size allows, since all of them and what encodes them are held at once. */
const GROUP = 5_000

/** A Parquet file, compressed with Snappy; every column may be null. Decimals stay text, which loses none of their digits. */
export async function* writeParquet(columns: readonly QueryColumn[], rows: AsyncIterable<JsonValue[][]>): AsyncGenerator<Uint8Array> {
  const types = columns.map(typeOf)
  const names = distinctNames(columns)
  const group = () => names.map((name, at) => ({ name, type: types[at] as BasicType, nullable: true, data: [] as unknown[] }))
  const writer = new FlushingWriter()
  let held = group()
  const file = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: held }) })
  let count = 0
  for await (const part of rows) {
    for (const row of part) {
      for (const [at, { type, data }] of held.entries()) data.push(fitted(row[at], type))
      if (++count % GROUP !== 0) continue
      await file.write({ columnData: held, rowGroupSize: GROUP })
      held = group()
      yield* writer.taken()
    }
  }
  if (count % GROUP !== 0) await file.write({ columnData: held, rowGroupSize: GROUP })
  await file.finish()
  yield* writer.taken()
}

const TYPES: Partial<Record<QueryColumn['type'], BasicType>> = { boolean: 'BOOLEAN', integer: 'INT64', number: 'DOUBLE', timestamp: 'TIMESTAMP' }
const typeOf = ({ type, grain }: QueryColumn): BasicType => (grain === null ? (TYPES[type] ?? 'STRING') : 'STRING')

function fitted(cell: JsonValue | undefined, type: BasicType): unknown {
  if (cell === null || cell === undefined) return null
  if (type === 'BOOLEAN') return typeof cell === 'boolean' ? cell : Boolean(Number(cell))
  if (type === 'INT64') return wholeOf(cell)
  if (type === 'DOUBLE') return Number.isNaN(Number(cell)) ? null : Number(cell)
  if (type === 'TIMESTAMP') return momentOf(String(cell))
  return textOf(cell)
}

function wholeOf(cell: JsonValue): bigint | null {
  try {
    return BigInt(cell as number | string)
  } catch {
    return null
  }
}

function momentOf(text: string): Date | null {
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}${/[T ]\d/.test(text) ? 'Z' : ''}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A writer that gives away what it holds after each group of rows, and counts on from there. */
class FlushingWriter extends ByteWriter {
  readonly #full: Uint8Array[] = []

  flush(): void {
    this.#full.push(new Uint8Array(this.buffer.slice(0, this.index)))
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }

  *taken(): Generator<Uint8Array> {
    yield* this.#full.splice(0)
  }
}
