import { afterAll, expect, test } from 'vitest'
import { rowBarrier } from '#domain/semantics/sql/row-barrier.ts'
import { hasClickhouse, NO_CLICKHOUSE } from '#test/clickhouse/server.ts'
import { hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { hasSqld } from '#test/sqld.ts'
import { duckdbTwin, mariadbTwin, postgresTwin, sqliteTwin, type Twin } from './engines.ts'
import { proveOracles } from './oracles.ts'
import { TABLES } from './policy.ts'
import { proveCompiled, proveStatements } from './proof.ts'
import { clickhouseTwin, libsqlTwin } from './server-twins.ts'
import { proveTiming, proveTried } from './timing.ts'

const twins: Record<string, Twin | null> = { sqlite: sqliteTwin(), duckdb: await duckdbTwin(), postgres: hasPostgres ? await postgresTwin() : null }
afterAll(async () => {
  for (const twin of Object.values(twins)) await twin?.close()
}, 30_000)

for (const [name, twin] of Object.entries(twins)) {
  const run = twin ? test : test.skip
  const title = twin ? name : `${name} (${NO_POSTGRES})`
  run(`${title}: random queries behind row filters answer as on the rows that are left`, { timeout: 60_000 }, async () => {
    if (!twin) return
    expect(await proveStatements(twin, 80, 3)).toMatchObject({ mismatches: [] })
    expect(await proveCompiled(twin, 40, 3)).toMatchObject({ mismatches: [] })
  })

  run(`${title}: without its filters the comparison fails`, { timeout: 60_000 }, async () => {
    if (!twin) return
    const open: Twin = {
      ...twin,
      prepare: (rows, policy) => twin.prepare(rows, { ...policy, predicates: [] }),
      compiled: (statement) => twin.compiled(statement, 'all'),
    }
    expect((await proveStatements(open, 80, 3)).mismatches.length).toBeGreaterThan(20)
    expect((await proveCompiled(open, 40, 3)).mismatches.length).toBeGreaterThan(10)
  })
}

const servers: [string, Twin | null, string][] = [
  ...Object.entries(twins).map(([name, twin]): [string, Twin | null, string] => [name, twin, NO_POSTGRES]),
  ['mariadb', hasMariadb ? await mariadbTwin() : null, NO_MARIADB],
]
afterAll(() => servers.find(([name]) => name === 'mariadb')?.[1]?.close(), 30_000)

test('DuckDB works no condition out ahead from the least and greatest values of hidden rows', async () => {
  const twin = await duckdbTwin()
  const rows = { orders: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, id % 2 ? 'US' : 'ASIA', id, id]), customers: [], places: [] }
  const predicates = [{ table: 'orders', parts: ["region IN ('EU', 'A', 'F')"], params: [] }]
  await twin.prepare(rows, { predicates, keeps: (table) => table !== 'orders' })
  const above = (limit: number) => `select id from orders t where n > 100 or cast(case when t.owner < ${limit} then 'x' else '1' end as integer) = 1`
  expect([await twin.guarded(above(9)), await twin.guarded(above(8))]).toEqual([[], []])
  await twin.close()
})

/** Engines that tell on which rows a condition was tried; what they would do without what ends the sub-select of a filter. */
const opened: [string, string | null, () => Promise<Twin>][] = [
  ['postgres', hasPostgres ? null : NO_POSTGRES, () => postgresTwin(TABLES, (sql) => sql.replaceAll(rowBarrier('postgres'), ''))],
  ['mariadb', hasMariadb ? null : NO_MARIADB, () => mariadbTwin(TABLES, (sql) => sql.replaceAll(rowBarrier('mariadb'), ''))],
]

for (const [name, missing, open] of opened) {
  test.skipIf(missing !== null)(
    `${name}${missing ? ` (${missing})` : ''}: without the barrier conditions are tried on hidden rows`,
    { timeout: 60_000 },
    async () => {
      const twin = await open()
      try {
        expect((await proveTried(twin, 60, 5)).mismatches.length).toBeGreaterThan(3)
      } finally {
        await twin.close()
      }
    },
  )
}

for (const [name, twin, missing] of servers) {
  const run = twin ? test : test.skip
  run(`${twin ? name : `${name} (${missing})`}: no error tells a property of a hidden row`, { timeout: 60_000 }, async () => {
    if (!twin) return
    expect(await proveOracles(twin, 60, 5)).toMatchObject({ mismatches: [] })
  })

  run(`${twin ? name : `${name} (${missing})`}: no condition is tried on a hidden row`, { timeout: 60_000 }, async () => {
    if (!twin) return
    const { mismatches, compared, telling } = await proveTried(twin, 60, 5)
    expect(mismatches).toEqual([])
    expect(compared).toBe(60)
    expect(telling).toBeGreaterThan(30)
  })
  run(`${twin ? name : `${name} (${missing})`}: no time tells a property of a hidden row`, { timeout: 60_000 }, async () => {
    if (!twin) return
    expect(await proveTiming(twin, 1, 5)).toMatchObject({ mismatches: [], compared: 1 })
  })
}

/** Engines that are asked over HTTP, one statement at a time. */
const remote: [string, string | null, () => Promise<Twin>][] = [
  ['libsql', hasSqld ? null : 'skipped: no libSQL server for this platform', () => libsqlTwin()],
  ['clickhouse', hasClickhouse ? null : NO_CLICKHOUSE, () => clickhouseTwin()],
]

for (const [name, missing, open] of remote) {
  test.skipIf(missing !== null)(
    `${name}${missing ? ` (${missing})` : ''}: neither errors nor time tell a property of a hidden row`,
    { timeout: 60_000 },
    async () => {
      const twin = await open()
      try {
        expect(await proveOracles(twin, 10, 5)).toMatchObject({ mismatches: [] })
        expect(await proveTiming(twin, 1, 5)).toMatchObject({ mismatches: [], compared: 1 })
      } finally {
        await twin.close()
      }
    },
  )
}
