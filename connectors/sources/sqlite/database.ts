import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { SourceQuery, SourceTable } from '#domain/semantics/sources/source.ts'
import { MAX_COLUMNS, MAX_SQL_BYTES, MAX_VALUE_BYTES } from '../limits.ts'
import { type Authorizer, createAuthorizer } from './authorizer.ts'
import { createFilteredViews, type FilteredViews } from './filtered-views.ts'
import { readTables } from './introspect.ts'
import { type RootPages, rootPagesOf } from './opened-tables.ts'
import { readAll } from './rows.ts'

/** Our own statements name every column of a table, so they may be long. */
const OWN_SQL_BYTES = 4 * 1024 * 1024

/** A connection under an authorizer of its own. */
export type GuardedConnection = { database: DatabaseSync; authorizer: Authorizer; filtered: FilteredViews }

/**
 * One SQLite file, open three times, read-only: `guarded` runs queries under the authorizer, `own` runs what only we write. People and models write texts in
 * double quotes, as SQLite's own shell takes them; a compiled statement that names a column that is gone must fail instead.
 */
export type SqliteSource = {
  guarded: Record<SourceQuery['origin'], GuardedConnection>
  own: DatabaseSync
  tables: SourceTable[]
  pages: RootPages
  serverVersion: string
  close: () => void
}

/** Opens a database file nothing else writes to (`immutable` needs no lock or WAL file beside it). `memoryBytes` bounds the engine's heap. */
export function openSqlite(path: string, memoryBytes: number): SqliteSource {
  const own = openReadOnly(path, memoryBytes, OWN_SQL_BYTES)
  const tables = readTables(own)
  const listed = readAll(own, 'select name from pragma_table_list union select name from pragma_module_list').map(([name]) => String(name).toLowerCase())
  const known = { tables: new Set(tables.map((table) => table.name.toLowerCase())), reserved: new Set(listed) }
  const guardedConnection = (origin: SourceQuery['origin']): GuardedConnection => {
    const database = openReadOnly(path, memoryBytes, MAX_SQL_BYTES, origin === 'untrusted')
    const authorizer = createAuthorizer(known)
    database.setAuthorizer(authorizer.authorize)
    return { database, authorizer, filtered: createFilteredViews(database, authorizer, tables) }
  }
  const guarded = { compiler: guardedConnection('compiler'), untrusted: guardedConnection('untrusted') }
  const version = readAll(own, 'select sqlite_version()')[0]?.[0]
  const close = () => {
    guarded.compiler.database.close()
    guarded.untrusted.database.close()
    own.close()
  }
  return { guarded, own, tables, pages: rootPagesOf(own), serverVersion: String(version), close }
}

/** A read-only, defensive connection with every limit SQLite offers set low. Spilling stays in memory, where the process cap sees it. */
export function openReadOnly(path: string, memoryBytes: number, sqlBytes = OWN_SQL_BYTES, textsInDoubleQuotes = false): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = '?immutable=1&mode=ro'
  const database = new DatabaseSync(url, {
    readOnly: true,
    defensive: true,
    readBigInts: true,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: textsInDoubleQuotes,
    limits: {
      length: MAX_VALUE_BYTES,
      sqlLength: sqlBytes,
      column: MAX_COLUMNS,
      exprDepth: 500,
      compoundSelect: 100,
      functionArg: 100,
      attach: 0,
      likePatternLength: 1000,
      variableNumber: 1000,
      triggerDepth: 1,
    },
  })
  for (const setting of ['trusted_schema=0', 'cell_size_check=1', 'mmap_size=0', 'temp_store=2', `hard_heap_limit=${Math.floor(memoryBytes)}`]) {
    database.prepare(`pragma ${setting}`).all()
  }
  return database
}
