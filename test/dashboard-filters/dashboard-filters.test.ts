import { afterAll, expect, test } from 'vitest'
import { duckdbTwin, sqliteTwin } from '#test/row-filters/engines.ts'
import { proveDashboards } from './proof.ts'

const twin = sqliteTwin()
afterAll(() => twin.close())

test('tiles of random dashboards show what their filters and the viewer leave', async () => {
  const { mismatches, cases, untold } = await proveDashboards(twin, 80, 5)
  expect(mismatches).toEqual([])
  expect([cases >= 80, untold > 5]).toEqual([true, true])
})

test('and so they do on DuckDB', async () => {
  const duckdb = await duckdbTwin()
  const { mismatches, cases } = await proveDashboards(duckdb, 6, 5).finally(() => duckdb.close())
  expect(mismatches).toEqual([])
  expect(cases).toBeGreaterThanOrEqual(6)
})

test('a condition that is lost on the way is found', async () => {
  const { mismatches } = await proveDashboards(twin, 60, 7, (active) => void active.conditions.pop())
  expect(mismatches.length).toBeGreaterThan(10)
})
