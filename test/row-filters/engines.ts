import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DuckDBInstance, DuckDBScalarFunction, INTEGER } from '@duckdb/node-api'
import postgres from 'postgres'
import { createInstance, openParser } from '#connectors/sources/duckdb/database.ts'
import { queryDuckdb } from '#connectors/sources/duckdb/query.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { querySqlite } from '#connectors/sources/sqlite/query.ts'
import type { SourceQuery } from '#domain/semantics/sources/source.ts'
import { createMariadbDatabase } from '#test/mariadb.ts'
import { createPostgresDatabase } from '#test/postgres.ts'
import { filtered, type Policy, type Rows, script, sourceTables, TABLES } from './policy.ts'
import type { QueryDialect } from './random-query.ts'

export type Compiled = { sql: string; params: (string | number | boolean | null)[] }

/**
 * A condition that holds always and remembers the id of each row it was tried on. It names a column that no statement joins by, too: an engine that knows two ids to
 * be equal may try it on the row of another table.
 */
export type Witness = { condition: (alias: string) => string; triedOn(sql: string, filters: 'guarded' | 'open'): Promise<number[]> }

/** One engine twice: with all rows, behind the guard, and with those a policy leaves, bare. Answers are bags of rows as texts. */
export type Twin = {
  dialect: QueryDialect | 'mariadb' | 'clickhouse' | 'libsql'
  /** Where its tables lie, as a layer tells it of the one with all rows; compiled statements for the other name no schema. */
  schema: string | null
  /** Fills both for a policy. */
  prepare(rows: Rows, policy: Policy): Promise<void>
  guarded(sql: string): Promise<string[]>
  bare(sql: string): Promise<string[]>
  /** On all rows, under no filter. */
  open(sql: string): Promise<string[]>
  /** Where the engine can tell on which rows it tried a condition. */
  witness?: Witness
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
  let tried: number[] = []
  const made = (rows: Rows) => {
    const path = join(folder, `${turn++}.db`)
    const database = new DatabaseSync(path)
    // Thousands are made and none outlives the test: nothing waits for the disk.
    database.exec(['pragma journal_mode = off', 'pragma synchronous = off', 'begin', ...script(rows, types), 'commit'].join(';'))
    database.close()
    const source = openSqlite(path, 256 * 1024 * 1024)
    source.guarded.untrusted.database.function('sign', { deterministic: true }, (id) => {
      tried.push(Number(id))
      return 1
    })
    return source
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
    open: async (sql) => on(all, untrusted(sql, nobody, names)),
    witness: {
      condition: (alias) => `sign(coalesce(${alias}.n, 0) * 0 + ${alias}.id) = 1`,
      async triedOn(sql, filters) {
        tried = []
        on(all, untrusted(sql, filters === 'guarded' ? policy : nobody, names))
        return tried
      },
    },
    compiled: async (statement, where) => on(where === 'all' ? all : left, ours(statement, names)),
    async close() {
      all?.close()
      left?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A function of two numbers by the name of a listed one of one number. */
const witnessOf = (tell: (id: number) => void) =>
  DuckDBScalarFunction.create({
    ...{ name: 'even', returnType: INTEGER, parameterTypes: [INTEGER, INTEGER] },
    mainFunction(_, input, output) {
      for (let row = 0; row < input.rowCount; row++) {
        tell(Number(input.getColumnVector(0).getItem(row)))
        output.setItem(row, 1)
      }
      output.flush()
    },
  })

export async function duckdbTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const parse = await openParser()
  const types = { text: 'varchar', integer: 'integer' }
  let all: DuckDBInstance | null = null
  let left: DuckDBInstance | null = null
  let policy = nobody
  let tried: number[] = []
  const made = async (rows: Rows) => {
    const instance = await createInstance({ memoryBytes: 512 * 1024 * 1024, threads: 1 })
    const connection = await instance.connect()
    connection.registerScalarFunction(witnessOf((id) => tried.push(id)))
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
    open: (sql) => on(all, untrusted(sql, nobody, names)),
    witness: {
      condition: (alias) => `even(${alias}.id, coalesce(${alias}.n, 0)) = 1`,
      async triedOn(sql, filters) {
        tried = []
        await on(all, untrusted(sql, filters === 'guarded' ? policy : nobody, names))
        return tried
      },
    },
    compiled: (statement, where) => on(where === 'all' ? all : left, ours(statement, names)),
    async close() {
      all?.closeSync()
      left?.closeSync()
    },
  }
}

/** The call of a listed function in a statement that passed the guard. */
const SIGN = /\b(?:pg_catalog\.)?sign\(/g

/** `rewritten`: what becomes of a statement that passed the guard, to see a proof fail where the guard left something out. */
export async function postgresTwin(names: readonly string[] = TABLES, rewritten = (sql: string) => sql): Promise<Twin> {
  const types = { text: 'text', integer: 'integer' }
  const [full, copy] = await Promise.all([createPostgresDatabase([]), createPostgresDatabase([])])
  let policy = nobody
  let tried: number[] = []
  const watched = postgres({ ...full.connection, ssl: false, max: 1, fetch_types: false, onnotice: ({ message = '' }) => tried.push(Number(message)) })
  // As cheap as can be, and free to be moved, so that a planner would try it first.
  await full.admin.unsafe(
    `create function witness(int) returns int language plpgsql immutable cost 0.0001 parallel safe as $$ begin raise notice '%', $1; return 1; end $$`,
  )
  const fill = async (database: typeof full, rows: Rows) => {
    await database.admin.unsafe([`drop table if exists ${names.join(', ')}`, ...script(rows, types)].join(';'))
  }
  const guard = async (asked: string) => {
    const tables = names.map((name) => ({ name, schema: 'public' }))
    const { sql, params } = await guardStatement('postgres', { sql: asked, tables, rowPredicates: policy.predicates, rowLimit: 100_000 })
    return { sql: rewritten(sql), params }
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
      const statement = await guard(sql)
      return read(full, statement.sql, statement.params)
    },
    bare: (sql) => read(copy, sql),
    open: (sql) => read(full, sql),
    witness: {
      condition: (alias) => `sign(coalesce(${alias}.n, 0) * 0 + ${alias}.id) = 1`,
      async triedOn(sql, filters) {
        const statement = filters === 'guarded' ? await guard(sql) : { sql, params: [] }
        tried = []
        await watched.unsafe(statement.sql.replace(SIGN, 'public.witness('), statement.params as never[])
        return tried
      },
    },
    compiled: ({ sql, params }, where) => read(where === 'all' ? full : copy, sql, params),
    async close() {
      await watched.end({ timeout: 5 })
      await Promise.all([full.drop(), copy.drop()])
    },
  }
}

/** Without random statements of its own dialect: only what is written for all. */
export async function mariadbTwin(names: readonly string[] = TABLES, rewritten = (sql: string) => sql): Promise<Twin> {
  const types = { text: 'varchar(20)', integer: 'integer' }
  const [full, copy] = await Promise.all([createMariadbDatabase([]), createMariadbDatabase([])])
  let policy = nobody
  await full.admin.query("create function witness(id int) returns int deterministic begin set @tried = concat(@tried, ' ', id); return 1; end")
  const guard = async (asked: string) => {
    const tables = names.map((name) => ({ name, schema: full.connection.database }))
    const { sql, params } = await guardStatement('mariadb', { sql: asked, tables, rowPredicates: policy.predicates, rowLimit: 100_000 })
    return { sql: rewritten(sql), params }
  }
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
      const statement = await guard(sql)
      return read(full, statement.sql, statement.params)
    },
    bare: (sql) => read(copy, sql),
    open: (sql) => read(full, sql),
    witness: {
      condition: (alias) => `sign(coalesce(${alias}.n, 0) * 0 + ${alias}.id) = 1`,
      async triedOn(sql, filters) {
        const statement = filters === 'guarded' ? await guard(sql) : { sql, params: [] }
        await full.admin.query("set @tried = ''")
        await read(full, statement.sql.replace(SIGN, 'witness('), statement.params)
        const [ids = ''] = (await read(full, 'select @tried')).map((row) => String(JSON.parse(row)[0]))
        return ids.split(' ').filter(Boolean).map(Number)
      },
    },
    compiled: ({ sql, params }, where) => read(where === 'all' ? full : copy, sql, params),
    async close() {
      await Promise.all([full.drop(), copy.drop()])
    },
  }
}
