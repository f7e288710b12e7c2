import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SourceSpec, SourceType } from '#domain/semantics/sources/source.ts'
import { createBench, never, SHOP, sqliteFile, untrusted } from '../fixtures.ts'

const bench = createBench({ size: 2, memoryMb: 256 })
const specs = new Map<SourceType, SourceSpec>()
const shop = sqliteFile(SHOP)

beforeAll(async () => {
  for (const type of ['sqlite', 'file'] as const) specs.set(type, await bench.spec(type, [{ name: 'shop.db', bytes: shop }]))
})
afterAll(() => bench.close())

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1000 && isAlive(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  return !isAlive(pid)
}

describe.each(['sqlite', 'file'] as const)('%s source', (type) => {
  const spec = () => specs.get(type) as SourceSpec
  const endless =
    type === 'sqlite'
      ? 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'
      : 'select count(*) from range(1000000000000) as t(i) where i % 7 = 9'
  const query = (sql: string, more = {}, signal = never) => bench.sources.query(spec(), untrusted(sql, more), signal)
  const works = async () => expect((await query('select count(*) from orders')).rows).toEqual([[3]])

  test('a statement that never ends is killed at its deadline and the next one runs', async () => {
    await expect(query(endless, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'query_timeout' })
    await works()
  })

  test('an interrupt at the terminal, which every process of it receives, ends no runner', async () => {
    await works()
    const before = bench.pool.pids()
    for (const pid of before) process.kill(pid, 'SIGINT')
    await works()
    expect(bench.pool.pids()).toEqual(before)
  })

  test('an aborted statement is stopped and its process is gone', async () => {
    const controller = new AbortController()
    const running = query(endless, { timeoutMs: 60_000 }, controller.signal)
    const before = bench.pool.pids()
    setTimeout(() => controller.abort(new Error('the client left')), 100)
    await expect(running).rejects.toThrow('the client left')
    const ended = await Promise.all(before.filter((pid) => !bench.pool.pids().includes(pid)).map(gone))
    expect(ended).toEqual([true])
    await works()
    await expect(query('select 1', {}, AbortSignal.abort(new Error('never started')))).rejects.toThrow('never started')
  })

  const hungry =
    type === 'sqlite'
      ? [
          "select length(replace(hex(zeroblob(900000000)), '0', 'xxxxxxxx'))",
          "with recursive r(n) as (select 1 union all select n + 1 from r where n < 40000000) select count(*) from (select n, printf('%d%.*c', n, 100, 'x') as text from r order by 2)",
          "with recursive r(n) as (select 1 union all select n + 1 from r where n < 40000000) select printf('%d%.*c', n, 200, 'x') as text, count(*) from r group by 1 order by 2",
        ]
      : [
          "select length(repeat('x', 900000000))",
          "select count(*) from (select i::varchar || repeat('x', 50) as text, count(*) from range(50000000) t(i) group by 1)",
          "select list(i::varchar || repeat('x', 100)) from range(20000000) t(i)",
        ]
  test.each(hungry)('a statement that eats memory is stopped, and its process is used no more: %s', async (sql) => {
    await bench.pool.warm()
    const before = bench.pool.pids()
    const outcome = await query(sql, { timeoutMs: 20_000, origin: 'compiler' }).then(
      () => 'no failure',
      (error) => error.code,
    )
    expect(type === 'sqlite' && sql.includes('zeroblob') ? ['function_not_allowed'] : ['query_memory_exceeded']).toContain(outcome)
    if (outcome === 'query_memory_exceeded') await vi.waitFor(() => expect(before.every(isAlive)).toBe(false))
    await works()
  })

  test('a process that dies takes only its own statement with it', async () => {
    await bench.pool.warm()
    const running = query(endless, { timeoutMs: 60_000 })
    running.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const pid of bench.pool.pids()) process.kill(pid, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: expect.stringMatching(/query_failed|query_memory_exceeded/) })
    await works()
  })

  test('two statements of two users run at the same time', async () => {
    const slow = query(endless, { timeoutMs: 1500 })
    slow.catch(() => {})
    const other = { ...spec(), asker: { account: 'b', who: 'b' } }
    expect((await bench.sources.query(other, untrusted('select count(*) from orders'), never)).rows).toEqual([[3]])
    await expect(slow).rejects.toMatchObject({ code: 'query_timeout' })
  })
})

test('jobs beyond the queue are refused, waiting ones give up or fail with the pool', async () => {
  const small = createBench({ size: 1, queueLimit: 2, queueMs: 200 })
  try {
    const spec = await small.spec('sqlite', [{ name: 'shop.db', bytes: shop }])
    const sql = 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'
    const files = spec.files.map((file) => ({ name: file.name, format: file.format, directory: join(small.root, file.storageKey) }))
    const run = (timeoutMs: number, signal = never) =>
      small.pool
        .run(
          { kind: 'query', source: { key: 'shop', type: 'sqlite', files }, query: untrusted(sql, { timeoutMs }) },
          { timeoutMs, signal, asker: { account: 'a', who: 'a' } },
        )
        .catch((error) => error.code ?? error.message)
    const controller = new AbortController()
    const results = [run(1000), run(1000), run(1000, controller.signal), run(1000)]
    controller.abort(new Error('left the queue'))
    expect(await Promise.all(results)).toEqual(['query_timeout', 'rate_limited', 'left the queue', 'rate_limited'])
    await small.pool.warm()
    const pids = small.pool.pids()
    const last = [run(60_000), run(60_000)]
    await small.pool.close()
    expect(await last[1]).toBe('draining')
    expect(await last[0]).toMatch(/draining|query_/)
    expect(await Promise.all(pids.map(gone))).toEqual([true])
    expect(await run(100)).toBe('draining')
  } finally {
    await small.close()
  }
})

