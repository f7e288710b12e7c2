import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { openParser } from '#connectors/sources/duckdb/database.ts'
import { queryDuckdb } from '#connectors/sources/duckdb/query.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { querySqlite } from '#connectors/sources/sqlite/query.ts'
import type { RowPredicate, SourceColumn, SourceQuery, SourceSpec, SourceTable } from '#domain/semantics/sources/source.ts'
import { noSources } from '#runtime/no-sources.ts'
import { hasClickhouse, startClickhouse } from '#test/clickhouse/server.ts'
import { createMariadbDatabase, hasMariadb } from '#test/mariadb.ts'
import { createPostgresDatabase, hasPostgres } from '#test/postgres.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { median } from '../processes.ts'
import { sized } from '../smoke.ts'

/** An engine with a table of sales, asked by the way of an untrusted statement. */
type Asked = { ask(sql: string, rowPredicates: RowPredicate[]): Promise<unknown>; close(): Promise<void> }
/** Milliseconds. `isScan`: no index helps either way. */
export type Price = { engine: string; what: string; isScan: boolean; free: number; filtered: number }

const ROWS = sized(200_000, 400)
const REGIONS = [0, 1, 2, 3, 4].map((region) => `Region ${region}`)
const key = (index: number) => (index * 7_919 * 10 + 3) % ROWS

/** What is asked, with `written` where somebody whom no filter binds writes the filter's condition himself. */
const questions: { what: string; isScan: boolean; sql: (turn: number, written: string) => string }[] = [
  { what: 'one row by its key', isScan: false, sql: (turn, written) => `select id, region, price from sales where id = ${key(turn)}${written}` },
  {
    what: 'a tenth, by an index',
    isScan: false,
    sql: (turn, written) => `select count(*), sum(price) from sales where day between ${turn % 9}00 and ${turn % 9}99${written}`,
  },
  { what: 'all, grouped', isScan: true, sql: (turn, written) => `select region, sum(price + ${turn}) from sales where 1 = 1${written} group by region` },
]
const predicate: RowPredicate = { table: 'sales', parts: ['region IN (', ', ', ', ', ', ', ', ', ')'], params: REGIONS }
const written = ` and region in (${REGIONS.map((region) => `'${region}'`).join(', ')})`

/**
 * What the barrier of a row filter costs, an engine: the milliseconds of the same question with the filter's condition written into the statement, where the engine
 * may use its indexes for both, and behind the filter. Half of the rows are left either way. Medians, turn and turn about.
 */
export async function measureBarrier(rounds: number): Promise<Price[]> {
  const prices: Price[] = []
  for (const [engine, open] of Object.entries(engines)) {
    if (open === null) {
      console.log(`  barrier: no ${engine} here`)
      continue
    }
    const { ask, close } = await open()
    try {
      for (const { what, isScan, sql } of questions) {
        const [free, filtered]: [number[], number[]] = [[], []]
        for (let turn = 0; turn <= rounds * 3; turn += 1) {
          const times = [await msOf(() => ask(sql(turn, written), [])), await msOf(() => ask(sql(turn, ''), [predicate]))]
          if (turn === 0) continue
          free.push(times[0] as number)
          filtered.push(times[1] as number)
        }
        prices.push({ engine, what, isScan, free: median(free), filtered: median(filtered) })
      }
    } finally {
      await close()
    }
  }
  return prices
}

const never = new AbortController().signal
const asked = (sql: string, rowPredicates: RowPredicate[]): SourceQuery => ({
  ...{ sql, rowPredicates, rowLimit: 1000, timeoutMs: 60_000, tables: ['sales'], origin: 'untrusted' },
})
const column = (name: string): SourceColumn => ({
  name,
  type: name === 'region' || name === 'note' ? 'text' : 'integer',
  nativeType: '',
  nullable: true,
  comment: null,
})
const sales: SourceTable = {
  ...{ name: 'sales', schema: null, kind: 'table', comment: null, rowEstimate: null, primaryKey: ['id'], foreignKeys: [] },
  columns: ['id', 'region', 'day', 'price', 'note'].map(column),
}
const values = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => from + at)
    .map((id) => `(${id}, 'Region ${id % 10}', ${(id * 31) % 1000}, ${(id * 7) % 997}, 'note ${id * 13}')`)
    .join(', ')
/** The rows, as statements of at most this many. */
const inserts = (each: number): string[] =>
  Array.from({ length: Math.ceil(ROWS / each) }, (_, part) => `insert into sales values ${values(part * each, Math.min(ROWS, (part + 1) * each))}`)
const table = (text: string) => [`create table sales (id integer primary key, region ${text}, day integer, price integer, note ${text})`]
const index = 'create index sales_day on sales (day)'

const engines: Record<string, (() => Promise<Asked>) | null> = {
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'price-'))
    const path = join(folder, 'sales.db')
    const database = new DatabaseSync(path)
    database.exec(['begin', ...table('text'), ...inserts(5_000), index, 'commit', 'analyze'].join(';'))
    database.close()
    const source = openSqlite(path, 256 * 1024 * 1024)
    return {
      ask: async (sql, predicates) => querySqlite(source, asked(sql, predicates)),
      async close() {
        source.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
  DuckDB: async () => {
    const [instance, parse] = [await DuckDBInstance.create(':memory:', { threads: '2' }), await openParser()]
    const connection = await instance.connect()
    for (const sql of [...table('varchar'), ...inserts(5_000), index]) await connection.run(sql)
    connection.disconnectSync()
    return {
      ask: (sql, predicates) => queryDuckdb({ instance, tables: [sales], close() {} }, parse, asked(sql, predicates)),
      close: async () => instance.closeSync(),
    }
  },
  PostgreSQL: hasPostgres
    ? async () => {
        const database = await createPostgresDatabase([...table('text'), ...inserts(5_000), index, 'analyze sales'])
        return served({ type: 'postgres', connection: database.connection }, () => database.drop())
      }
    : null,
  MariaDB: hasMariadb
    ? async () => {
        const database = await createMariadbDatabase([...table('varchar(40)'), ...inserts(5_000), index, 'analyze table sales'])
        return served({ type: 'mariadb', connection: database.connection }, () => database.drop())
      }
    : null,
  libSQL: hasSqld
    ? async () => {
        const server = await startSqld()
        for (const sql of [...table('text'), ...inserts(2_000), index]) {
          const requests = [{ type: 'execute', stmt: { sql } }, { type: 'close' }]
          const reply = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body: JSON.stringify({ requests }) })
          if (!reply.ok) throw new Error(await reply.text())
        }
        return served({ type: 'libsql', connection: { url: server.url } }, () => server.stop())
      }
    : null,
  ClickHouse: hasClickhouse
    ? async () => {
        const server = await startClickhouse()
        await server.run('create table sales (id Int64, region String, day Int64, price Int64, note String) engine = MergeTree order by id')
        for (const sql of inserts(5_000)) await server.run(sql)
        const { host, port, user, password } = server
        return served({ type: 'clickhouse', connection: { host, port, user, password, database: 'default' } }, () => server.stop())
      }
    : null,
}

function served({ type, connection }: { type: SourceSpec['type']; connection: object }, stop: () => Promise<void>): Asked {
  const network = createNetworkPolicy({ allowedNets: ['127.0.0.0/8', '::1/128'], ownEndpoints: [] })
  const sources = routeByType({ network, pooled: true }, noSources)
  const spec = { id: 'price', type, version: '1', files: [], connection } as SourceSpec
  return {
    ask: (sql, predicates) => sources.query(spec, asked(sql, predicates), never),
    async close() {
      await sources.close()
      network.close()
      await stop()
    },
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
