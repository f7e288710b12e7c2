import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { SourceQuery, SourceSpec } from '#domain/semantics/sources/source.ts'
import { noSources } from '#runtime/no-sources.ts'
import { startClickhouse } from '#test/clickhouse/server.ts'
import { startSqld } from '#test/sqld.ts'
import { bag, nobody, ours, type Twin, untrusted } from './engines.ts'
import { filtered, type Rows, script, TABLES } from './policy.ts'

type Place = { spec: SourceSpec; fill(statements: string[]): Promise<void> }

/** Two databases of a server, asked the whole way: guard, engine and wire. */
function serverTwin(
  dialect: 'clickhouse' | 'libsql',
  names: readonly string[],
  [all, left]: [Place, Place],
  scriptOf: (rows: Rows) => string[],
  stop: () => Promise<void>,
): Twin {
  const network = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
  const sources = routeByType({ network, pooled: true }, noSources)
  let policy = nobody
  const ask = async ({ spec }: Place, query: SourceQuery) => bag((await sources.query(spec, { ...query, rowLimit: 1000 }, AbortSignal.timeout(60_000))).rows)
  return {
    dialect,
    schema: null,
    async prepare(rows, next) {
      await Promise.all([all.fill(scriptOf(rows)), left.fill(scriptOf(filtered(rows, next)))])
      policy = next
    },
    guarded: (sql) => ask(all, untrusted(sql, policy, names)),
    bare: (sql) => ask(left, untrusted(sql, nobody, names)),
    open: (sql) => ask(all, untrusted(sql, nobody, names)),
    compiled: (statement, on) => ask(on === 'all' ? all : left, ours(statement, names)),
    async close() {
      await sources.close()
      network.close()
      await stop()
    },
  }
}

const spec = (type: SourceSpec['type'], id: string, connection: object): SourceSpec => ({ id, type, version: id, files: [], connection }) as SourceSpec

/** Two databases of one ClickHouse. */
export async function clickhouseTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const server = await startClickhouse()
  const { host, port, user, password } = server
  const place = async (name: string): Promise<Place> => {
    const database = `twin_${name}_${crypto.randomUUID().slice(0, 8)}`
    await server.run(`create database ${database}`)
    return {
      spec: spec('clickhouse', name, { host, port, user, password, database }),
      async fill(statements) {
        for (const table of names) await server.run(`drop table if exists ${database}.${table} sync`)
        for (const sql of statements) await server.run(sql.replace(/^(create table|insert into) /, `$1 ${database}.`))
      },
    }
  }
  const places: [Place, Place] = [await place('all'), await place('left')]
  const types = { text: 'Nullable(String)', integer: 'Nullable(Int64)' }
  const made = (rows: Rows) => script(rows, types).map((sql) => sql.replace(/^(create table .*)$/, '$1 engine = Memory'))
  return serverTwin('clickhouse', names, places, made, () => server.stop())
}

/** Two libSQL servers, each with a database of its own. */
export async function libsqlTwin(names: readonly string[] = TABLES): Promise<Twin> {
  const servers = await Promise.all([startSqld(), startSqld()])
  const place = (url: string): Place => ({
    spec: spec('libsql', url, { url }),
    async fill(statements) {
      const sqls = [...names.map((table) => `drop table if exists ${table}`), ...statements]
      const requests = [...sqls.map((sql) => ({ type: 'execute', stmt: { sql } })), { type: 'close' }]
      const reply = await fetch(`${url}/v2/pipeline`, { method: 'POST', body: JSON.stringify({ requests }) })
      const { results } = (await reply.json()) as { results: { type: string }[] }
      if (results.some(({ type }) => type !== 'ok')) throw new Error(JSON.stringify(results))
    },
  })
  const [all, left] = servers.map(({ url }) => place(url)) as [Place, Place]
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  return serverTwin('libsql', names, [all, left], (rows) => script(rows, { text: 'text', integer: 'integer' }), stop)
}
