import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '#connectors/sources/quote.ts'
import { Failure } from '#domain/failure.ts'
import type { StoredTable } from '../stored.ts'
import { storeTable } from './tables.ts'

const MAX_OBJECT_BYTES = 16 * 1024 * 1024

/** Reads an array of objects, one object, or one object a line; every record counts for the columns and their types. Nested values stay nested. */
export async function ingestJson(
  connection: DuckDBConnection,
  path: string,
  format: 'json' | 'ndjson',
  table: { directory: string; name: string },
): Promise<StoredTable> {
  const options = `sample_size = -1, maximum_object_size = ${MAX_OBJECT_BYTES}, convert_strings_to_integers = false`
  const layout = format === 'ndjson' ? 'newline_delimited' : 'auto'
  const place = { ...table, index: 0, primaryKey: [], foreignKeys: [] }
  try {
    return await storeTable(connection, `select * from read_json(${literal(path)}, format = '${layout}', ${options})`, place)
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error) || !/^(Invalid Input|Conversion|Binder) Error/.test(error.message)) throw error
    throw new Failure('invalid', await reasonOf(error.message, path, format), { param: 'file', cause: error })
  }
}

async function reasonOf(message: string, path: string, format: 'json' | 'ndjson'): Promise<string> {
  if (/duplicate key/.test(message)) return 'the JSON cannot be read: an object has the same key twice'
  if (/maximum_object_size/.test(message)) return 'the JSON cannot be read: a record is larger than 16 MB'
  const line = format === 'ndjson' ? await firstMalformedLine(path) : null
  return line === null ? 'the JSON cannot be read: it is malformed' : `the JSON cannot be read: line ${line} is malformed`
}

/** The engine counts lines differently from an editor, so a failed file is looked through once more. */
async function firstMalformedLine(path: string): Promise<number | null> {
  const input = createReadStream(path)
  let number = 0
  try {
    for await (const line of createInterface({ input })) {
      number++
      if (line.trim() !== '') JSON.parse(line.replace(/^\ufeff/, ''))
    }
    return null
  } catch {
    return number
  } finally {
    input.destroy()
  }
}
