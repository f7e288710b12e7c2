import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { QueryColumn, QueryOutcome } from '../../query/query-outcome.ts'
import { answerQuery, type RunQuery, toldResult } from './answer-query.ts'

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

test('wrong joins of a statement that failed are put right where that is allowed, and only then', async () => {
  const layer = shopLayer('sqlite')
  const ran: string[] = []
  const runQuery: RunQuery = async (_ctx, _id, query) => {
    const sql = 'sql' in query ? query.sql : ''
    ran.push(sql)
    if (sql.includes('l.category_id')) throw new Failure('query_invalid', 'the statement does not compile')
    return { ...outcome(1, 1, 'x'), sql }
  }
  const sql = 'select c.title, sum(l.quantity) from categories c join lines l on c.id = l.category_id group by c.title'
  const ask = (statement: string, onRepair?: (what: string) => void) =>
    answerQuery(
      {} as Context,
      { name: 'run_sql', input: { datasource_id: layer.datasourceId, sql: statement } },
      { layers: [layer], mostRows: 10, signal: new AbortController().signal, runQuery, onRepair },
    )
  const repaired: string[] = []
  const reply = await ask(sql, (what) => repaired.push(what))
  expect(reply).toMatchObject({ outcome: { sql: expect.stringContaining('JOIN products ON products.id = l.product_id') }, verified: null })
  expect(repaired).toEqual(['joins of a statement'])
  expect(ran.splice(0)).toHaveLength(2)
  expect(await ask(sql)).toMatchObject({ fault: { code: 'query_invalid', hint: expect.stringContaining('the tables join so: FROM lines AS l') } })
  expect(ran.splice(0)).toHaveLength(1)
  await ask('select title, sum(quantity) from lines', (what) => repaired.push(what))
  expect(ran).toEqual(['select title, sum(quantity) from lines'])
})
