import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('every step of the quickstart works', { timeout: 180_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/quickstart.ts', '--once'], { maxBuffer: 10_000_000 })
  expect(stdout).toMatch(/^Done: \d+ steps in [\d.]+ s, 0 failed\.$/m)
})
