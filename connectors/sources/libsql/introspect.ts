import type { ResultSet } from '@libsql/client/web'
import type { ForeignKey, SourceTable } from '#domain/semantics/sources/source.ts'
import { identifier } from '../quote.ts'
import { columnType } from '../sqlite-types.ts'
import { namesInText } from '../view-reads.ts'
import { plain } from './values.ts'

/** Runs statements in one request. */
export type ReadBatch = (statements: string[]) => Promise<ResultSet[]>

const SAMPLE_ROWS = 50
const TABLES_AT_ONCE = 100

/** Without the engine's own, a server's own, virtual tables and their shadows. */
const LISTED = `select name, type, wr from pragma_table_list where schema = 'main' and type in ('table', 'view')
  and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\' and name not like '\\_litestream\\_%' escape '\\'`

const CATALOGUE = [
  `select name, type, wr from (${LISTED}) order by name`,
  `select l.name, c.name, c.type, c."notnull", c.pk from (${LISTED} and type = 'table') as l join pragma_table_xinfo(l.name) as c where c.hidden <> 1 order by l.name, c.cid`,
  `select l.name, f.id, f."table", f."from", f."to" from (${LISTED} and type = 'table') as l join pragma_foreign_key_list(l.name) as f order by l.name, f.id, f.seq`,
  `select l.name, i.name, c.name from (${LISTED} and type = 'table') as l join pragma_index_list(l.name) as i join pragma_index_info(i.name) as c
    where i."unique" = 1 and i.partial = 0 order by l.name, i.seq desc, c.seqno`,
  'select sqlite_version()',
  `select name, sql from sqlite_schema where type = 'view'`,
]

type Draft = SourceTable & { required: Set<string>; hasRowid: boolean }

/** Tables and views with their columns and keys, in two or three requests; what a column holds is told by its declaration and, for words, by its first values. */
export async function readTables(read: ReadBatch): Promise<{ tables: SourceTable[]; version: string }> {
  const [listed, columns, foreign, indexes, version, texts] = await read(CATALOGUE)
  const tables = new Map<string, Draft>()
  for (const [name = '', type, without] of textsOf(listed)) tables.set(name, newTable(name, type === 'view', without !== '1'))
  for (const row of textsOf(columns)) addColumn(tables.get(row[0] ?? ''), row)
  for (const [name = '', text = ''] of textsOf(texts)) {
    const view = tables.get(name)
    if (view?.kind === 'view')
      view.reads = namesInText(
        text,
        [...tables.keys()].filter((other) => other !== name),
      )
  }
  const views = [...tables.values()].filter((table) => table.kind === 'view')
  for (const [table, found] of await columnsOfViews(read, views)) for (const row of found) addColumn(table, row)
  addKeys(tables, textsOf(indexes), textsOf(foreign))
  const served = [...tables.values()].filter((table) => table.columns.length > 0)
  for (let start = 0; start < served.length; start += TABLES_AT_ONCE) await look(read, served.slice(start, start + TABLES_AT_ONCE))
  return { tables: served.map(({ required: _, hasRowid: __, ...table }) => table), version: String(version?.rows[0]?.[0] ?? '') }
}

const textsOf = (result: ResultSet | undefined): string[][] =>
  (result?.rows ?? []).map((row) => Array.from({ length: result?.columns.length ?? 0 }, (_, index) => String(row[index] ?? '')))

const newTable = (name: string, isView: boolean, hasRowid: boolean): Draft => ({
  name,
  schema: null,
  kind: isView ? 'view' : 'table',
  comment: null,
  rowEstimate: null,
  columns: [],
  primaryKey: [],
  foreignKeys: [],
  required: new Set(),
  hasRowid,
})

function addColumn(table: Draft | undefined, [, name = '', declared = '', notNull, position]: string[]): void {
  if (!table) return
  table.columns.push({ name, type: columnType(declared || null, []), nativeType: declared, nullable: notNull !== '1' && position === '0', comment: null })
  if (notNull === '1') table.required.add(name)
  if (Number(position) > 0) table.primaryKey[Number(position) - 1] = name
}

/** A view that no longer compiles fails alone. */
async function columnsOfViews(read: ReadBatch, views: Draft[]): Promise<[Draft, string[][]][]> {
  if (views.length === 0) return []
  const sql = ({ name }: Draft) =>
    `select '', name, type, "notnull", pk from pragma_table_xinfo('${name.replaceAll("'", "''")}') where hidden <> 1 order by cid`
  try {
    const results = await read(views.map(sql))
    return views.map((view, index) => [view, textsOf(results[index])])
  } catch {
    const found = await Promise.all(views.map(async (view): Promise<[Draft, string[][]]> => [view, textsOf((await read([sql(view)]).catch(() => []))[0])]))
    return found
  }
}

function addKeys(tables: Map<string, Draft>, indexes: string[][], foreign: string[][]): void {
  const unique = new Map<string, { table: string; columns: string[] }>()
  for (const [table = '', index = '', column = ''] of indexes) {
    const known = unique.get(`${table}\0${index}`) ?? { table, columns: [] }
    known.columns.push(column)
    unique.set(`${table}\0${index}`, known)
  }
  for (const { table: name, columns } of unique.values()) {
    const table = tables.get(name)
    if (table && table.primaryKey.length === 0 && columns.every((column) => table.required.has(column))) table.primaryKey = columns
  }
  const keys = new Map<string, { table: string; to: string; key: ForeignKey }>()
  for (const [table = '', id = '', to = '', from = '', column = ''] of foreign) {
    const known = keys.get(`${table}\0${id}`) ?? { table, to, key: { columns: [], toTable: to, toColumns: [] } }
    known.key.columns.push(from)
    if (column !== '') known.key.toColumns.push(column)
    keys.set(`${table}\0${id}`, known)
  }
  for (const { table, to, key } of keys.values()) {
    // `references Parent` may be written in another case than the table.
    const target = tables.get(to) ?? [...tables.values()].find(({ name }) => name.toLowerCase() === to.toLowerCase())
    if (!target) continue
    const toColumns = key.toColumns.length ? key.toColumns : target.primaryKey
    if (toColumns.length === key.columns.length) tables.get(table)?.foreignKeys.push({ ...key, toTable: target.name, toColumns })
  }
}

/** The largest row number stands for a count, which would read the whole table; the first values tell dates from other words. */
async function look(read: ReadBatch, tables: Draft[]): Promise<void> {
  const statements = tables.flatMap((table) => {
    const name = identifier(table.name)
    const words = wordColumns(table).map(({ name }) => identifier(name))
    return [
      table.hasRowid && table.kind === 'table' ? `select max(rowid) from ${name}` : 'select null',
      words.length ? `select ${words.join(', ')} from ${name} limit ${SAMPLE_ROWS}` : 'select null',
    ]
  })
  const results = await read(statements)
  for (const [index, table] of tables.entries()) {
    const [most, sample] = results.slice(index * 2, index * 2 + 2)
    if (table.hasRowid && table.kind === 'table') table.rowEstimate = Math.max(0, Number(most?.rows[0]?.[0] ?? 0))
    for (const [position, column] of wordColumns(table).entries()) {
      column.type = columnType(
        column.nativeType || null,
        (sample?.rows ?? []).map((row) => plain(row[position] ?? null)),
      )
    }
  }
}

/** Columns whose declaration does not settle what they hold. */
const wordColumns = (table: Draft) =>
  table.columns.filter(({ nativeType }) => nativeType === '' || !/bool|json|int|real|floa|doub|dec|num|money|blob|binary/i.test(nativeType))
