import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WriteTurns } from './write-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PASSED = 2_000

/** Takes a turn and notes when it came. */
function taker(turns: WriteTurns) {
  const order: number[] = []
  const ends: ((() => void) | null)[] = []
  const take = async (n: number) => {
    const end = await turns.take()
    order.push(n)
    ends.push(end)
  }
  return { order, take, end: () => ends.shift()?.() }
}

test('turns are taken one at a time, in the order they were asked for', async () => {
  const { order, take, end } = taker(new WriteTurns(60_000, 240_000))
  for (const n of [1, 2, 3]) void take(n)
  for (const taken of [[1], [1, 2], [1, 2, 3]]) {
    await vi.advanceTimersByTimeAsync(60)
    expect(order).toEqual(taken)
    await vi.advanceTimersByTimeAsync(PASSED)
    expect(order).toEqual(taken)
    end()
  }
})

test('a turn that is never ended is over when its time is', async () => {
  const { order, take } = taker(new WriteTurns(5_000, 20_000))
  for (const n of [1, 2]) void take(n)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(order).toEqual([1])
  await vi.advanceTimersByTimeAsync(300)
  expect(order).toEqual([1, 2])
})

test('whoever waits and is gone, with promise and timer, holds nobody up', async () => {
  const { order, take, end } = taker(new WriteTurns(60_000, 240_000))
  void take(1)
  await vi.advanceTimersByTimeAsync(0)
  void take(2)
  vi.clearAllTimers()
  void take(3)
  await vi.advanceTimersByTimeAsync(PASSED)
  end()
  await vi.advanceTimersByTimeAsync(PASSED)
  expect(order).toEqual([1, 3])
})

test('whoever is late to look takes its turn when it does, before those who came after it', async () => {
  const { order, take, end } = taker(new WriteTurns(60_000, 240_000))
  for (const n of [1, 2, 3]) void take(n)
  await vi.advanceTimersByTimeAsync(0)
  vi.setSystemTime(Date.now() + PASSED)
  end()
  await vi.advanceTimersByTimeAsync(PASSED)
  expect(order).toEqual([1, 2])
  end()
  await vi.advanceTimersByTimeAsync(PASSED)
  expect(order).toEqual([1, 2, 3])
})

test('who waited too long is told so', async () => {
  const turns = new WriteTurns(5_000, 20_000)
  await turns.take()
  for (let n = 0; n < 4; n++) void turns.take()
  const last = turns.take()
  await vi.advanceTimersByTimeAsync(21_000)
  expect(await last).toBeNull()
})
