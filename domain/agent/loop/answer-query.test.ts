import { expect, test } from 'vitest'
import type { QueryColumn, QueryOutcome } from '../../query/query-outcome.ts'
import { toldResult } from './answer-query.ts'

const column = (name: string): QueryColumn => ({
  ...{ name, label: name, type: 'text', role: 'dimension', unit: null, grain: null, aggregate: null, table: '', column: null },
})
const outcome = (wide: number, long: number, cell: string): QueryOutcome => ({
  sql: '',
  columns: Array.from({ length: wide }, (_, index) => column(`column_${index}`)),
  rows: Array.from({ length: long }, () => Array(wide).fill(cell)),
  ...{ row_count: long, truncated: false, duration_ms: 0, tables: [], row_filters_applied: false, filtered_tables: [] },
})

test('a small result is told whole', () => {
  const { columns, rows, columns_left_out } = toldResult(outcome(3, 5, 'x'), 1, 12_000)
  expect([columns, rows, columns_left_out]).toMatchObject([{ length: 3 }, { length: 5 }, undefined])
})

test('of a wide and of a long result as much is told as there is room for, and what is left out', () => {
  const wide = toldResult(outcome(2_000, 50, 'x'.repeat(100)), 1, 12_000)
  expect(JSON.stringify(wide).length).toBeLessThan(24_000)
  expect((wide.columns as unknown[]).length + (wide.columns_left_out as number)).toBe(2_000)
  expect((wide.rows as unknown[][])[0]).toHaveLength((wide.columns as unknown[]).length)
  expect(JSON.stringify(toldResult(outcome(3, 50, 'x'.repeat(390)), 1, 4_000)).length).toBeLessThan(5_500)
})
