import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { ALLOWED, shop } from '#connectors/sources/guard/corpus/world.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { querySqlite } from '#connectors/sources/sqlite/query.ts'
import { Failure } from '#domain/failure.ts'
import { type Guarded, reasonOf, refusedAsNull } from './guarded.ts'

const HARMFUL = /^(load_extension|readfile|writefile|edit|fts3_tokenizer|randomblob|zeroblob|last_insert_rowid|changes|total_changes|eval|sqlite_.*)$/i

/**
 * SQLite twice: a file under its authorizer, and a remote one behind the parser alone. Both are asked of an engine of their own over a copy of the shop in which
 * nothing else is: what compiles there and reads nothing of the engine's own has touched nothing else.
 */
export function sqliteGuards(): Guarded[] {
  const folder = mkdtempSync(join(tmpdir(), 'guard-'))
  const whole = join(folder, 'whole.db')
  const { create, insert } = shop('sqlite')
  const made = new DatabaseSync(whole)
  for (const sql of [...create, ...insert, 'create view leak as select token from secret', 'create virtual table find using fts5 (body)']) made.exec(sql)
  made.close()
  const source = openSqlite(whole, 256 * 1024 * 1024)
  const clean = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  for (const sql of [...create, ...insert]) if (!sql.includes('secret')) clean.exec(sql)
  let touched: string[] = []
  clean.setAuthorizer((action, first, second) => {
    if (action === constants.SQLITE_FUNCTION && HARMFUL.test(String(second))) touched.push(String(second))
    else if (action === constants.SQLITE_READ && /^(sqlite_|pragma_|dbstat|bytecode|tables_used)/i.test(String(first))) touched.push(String(first))
    else if (![constants.SQLITE_FUNCTION, constants.SQLITE_READ, constants.SQLITE_SELECT, constants.SQLITE_RECURSIVE].includes(action))
      touched.push(`action ${action}`)
    return constants.SQLITE_OK
  })

  async function breach(sql: string): Promise<string | null> {
    touched = []
    try {
      clean.prepare(sql)
    } catch (error) {
      // A parser alone may let through what no engine compiles, and what does not compile reads nothing.
      const missing = /no such table: (\S+)/.exec(reasonOf(error))?.[1]
      const isStar = missing !== undefined && new RegExp(`["\`[]?${missing.replaceAll(/\W/g, '\\$&')}["\`\\]]?\\s*\\.\\s*\\*`, 'i').test(sql)
      if ((missing !== undefined && !isStar) || /unknown database|not authorized/i.test(reasonOf(error))) return reasonOf(error)
    }
    return touched[0] ?? null
  }
  const query = (sql: string) => querySqlite(source, { sql, rowLimit: 20, timeoutMs: 1000, origin: 'untrusted', tables: ALLOWED })
  const runs = async (sql: string) => {
    try {
      clean.prepare(sql).all()
      return null
    } catch (error) {
      return reasonOf(error)
    }
  }
  const file: Guarded = {
    name: 'sqlite',
    dialect: 'sqlite',
    oracle: 'a copy with the allowed tables alone, its own log of reads, and a canary in the rows',
    guard: (sql) =>
      refusedAsNull(() => {
        try {
          const { rows } = query(sql)
          return JSON.stringify(rows).includes('swordfish') ? 'select token from secret' : sql
        } catch (error) {
          if (error instanceof Failure && ['query_failed', 'query_timeout', 'query_memory_exceeded'].includes(error.code)) return sql
          throw error
        }
      }),
    breach,
    runs,
    async close() {
      source.close()
      clean.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const remote: Guarded = {
    name: 'libsql',
    dialect: 'sqlite',
    oracle: 'a copy with the allowed tables alone, and its own log of reads',
    guard: (sql) => refusedAsNull(async () => (await guardStatement('sqlite', { sql, tables: ALLOWED, rowLimit: 20 })).sql),
    breach,
    runs: null,
    async close() {},
  }
  return [file, remote]
}
