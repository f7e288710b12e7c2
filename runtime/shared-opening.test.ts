import { expect, test } from 'vitest'
import { SharedOpening } from './shared-opening.ts'

const never = () => new Promise<string>(() => {})
const keep = () => {}

test('what the first opens, all after it have', async () => {
  const shared = new SharedOpening<string>()
  const first = shared.get(async () => 'first', keep)
  const second = shared.get(never, keep)
  expect(await Promise.all([first, second, shared.get(never, keep)])).toEqual(['first', 'first', 'first'])
})

test('an opening that fails does so for those who wait for it, and is begun anew by the next', async () => {
  const shared = new SharedOpening<string>()
  const failing = shared.get(() => Promise.reject(new Error('no database')), keep)
  const waiting = shared.get(never, keep)
  await expect(failing).rejects.toThrow('no database')
  await expect(waiting).rejects.toThrow('no database')
  expect(await shared.get(async () => 'second', keep)).toBe('second')
})

test('who waits for an opening that died with its request opens anew', async () => {
  const shared = new SharedOpening<string>(20)
  void shared.get(never, keep)
  expect(await shared.get(async () => 'second', keep)).toBe('second')
})
