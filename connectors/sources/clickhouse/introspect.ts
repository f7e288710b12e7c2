import type { JsonValue, SourceParam, SourceTable } from '#domain/semantics/sources/source.ts'
import { clickhouseType } from './types.ts'

export type ReadOwn = (sql: string, params?: SourceParam[]) => Promise<JsonValue[][]>

/** The databases named, as the list of a condition. */
export const namedIn = (column: string, names: string[], from = 1): string =>
  `${column} in (${names.map((_, index) => `{p${index + from}:String}`).join(', ')})`

/**
 * Tables and views of the named databases, in two statements. Names of `home`, the connection's own database, stand alone; others carry theirs.
 * ClickHouse has no foreign keys, and its primary key sorts rows without making them differ: none is told.
 */
export async function readTables(read: ReadOwn, { schemas, home }: { schemas: string[]; home: string }): Promise<SourceTable[]> {
  const listed = await read(
    `select database, name, engine, comment, total_rows from system.tables
     where ${namedIn('database', schemas)} and is_temporary = 0 and name not like '.inner%' order by database, name`,
    schemas,
  )
  const columns = await read(
    `select database, table, name, type, comment from system.columns where ${namedIn('database', schemas)} order by database, table, position`,
    schemas,
  )
  const columnsOf = new Map<string, SourceTable['columns']>()
  for (const [schema, table, name, declared, comment] of columns) {
    const key = `${schema}\0${table}`
    const { type, nullable } = clickhouseType(text(declared))
    const found = columnsOf.get(key) ?? []
    found.push({ name: text(name), type, nativeType: text(declared), nullable, comment: text(comment) || null })
    columnsOf.set(key, found)
  }
  return listed.flatMap(([schema, name, engine, comment, rows]) => {
    const found = columnsOf.get(`${schema}\0${name}`)
    if (!found) return []
    const kind = /View$/.test(text(engine)) ? ('view' as const) : ('table' as const)
    return {
      name: text(name),
      schema: schema === home ? null : text(schema),
      kind,
      comment: text(comment) || null,
      rowEstimate: kind === 'view' || rows === null || rows === undefined ? null : Number(rows),
      columns: found,
      primaryKey: [],
      foreignKeys: [],
    }
  })
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : String(value ?? ''))
