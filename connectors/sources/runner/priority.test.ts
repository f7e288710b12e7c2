import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { createBench, never, SHOP, sqliteFile, untrusted } from '../fixtures.ts'
import { stepBack } from './priority.ts'

const threads = (pid: number) => readdirSync(`/proc/${pid}/task`).map(Number)
const endless = 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'

test.runIf(existsSync('/proc/self/task'))('every thread of a process steps back, and comes forward again where the system lets it', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const pid = child.pid ?? 0
    const before = getPriority(pid)
    const comeForward = stepBack(pid)
    expect(new Set(threads(pid).map((thread) => getPriority(thread)))).toEqual(new Set([Math.min(19, before + 5)]))
    if (comeForward()) expect(new Set(threads(pid).map((thread) => getPriority(thread)))).toEqual(new Set([before]))
    else expect(process.getuid?.()).not.toBe(0)
  } finally {
    child.kill()
  }
})

test('a process that is gone hinders nothing', () => {
  expect(() => stepBack(2 ** 30)()).not.toThrow()
})

test('a long query steps back while it runs, and no later one does', async () => {
  const bench = createBench({ size: 1 })
  try {
    const spec = await bench.spec('sqlite', [{ name: 'shop.db', bytes: sqliteFile(SHOP) }])
    await bench.sources.query(spec, untrusted('select 1'), never)
    const [pid = 0] = bench.pool.pids()
    const before = getPriority(pid)
    const running = bench.sources.query(spec, untrusted(endless, { timeoutMs: 3_000 }), never).catch((error) => error.code)
    await expect.poll(() => getPriority(pid), { timeout: 2_900, interval: 50 }).toBe(Math.min(19, before + 5))
    expect(await running).toBe('query_timeout')
    await bench.sources.query(spec, untrusted('select 1'), never)
    expect(bench.pool.pids().map((one) => getPriority(one))).toEqual([before])
  } finally {
    await bench.close()
  }
})
