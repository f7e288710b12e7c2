import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { createLogLines } from './log-lines.ts'

test('lines are written several at once, those of trouble in their turn with all before them', async () => {
  const written: string[] = []
  const { log } = createLogLines((text) => written.push(text))
  const told = () => written.map((text) => text.trimEnd().split('\n').length)
  for (const message of ['a', 'b', 'c']) log({ level: 'info', message })
  await new Promise((resolve) => setImmediate(resolve))
  expect(written).toEqual([])
  log({ level: 'warn', message: 'd' })
  log({ level: 'error', message: 'e' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(told()).toEqual([5])
  for (const message of ['f', 'g']) log({ level: 'info', message })
  await vi.waitFor(() => expect(told()).toEqual([5, 2]))
  expect(JSON.parse(written[1]?.split('\n')[1] ?? '')).toMatchObject({ level: 'info', message: 'g', time: expect.stringMatching(/Z$/) })
})

test('nothing is lost when the process exits in the same turn, however much there is', () => {
  const program = `
    const { createLogLines, writerTo } = await import(${JSON.stringify(new URL('./log-lines.ts', import.meta.url).href)})
    const lines = createLogLines(writerTo(1))
    process.on('exit', lines.flush)
    for (let i = 0; i < 20000; i += 1) lines.log({ level: 'info', message: 'x'.repeat(100) })
    process.exit(0)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  expect([status, stdout.split('\n').length]).toEqual([0, 20001])
})
