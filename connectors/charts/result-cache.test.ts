import { expect, test } from 'vitest'
import { Failure } from '#domain/failure.ts'
import type { DatedOutcome } from '#domain/query/cached-query.ts'
import { createResultCache } from './result-cache.ts'

const answer = (asOf: number) => ({ outcome: { rows: [[asOf]], columns: [{}] }, asOf }) as unknown as DatedOutcome
const age = (now: number, more: object = {}) => ({ seconds: 0, now, notBefore: now - 1_000, keeps: false, ...more })

/** Readings that are answered, or fail, when the test says so. */
function readings() {
  const begun: PromiseWithResolvers<DatedOutcome>[] = []
  const read = () => {
    const one = Promise.withResolvers<DatedOutcome>()
    begun.push(one)
    return one.promise
  }
  return { begun, read }
}

test('many who ask at once where nothing is kept cost one reading, and the next who asks another', async () => {
  const cache = createResultCache(1_000_000)
  const { begun, read } = readings()
  const asked = [0, 400, 900].map((now) => cache.take('key', age(now), read))
  const late = cache.take('key', age(1_001), read)
  expect(begun).toHaveLength(2)
  begun[0]?.resolve(answer(0))
  begun[1]?.resolve(answer(1_001))
  expect((await Promise.all([...asked, late])).map(({ asOf }) => asOf)).toEqual([0, 0, 0, 1_001])
  void cache.take('key', age(1_002), read)
  expect(begun).toHaveLength(3)
})

test('what is kept is answered until it is too old', async () => {
  const cache = createResultCache(1_000_000)
  const { begun, read } = readings()
  const first = cache.take('key', age(0, { seconds: 5, keeps: true, notBefore: -Infinity }), read)
  begun[0]?.resolve(answer(0))
  await first
  expect((await cache.take('key', age(4_999, { seconds: 5, notBefore: -Infinity }), read)).asOf).toBe(0)
  void cache.take('key', age(5_000, { seconds: 5, notBefore: -Infinity }), read)
  expect(begun).toHaveLength(2)
})

test('when who began a reading leaves, one of those who wait begins it again for all', async () => {
  const cache = createResultCache(1_000_000)
  const { begun, read } = readings()
  const asked = [0, 1, 2, 3].map((now) => cache.take('key', age(now), read))
  begun[0]?.reject(new DOMException('left', 'AbortError'))
  await expect(asked[0]).rejects.toThrow('left')
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve(answer(1))
  expect((await Promise.all(asked.slice(1))).map(({ asOf }) => asOf)).toEqual([1, 1, 1])
})

test('a statement that fails, fails for all who wait for it, once', async () => {
  const cache = createResultCache(1_000_000)
  const { begun, read } = readings()
  const asked = [0, 1, 2].map((now) => cache.take('key', age(now), read))
  begun[0]?.reject(new Failure('query_timeout', 'the query took too long'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(begun).toHaveLength(1)
})

test('where a reading may end without a word nobody waits for that of another', async () => {
  const cache = createResultCache(1_000_000, { joins: false })
  const { begun, read } = readings()
  const asked = [0, 400].map((now) => cache.take('key', age(now), read))
  expect(begun).toHaveLength(2)
  begun[1]?.resolve(answer(400))
  expect((await asked[1])?.asOf).toBe(400)
})
