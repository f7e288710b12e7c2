import { expect, test, vi } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { Failure } from '../../failure.ts'
import type { SemanticQuery } from '../../semantics/semantic-query.ts'
import { findValues, LOOK_UP_BUDGET } from './find-values.ts'

const shop = shopLayer('sqlite')
/** Nothing sampled: every text column is looked through. */
const layer = {
  ...shop,
  tables: shop.tables.map((table) => ({ ...table, columns: table.columns.map((column) => ({ ...column, sampleValues: [], distinct: null })) })),
}
const signal = new AbortController().signal
const empty = { rows: [] } as never

test('parts are looked for only where nothing was found whole, and no table of many rows is looked through for them', async () => {
  const asked: SemanticQuery[] = []
  const large = { ...layer, tables: layer.tables.map((table, at) => ({ ...table, rows: at === 0 ? LOOK_UP_BUDGET.scannedRows + 1 : 10 })) }
  const run = (query: SemanticQuery) => {
    asked.push(query)
    return Promise.resolve(empty)
  }
  const found = await findValues(large, ['Zed'], run, signal)
  expect(found).toEqual([])
  const tables = (operator: string) => asked.filter((query) => JSON.stringify(query.filters).includes(operator)).map(({ dimensions }) => dimensions[0]?.table)
  expect(tables('equals')).toContain(large.tables[0]?.name)
  expect(tables('contains')).not.toContain(large.tables[0]?.name)
  expect(tables('contains').length).toBeGreaterThan(0)
})

test('a table that cannot be read ends its look-up alone; a closed platform and a gone client end all of it', async () => {
  const failing = (code: 'query_failed' | 'rate_limited') => findValues(layer, ['Zed'], () => Promise.reject(new Failure(code, 'no')), signal)
  expect(await failing('query_failed')).toEqual([])
  await expect(failing('rate_limited')).rejects.toMatchObject({ code: 'rate_limited' })
  const gone = new AbortController()
  gone.abort(new Error('gone'))
  await expect(findValues(layer, ['Zed'], () => Promise.reject(new Error('aborted')), gone.signal)).rejects.toThrow('gone')
})

test('it ends in time with what it has', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(1))
  const never = (_: SemanticQuery, { signal: until }: { signal: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason), { once: true }))
  expect(await findValues(layer, ['Zed'], never, signal)).toEqual([])
  vi.restoreAllMocks()
})
