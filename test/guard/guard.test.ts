import { afterAll, expect, test } from 'vitest'
import { hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { clickhouseGuard } from './clickhouse.ts'
import { duckdbGuard } from './duckdb.ts'
import type { Guarded } from './guarded.ts'
import { mariadbGuard } from './mariadb.ts'
import { postgresGuard } from './postgres.ts'
import { proveAttacks, proveGood, proveMutations, proveOverloads } from './proof.ts'
import { sqliteGuards } from './sqlite.ts'

const [sqlite, libsql] = sqliteGuards()
const guards: Record<string, Guarded | undefined> = { sqlite, libsql, duckdb: await duckdbGuard(), clickhouse: clickhouseGuard() }
if (hasPostgres) guards.postgres = await postgresGuard()
if (hasMariadb) guards.mariadb = await mariadbGuard()
afterAll(async () => {
  for (const guarded of Object.values(guards)) await guarded?.close()
}, 30_000)

const names = ['postgres', 'mariadb', 'sqlite', 'libsql', 'duckdb', 'clickhouse']
const skips: Record<string, string> = { postgres: NO_POSTGRES, mariadb: NO_MARIADB }

for (const name of names) {
  const guarded = guards[name]
  const run = guarded ? test : test.skip
  const title = guarded ? name : `${name} (${skips[name]})`
  run(`${title}: a slice of the attacks is refused, of the mutations none breaches, of good statements all pass`, { timeout: 60_000 }, async () => {
    if (!guarded) return
    expect((await proveAttacks(guarded, 5)).passed).toEqual([])
    expect(await proveMutations(guarded, 200, 7)).toMatchObject({ breaches: [] })
    expect(await proveGood(guarded, 60, 7)).toMatchObject({ refused: [], wrong: [] })
  })
}

const onPostgres = guards.postgres ? test : test.skip
onPostgres(`a listed name is PostgreSQL's own function, never one of the database${guards.postgres ? '' : ` (${NO_POSTGRES})`}`, async () => {
  const { postgres } = guards
  if (!postgres) return
  expect(await postgres.breach('select lower(1)')).toBe('function lower')
  expect(await proveOverloads(postgres)).toEqual([])
})
