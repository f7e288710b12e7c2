import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type DuckDBConnection, DuckDBListType, DuckDBMapType, DuckDBStructType } from '@duckdb/node-api'
import { MAX_COLUMNS } from '#connectors/sources/limits.ts'
import { identifier, literal } from '#connectors/sources/quote.ts'
import { uniqueNames } from '#connectors/sources/table-name.ts'
import { Failure } from '#domain/failure.ts'
import type { StoredTable } from '../stored.ts'
import { storeTable } from './tables.ts'

const MAX_OBJECT_BYTES = 16 * 1024 * 1024
/** Beyond these an object's members are taken for the keys of a map. */
const MAX_MEMBERS = MAX_COLUMNS + 1

/** Reads an array of objects, one object, an object around one list of objects, or one object a line; every record counts for the columns and their types. Nested values stay nested. */
export async function ingestJson(
  connection: DuckDBConnection,
  path: string,
  format: 'json' | 'ndjson',
  table: { directory: string; name: string },
): Promise<StoredTable> {
  const options = `sample_size = -1, maximum_object_size = ${MAX_OBJECT_BYTES}, convert_strings_to_integers = false, map_inference_threshold = ${MAX_MEMBERS}`
  const layout = format === 'ndjson' ? 'newline_delimited' : 'auto'
  const place = { ...table, index: 0, primaryKey: [], foreignKeys: [] }
  try {
    const read = `read_json(${literal(path)}, format = '${layout}', ${options})`
    await refuseMap(connection, `select * from ${read}`, table.name)
    return await storeTable(connection, format === 'json' ? await withRecords(connection, read) : `select * from ${read}`, place)
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error) || !/^(Invalid Input|Conversion|Binder) Error/.test(error.message)) throw error
    throw new Failure('invalid', await reasonOf(error.message, path, format), { param: 'file', cause: error })
  }
}

/** Records of more members than a table has columns come as one map. */
async function refuseMap(connection: DuckDBConnection, read: string, table: string): Promise<void> {
  const described = await connection.run(`${read} limit 0`)
  if (described.columnCount === 1 && described.columnName(0) === 'json' && described.columnType(0) instanceof DuckDBMapType)
    throw new Failure('invalid', `the records of ${table} have more than ${MAX_COLUMNS} different members`, { param: 'file' })
}

/** One object with one list of objects in it, such as `{"total":2,"data":[…]}`, is that list: its plain members stand beside each record. */
async function withRecords(connection: DuckDBConnection, read: string): Promise<string> {
  const all = `select * from ${read}`
  const [described, counted] = [await connection.run(`${all} limit 0`), await connection.run(`select count(*) from (select 1 from ${read} limit 2)`)]
  if (Number((await counted.getRows())[0]?.[0]) !== 1) return all
  const members = described.columnNames().map((name, index) => ({ name, type: described.columnType(index) }))
  const lists = members.filter(({ type }) => type instanceof DuckDBListType)
  const [records] = lists
  const record = records?.type instanceof DuckDBListType ? records.type.valueType : null
  if (!records || lists.length !== 1 || !(record instanceof DuckDBStructType)) return all
  const plain = members.filter(({ type }) => type !== records.type && !(type instanceof DuckDBStructType || type instanceof DuckDBMapType))
  const names = uniqueNames([...record.entryNames, ...plain.map(({ name }) => name)])
  const fields = [...record.entryNames.map((name) => `struct_extract(record, ${literal(name)})`), ...plain.map(({ name }) => identifier(name))].map(
    (value, index) => `${value} as ${identifier(names[index] ?? '')}`,
  )
  const kept = plain.map(({ name }) => `${identifier(name)}, `).join('')
  return `select ${fields.join(', ')} from (select ${kept}unnest(${identifier(records.name)}) as record from ${read})`
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
