import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createLogLines } from './log-lines.ts'

test('the lines of one turn are written together', async () => {
  const written: string[] = []
  const { log } = createLogLines((text) => written.push(text))
  for (const message of ['a', 'b', 'c']) log({ level: 'info', message })
  expect(written).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  log({ level: 'warn', message: 'd' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(written.map((text) => text.trimEnd().split('\n').length)).toEqual([3, 1])
  expect(JSON.parse(written[1] ?? '')).toMatchObject({ level: 'warn', message: 'd', time: expect.stringMatching(/Z$/) })
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
