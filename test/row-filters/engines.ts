import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { openParser } from '#connectors/sources/duckdb/database.ts'
import { queryDuckdb } from '#connectors/sources/duckdb/query.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { querySqlite } from '#connectors/sources/sqlite/query.ts'
import type { SourceQuery } from '#domain/semantics/source.ts'
import { createMariadbDatabase } from '#test/mariadb.ts'
import { createPostgresDatabase } from '#test/postgres.ts'
import { filtered, type Policy, type Rows, script, sourceTables, TABLES } from './policy.ts'
import type { QueryDialect } from './random-query.ts'

export type Compiled = { sql: string; params: (string | number | boolean | null)[] }

/** One engine twice: with all rows, behind the guard, and with those a policy leaves, bare. Answers are bags of rows as texts. */
export type Twin = {
  dialect: QueryDialect | 'mariadb' | 'clickhouse' | 'libsql'
  /** Where its tables lie, as a layer tells it of the one with all rows; compiled statements for the other name no schema. */
  schema: string | null
  /** Fills both for a policy. */
  prepare(rows: Rows, policy: Policy): Promise<void>
  guarded(sql: string): Promise<string[]>
  bare(sql: string): Promise<string[]>
  /** A compiled statement, on all rows or on those left. */
  compiled(statement: Compiled, on: 'all' | 'left'): Promise<string[]>
  close(): Promise<void>
}

export const bag = (rows: unknown[][]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        row.map((value) =>
          typeof value === 'bigint'
            ? Number(value)
            : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
              ? Number(Number(value).toPrecision(12))
              : value instanceof Uint8Array
                ? [...value]
                : value,
        ),
      ),
    )
    .sort()
export const untrusted = (sql: string, policy: Policy, names: readonly string[]): SourceQuery => ({
  sql,
  rowLimit: 100_000,
  timeoutMs: 20_000,
  origin: 'untrusted',
  tables: [...names],
  rowPredicates: policy.predicates,
})
export const ours = ({ sql, params }: Compiled, names: readonly string[]): SourceQuery => ({
  ...{ sql, params, rowLimit: 100_000, timeoutMs: 20_000, origin: 'compiler', tables: [...names] },
})
export const nobody: Policy = { predicates: [], keeps: () => true }

export function sqliteTwin(names: readonly string[] = TABLES): Twin {
  const folder = mkdtempSync(join(tmpdir(), 'twin-'))
  const types = { text: 'text', integer: 'integer' }
  let all: ReturnType<typeof openSqlite> | null = null
  let left: ReturnType<typeof openSqlite> | null = null
  let policy = nobody
  let turn = 0
  const made = (rows: Rows) => {
    const path = join(folder, `${turn++}.db`)
    const database = new DatabaseSync(path)
    for (const sql of script(rows, types)) database.exec(sql)
    database.close()
    return openSqlite(path, 256 * 1024 * 1024)
  }
  const on = (source: typeof all, query: SourceQuery) => {
    if (!source) throw new Error('not prepared')
    return bag(querySqlite(source, query).rows)
  }
  return {
    dialect: 'sqlite',
    schema: null,
    async prepare(rows, next) {
      all?.close()
      left?.close()
      all = made(rows)
      left = made(filtered(rows, next))
      policy = next
    },
    guarded: async (sql) => on(all, untrusted(sql, policy, names)),
    bare: async (sql) => on(left, untrusted(sql, nobody, names)),
    compiled: async (statement, where) => on(where === 'all' ? all : left, ours(statement, names)),
    async close() {
      all?.close()
      left?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function duckdbTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const parse = await openParser()
  const types = { text: 'varchar', integer: 'integer' }
  let all: DuckDBInstance | null = null
  let left: DuckDBInstance | null = null
  let policy = nobody
  const made = async (rows: Rows) => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
    const connection = await instance.connect()
    for (const sql of script(rows, types)) await connection.run(sql)
    connection.disconnectSync()
    return instance
  }
  const on = async (instance: DuckDBInstance | null, query: SourceQuery) => {
    if (!instance) throw new Error('not prepared')
    return bag((await queryDuckdb({ instance, tables: sourceTables(names), close() {} }, parse, query)).rows)
  }
  return {
    dialect: 'duckdb',
    schema: null,
    async prepare(rows, next) {
      all?.closeSync()
      left?.closeSync()
      all = await made(rows)
      left = await made(filtered(rows, next))
      policy = next
    },
    guarded: (sql) => on(all, untrusted(sql, policy, names)),
    bare: (sql) => on(left, untrusted(sql, nobody, names)),
    compiled: (statement, where) => on(where === 'all' ? all : left, ours(statement, names)),
    async close() {
      all?.closeSync()
      left?.closeSync()
    },
  }
}

export async function postgresTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const types = { text: 'text', integer: 'integer' }
  const [full, copy] = await Promise.all([createPostgresDatabase([]), createPostgresDatabase([])])
  let policy = nobody
  const fill = async (database: typeof full, rows: Rows) => {
    await database.admin.unsafe([`drop table if exists ${names.join(', ')}`, ...script(rows, types)].join(';'))
  }
  const read = async (database: typeof full, sql: string, params: unknown[] = []) => bag(await database.admin.unsafe(sql, params as never[]).values())
  return {
    dialect: 'postgres',
    schema: 'public',
    async prepare(rows, next) {
      await Promise.all([fill(full, rows), fill(copy, filtered(rows, next))])
      policy = next
    },
    async guarded(sql) {
      const statement = await guardStatement('postgres', {
        sql,
        tables: names.map((name) => ({ name, schema: 'public' })),
        rowPredicates: policy.predicates,
        rowLimit: 100_000,
      })
      return read(full, statement.sql, statement.params)
    },
    bare: (sql) => read(copy, sql),
    compiled: ({ sql, params }, where) => read(where === 'all' ? full : copy, sql, params),
    async close() {
      await Promise.all([full.drop(), copy.drop()])
    },
  }
}

/** Without random statements of its own dialect: only what is written for all. */
export async function mariadbTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const types = { text: 'varchar(20)', integer: 'integer' }
  const [full, copy] = await Promise.all([createMariadbDatabase([]), createMariadbDatabase([])])
  let policy = nobody
  const fill = async ({ admin }: typeof full, rows: Rows) => {
    await admin.query("set session sql_mode = concat(@@sql_mode, ',ANSI_QUOTES')")
    for (const sql of [`drop table if exists ${names.join(', ')}`, ...script(rows, types)]) await admin.query(sql)
  }
  const read = async ({ admin }: typeof full, sql: string, params: unknown[] = []) =>
    bag((await admin.query({ sql, values: params, rowsAsArray: true }))[0] as unknown[][])
  return {
    dialect: 'mariadb',
    schema: full.connection.database,
    async prepare(rows, next) {
      await Promise.all([fill(full, rows), fill(copy, filtered(rows, next))])
      policy = next
    },
    async guarded(sql) {
      const tables = names.map((name) => ({ name, schema: full.connection.database }))
      const statement = await guardStatement('mariadb', { sql, tables, rowPredicates: policy.predicates, rowLimit: 100_000 })
      return read(full, statement.sql, statement.params)
    },
    bare: (sql) => read(copy, sql),
    compiled: ({ sql, params }, where) => read(where === 'all' ? full : copy, sql, params),
    async close() {
      await Promise.all([full.drop(), copy.drop()])
    },
  }
}
