import { expect, test } from 'vitest'
import { crash } from './crash.ts'

test('a process killed in the middle of its work loses nothing it had acknowledged, and what it had begun ends', { timeout: 240_000 }, async () => {
  const { acknowledged, lost, unended, integrity } = await crash(3)
  expect(acknowledged).toBeGreaterThan(5)
  expect(lost).toEqual([])
  expect(unended).toEqual([])
  expect(integrity).toBe('ok')
})
