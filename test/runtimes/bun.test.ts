import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RUNTIMES } from './local-process.ts'
import { localSmoke } from './local-smoke.ts'

describe.skipIf(RUNTIMES.bun === null)(RUNTIMES.bun ? 'Bun' : 'Bun (skipped: its binary is not installed)', () => {
  localSmoke('bun')

  test('as it is started, more than 256 questions may wait for a provider at once', async () => {
    let open = 0
    const answers: (() => void)[] = []
    const server = createServer((_, response) => {
      open += 1
      answers.push(() => response.end('answered'))
      if (open === 300) for (const answer of answers) answer()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const asks = `await Promise.all(Array.from({ length: 300 }, () => fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}').then((it) => it.text())))`
    const [bun = '', ...args] = RUNTIMES.bun?.slice(0, -1) ?? []
    await promisify(execFile)(bun, [...args, '-e', asks], { timeout: 20_000 }).finally(() => server.close())
    expect(open).toBe(300)
  })
})
