import postgres from 'postgres'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { noSources } from '#runtime/no-sources.ts'
import { median } from '../processes.ts'

const ROWS = 10_000

export type GuardedPath = { ratio: number; addedMs: number }

/**
 * The way of an untrusted statement to PostgreSQL (guard, read-only transaction, values as JSON) against the bare driver making JSON of the same rows, in one
 * process, turn and turn about: the ratio of CPU at 10,000 rows, and the milliseconds it adds to a query of one row.
 */
export async function measureGuardedPath(server: string, rounds: number): Promise<GuardedPath> {
  const url = new URL(server)
  const name = `querent_bench_${process.pid}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const bare = postgres(server.replace(/\/[^/]*$/, `/${name}`), { max: 1, prepare: false, fetch_types: false, onnotice: () => {} })
  const network = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
  const sources = routeByType({ network, pooled: true }, noSources)
  try {
    await bare.unsafe(`create table sales as select i as id, 'Region ' || i % 10 as region, (i * 1.25)::numeric(12,2) as price, now() - i * interval '1 hour' as sold_at,
      i % 7 as quantity, md5(i::text) as note from generate_series(1, 200000) i; create index on sales (id); analyze sales`)
    const connection = { host: url.hostname, port: Number(url.port || 5432), database: name, user: url.username, ssl_mode: 'disable' as const }
    const spec: SourceSpec = {
      id: 'bench',
      type: 'postgres',
      version: '1',
      files: [],
      connection: { ...connection, ...(url.password ? { password: url.password } : {}) },
    }
    const never = new AbortController().signal
    const ours = async (sql: string) => {
      const { rows } = await sources.query(spec, { sql, rowLimit: ROWS, timeoutMs: 30_000, tables: ['sales'], origin: 'untrusted' }, never)
      return JSON.stringify(rows).length
    }
    const theirs = async (sql: string) => JSON.stringify(await bare.unsafe(sql, [], { simple: false } as never).values()).length
    const many = `select id, region, price, sold_at, quantity, note from sales order by id limit ${ROWS}`
    const one = 'select id, region, price, sold_at, quantity, note from sales where id = 4711'
    const ratios: number[] = []
    const added: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const [cpuTheirs, cpuOurs] = [await cpuOf(() => theirs(many)), await cpuOf(() => ours(many))]
      const [msTheirs, msOurs] = [await msOf(() => theirs(one)), await msOf(() => ours(one))]
      if (round === 0) continue
      ratios.push(cpuOurs / cpuTheirs)
      added.push(msOurs - msTheirs)
    }
    return { ratio: median(ratios), addedMs: median(added) }
  } finally {
    await sources.close()
    network.close()
    await bare.end()
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

const REPEATS = 10

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < REPEATS; i += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}
