import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEngine } from './engine-row.ts'
import { ROWS } from './rows.ts'
import { CHECKS, runCheck } from './run-checks.ts'

for (const row of ROWS) {
  // The stand-in's absence is the real server's presence; files of tables, lakes and DuckDB files have tests of their own beside them.
  if (row.missing?.endsWith('answers') || ['file', 'file (XLSX)', 'delta', 'iceberg', 'duckdb'].includes(row.name)) continue
  describe.skipIf(row.missing !== null)(row.missing === null ? `conformance of ${row.name}` : `conformance of ${row.name} (${row.missing})`, () => {
    let engine: RunningEngine
    beforeAll(async () => {
      engine = await row.start()
    }, 60_000)
    afterAll(() => engine?.stop())
    test.each(CHECKS.map((check) => [check.name, check] as const))('%s', { timeout: 60_000 }, async (_, check) => {
      const { outcome, why } = await runCheck(check, engine)
      expect(outcome === 'failed' ? why : '').toBe('')
    })
  })
}
