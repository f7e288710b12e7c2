import { expect, test } from 'vitest'
import { hasClickhouse, NO_CLICKHOUSE } from '#test/clickhouse/server.ts'
import { hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { hasSqld } from '#test/sqld.ts'
import { duckdbTwin, mariadbTwin, postgresTwin, sqliteTwin, type Twin } from './engines.ts'
import { MORE_TABLES } from './policy.ts'
import { proveRelated, proveRelatedCompiled } from './related.ts'
import { clickhouseTwin, libsqlTwin } from './server-twins.ts'

const engines: [string, string | null, () => Twin | Promise<Twin>, number][] = [
  ['sqlite', null, () => sqliteTwin(MORE_TABLES), 300],
  ['duckdb', null, () => duckdbTwin(MORE_TABLES), 90],
  ['postgres', hasPostgres ? null : NO_POSTGRES, () => postgresTwin(MORE_TABLES), 150],
  ['mariadb', hasMariadb ? null : NO_MARIADB, () => mariadbTwin(MORE_TABLES), 150],
  ['clickhouse', hasClickhouse ? null : NO_CLICKHOUSE, () => clickhouseTwin(MORE_TABLES), 45],
  ['libsql', hasSqld ? null : 'skipped: no libSQL server for this platform', () => libsqlTwin(MORE_TABLES), 90],
]

for (const [name, missing, open, count] of engines) {
  test.skipIf(missing !== null)(
    `${name}${missing ? ` (${missing})` : ''}: behind filters that reach other tables every statement answers as on the rows that are left`,
    { timeout: 120_000 },
    async () => {
      const twin = await open()
      try {
        expect(await proveRelated(twin, count, 5)).toMatchObject({ mismatches: [] })
        expect(await proveRelatedCompiled(twin, count, 5)).toMatchObject({ mismatches: [] })
      } finally {
        await twin.close()
      }
    },
  )
}

test('where only the filtered table is cut, the comparison fails', { timeout: 60_000 }, async () => {
  const twin = sqliteTwin(MORE_TABLES)
  const narrow: Twin = {
    ...twin,
    prepare: (rows, policy) =>
      twin.prepare(rows, { ...policy, predicates: policy.predicates.filter(({ params }) => !params.some((param) => typeof param === 'object')) }),
    compiled: (statement) => twin.compiled(statement, 'all'),
  }
  expect((await proveRelated(narrow, 300, 5)).mismatches.length).toBeGreaterThan(20)
  await twin.close()
})