const canWatch = existsSync('/proc/self/stat')
const bounded = <T>(promise: Promise<T>) => Promise.race([promise, new Promise<'still waiting'>((resolve) => setTimeout(resolve, 20_000, 'still waiting'))])

test.runIf(canWatch)('a runner that stands still is given up: before its job another takes it, in the middle of it the job fails', async () => {
  const small = createBench({ size: 1, stallMs: 2000 })
  try {
    const spec = await small.spec('sqlite', [{ name: 'shop.db', bytes: shop }])
    const query = (sql: string) => small.sources.query(spec, untrusted(sql, { timeoutMs: 60_000 }), never).catch((error) => error.code)
    const halt = () => small.pool.pids().map((pid) => process.kill(pid, 'SIGSTOP'))
    halt()
    expect(await bounded(query('select count(*) from orders'))).toMatchObject({ rows: [[3]] })
    const running = query('with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r')
    setTimeout(halt, 500)
    expect(await bounded(running)).toBe('query_failed')
    expect(await bounded(query('select count(*) from orders'))).toMatchObject({ rows: [[3]] })
  } finally {
    await small.close()
  }
})

test('a caller who leaves while a runner starts is let go at once', async () => {
  const execPath = join(bench.root, 'never-ready')
  writeFileSync(execPath, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  const slow = createBench({ size: 1, execPath })
  try {
    const controller = new AbortController()
    const job = { kind: 'ingest', directory: slow.root, name: 'a.csv', format: 'csv' } as const
    const running = slow.pool.run(job, { timeoutMs: 1000, signal: controller.signal }).catch((error) => error.message)
    setTimeout(() => controller.abort(new Error('the client left')), 100)
    expect(await bounded(running)).toBe('the client left')
  } finally {
    await slow.close()
  }
})

test.runIf(canWatch)('runners that are killed and stopped at any moment leave no job waiting and no place taken', async () => {
  const small = createBench({ size: 2, stallMs: 2000, queueMs: 60_000 })
  try {
    const spec = await small.spec('sqlite', [{ name: 'shop.db', bytes: shop }])
    const strike = () => {
      const [pid] = small.pool.pids().sort(() => Math.random() - 0.5)
      if (pid !== undefined && isAlive(pid)) process.kill(pid, Math.random() < 0.5 ? 'SIGKILL' : 'SIGSTOP')
    }
    const striking = setInterval(strike, 150)
    const jobs = Array.from({ length: 12 }, () =>
      small.sources.query(spec, untrusted('select count(*) from orders', { timeoutMs: 5000 }), never).then(
        () => 'answered',
        (error) => error.code,
      ),
    )
    const told = await Promise.all(jobs)
    clearInterval(striking)
    for (const pid of small.pool.pids()) process.kill(pid, 'SIGKILL')
    expect(told.filter((code) => !['answered', 'query_failed', 'query_memory_exceeded', 'query_timeout', 'source_unavailable_here'].includes(code))).toEqual([])
    expect((await small.sources.query(spec, untrusted('select count(*) from orders'), never)).rows).toEqual([[3]])
  } finally {
    await small.close()
  }
})

test('a runtime that does not start is told, not waited for', async () => {
  const broken = createBench({ size: 1, execPath: '/nowhere/node' })
  try {
    await expect(broken.put('a.csv', 'a,b\n1,2\n')).rejects.toMatchObject({ code: 'source_unavailable_here' })
    await expect(broken.put('a.csv', 'a,b\n1,2\n')).rejects.toMatchObject({ code: 'source_unavailable_here' })
  } finally {
    await broken.close()
  }
})

test.runIf(existsSync('/proc/self/environ'))('a runner inherits no environment', async () => {
  await bench.pool.warm()
  for (const pid of bench.pool.pids()) {
    const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.split('=')[0])
    expect(
      names.filter(
        (name) => name && !/^(TZ|PWD|OLDPWD|SHLVL|_|NODE_NO_WARNINGS|NODE_OPTIONS|MALLOC_ARENA_MAX|NODE_CHANNEL_\w+|NODE_COMPILE_CACHE)$/.test(name),
      ),
    ).toEqual([])
  }
})

test.runIf(existsSync('/proc/self/stat'))('a runner in the middle of a statement does not outlive a killed parent', async () => {
  const script = fileURLToPath(new URL('./orphan-parent.fixture.ts', import.meta.url))
  const directory = bench.root
  const spec = specs.get('sqlite') as SourceSpec
  const parent = spawn(process.execPath, [script, directory, JSON.stringify(spec)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(parent.stdout, 'data')
  const pids: number[] = JSON.parse(String(line))
  expect(pids.length).toBe(1)
  expect(pids.map(isAlive)).toEqual([true])
  parent.kill('SIGKILL')
  expect(await Promise.all(pids.map(gone))).toEqual([true])
  expect(readdirSync(directory).length).toBeGreaterThan(0)
})
