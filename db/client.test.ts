import { createClient, LibsqlError } from '@libsql/client'
import { count, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Failure } from '#domain/failure.ts'
import { openDatabaseThread, type ThreadedClient } from '#runtime/database-thread.ts'
import { overloaded } from '#runtime/overloaded.ts'
import { freshDatabase, freshDatabaseFile } from '#test/database.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { type Database, disciplined, openDatabase } from './client.ts'
import { isUniqueViolation } from './errors.ts'
import { migrateAll } from './migrate.ts'
import { migrations } from './migrations.gen.ts'
import { epochs } from './schema/identity.ts'

const outcome = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'done',
    (error: unknown) => error,
  )

/** What every kind of database must do. */
function conforms(open: () => Database) {
  test('a batch is atomic and its unique violation names table and column', async () => {
    const db = open()
    const twice = db.batch([db.insert(epochs).values({ name: 'atomic', value: 1 }), db.insert(epochs).values({ name: 'atomic', value: 2 })])
    expect(isUniqueViolation(await outcome(twice))).toEqual({ table: 'epochs', columns: ['name'], index: null })
    expect(await db.select().from(epochs).where(eq(epochs.name, 'atomic'))).toEqual([])
  })

  test('statements whose results nobody reads are written all or none', async () => {
    const db = open()
    const named = (name: string, value = 9) => db.insert(epochs).values({ name, value })
    const raised = db.update(epochs).set({ value: 10 }).where(eq(epochs.name, 'unread')).returning()
    await db.write([named('unread'), named('unread too'), raised])
    const failing = [db.write([named('unread 3'), named('unread')]), db.write([named('unread 4'), named('unread')], { unsynced: true })]
    const outcomes = Promise.all([...failing.map(outcome), db.write([named('unread 5')], { unsynced: true }), db.write([named('unread 6')])])
    expect((await outcomes).slice(0, 2).map(isUniqueViolation)).toEqual([1, 2].map(() => ({ table: 'epochs', columns: ['name'], index: null })))
    const kept = await db.select().from(epochs).where(like(epochs.name, 'unread%')).orderBy(epochs.name)
    expect(kept.map(({ name, value }) => `${name}: ${value}`)).toEqual(['unread: 10', 'unread 5: 9', 'unread 6: 9', 'unread too: 9'])
  })

  test('the same statement may be read and not read in turn', async () => {
    const db = open()
    const named = (name: string) => db.insert(epochs).values({ name, value: 7 })
    for (const turn of [1, 2, 3]) {
      await db.batch([named(`turn ${turn}, read`)])
      await db.write([named(`turn ${turn}, unread`)])
    }
    expect(await db.select().from(epochs).where(like(epochs.name, 'turn%'))).toHaveLength(6)
  })

  test('an error comes out as the driver made it, without the values of the statement', async () => {
    const db = open()
    await db.insert(epochs).values({ name: 'canary-4711', value: 1 })
    const error = await outcome(db.insert(epochs).values({ name: 'canary-4711', value: 2 }))
    expect(isUniqueViolation(error)?.table).toBe('epochs')
    expect(String(error)).not.toContain('canary-4711')
  })

  test('a batch of reads, a relational query and returning answer rows', async () => {
    const db = open()
    const [row] = await db.insert(epochs).values({ name: 'read', value: 7 }).returning()
    expect(row).toEqual({ name: 'read', value: 7 })
    const [found, again] = await db.batch([db.select().from(epochs).where(eq(epochs.name, 'read')), db.select({ value: epochs.value }).from(epochs)])
    expect(found).toEqual([row])
    expect(again.length).toBeGreaterThan(0)
    expect(await db.query.epochs.findFirst({ where: eq(epochs.name, 'read') })).toEqual(row)
  })

  test('an interactive transaction is refused', async () => {
    expect(String(await outcome(open().transaction(async () => 1)))).toContain('use batch')
  })

  test('parallel single writes and batches all arrive', async () => {
    const db = open()
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 ? db.insert(epochs).values({ name: `parallel-${n}`, value: 5 }) : db.batch([db.insert(epochs).values({ name: `parallel-${n}`, value: 5 })]),
      ),
    )
    expect(await db.select({ n: count() }).from(epochs).where(eq(epochs.value, 5))).toEqual([{ n: 60 }])
  })
}

describe('a local file', () => {
  let db: Database
  beforeAll(async () => {
    db = (await freshDatabase()).db
  })
  conforms(() => db)
})

describe('a local file on threads', () => {
  let db: Database
  let client: ThreadedClient
  beforeAll(async () => {
    client = await openDatabaseThread(`file:${await freshDatabaseFile()}`)
    db = openDatabase(client, overloaded)
  })
  afterAll(() => client.end())
  conforms(() => db)
})

describe.skipIf(!hasSqld)(hasSqld ? 'a server over HTTP' : 'a server over HTTP (skipped: no libSQL server is packaged for this platform)', () => {
  let db: Database
  let stop = async () => {}
  beforeAll(async () => {
    const server = await startSqld()
    stop = server.stop
    const client = createClient({ url: server.url })
    await migrateAll(client, migrations)
    db = openDatabase(client, overloaded)
  })
  afterAll(() => stop())
  conforms(() => db)
})

test('writes beside a lock that another connection holds for a moment go through', async () => {
  const { path } = await freshDatabase()
  const db = openDatabase(createClient({ url: `file:${path}`, concurrency: 1 }), overloaded)
  const other = createClient({ url: `file:${path}` })
  const lock = await other.transaction('write')
  const write = outcome(db.insert(epochs).values({ name: 'waited', value: 1 }))
  setTimeout(() => lock.commit(), 30)
  expect(await write).toBe('done')
  other.close()
})

test('a database that stays busy is the failure "overloaded", and works again when the lock is gone', async () => {
  const { path } = await freshDatabase()
  const db = openDatabase(createClient({ url: `file:${path}`, concurrency: 1 }), overloaded)
  const other = createClient({ url: `file:${path}` })
  const lock = await other.transaction('write')
  const single = await outcome(db.insert(epochs).values({ name: 'single', value: 1 }))
  const batch = await outcome(db.batch([db.insert(epochs).values({ name: 'batch', value: 1 })]))
  for (const error of [single, batch]) {
    expect(error).toBeInstanceOf(Failure)
    expect(error).toMatchObject({ code: 'overloaded', details: { retryAfter: 1 } })
  }
  await lock.rollback()
  expect(await outcome(db.batch([db.insert(epochs).values({ name: 'after', value: 1 })]))).toBe('done')
  other.close()
})

test('a batch starts as a writer only when something in it writes', async () => {
  const modes: unknown[] = []
  const spied = {
    protocol: 'http',
    batch: async (_statements: unknown, mode: unknown) => {
      modes.push(mode)
      return []
    },
  }
  const careful = disciplined(spied as never, overloaded)
  await careful.batch(['select 1', { sql: 'select 2', args: [] }])
  await careful.batch(['select 1', ['delete from t', []]], 'deferred')
  expect(modes).toEqual(['read', 'write'])
})

test('any other error is not tried again', async () => {
  let calls = 0
  const failing = {
    protocol: 'http',
    execute: () => {
      calls += 1
      return Promise.reject(new LibsqlError('no such table: t', 'SQLITE_ERROR'))
    },
  }
  const careful = disciplined(failing as never, overloaded)
  expect(await outcome(careful.execute('delete from t'))).toBeInstanceOf(LibsqlError)
  expect(calls).toBe(1)
})

/** A client of another machine's database whose batches end when they are told to. */
function slowClient() {
  const under: (() => void)[] = []
  let begun = 0
  const client = {
    protocol: 'http',
    batch: () => {
      begun += 1
      return new Promise<unknown[]>((resolve) => under.push(() => resolve([])))
    },
  }
  return { client: client as never, begun: () => begun, endOne: () => under.shift()?.() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('where writes take turns one begins when the one before it has ended, and reads wait for nobody', async () => {
  const { client, begun, endOne } = slowClient()
  const careful = disciplined(client, overloaded, { turnMs: 60_000 })
  const writes = [1, 2, 3].map((n) => careful.batch([`insert into t values (${n})`]))
  await settled()
  expect(begun()).toBe(1)
  const read = careful.batch(['select 1'])
  expect(begun()).toBe(2)
  for (const left of [3, 4]) {
    endOne()
    if (left === 3) endOne()
    await expect.poll(begun).toBe(left)
  }
  endOne()
  await Promise.all([...writes, read])
})

test('a write that nobody answers is not waited for without end', async () => {
  const { client, begun } = slowClient()
  const careful = disciplined(client, overloaded, { turnMs: 1 })
  void careful.batch(['insert into t values (1)'])
  void careful.batch(['insert into t values (2)'])
  await expect.poll(begun).toBe(2)
})

test('a write that waited for a turn that never came is the failure "overloaded"', async () => {
  const { client, begun } = slowClient()
  const careful = disciplined(client, overloaded, { turnMs: 60_000 })
  vi.useFakeTimers()
  try {
    void careful.batch(['insert into t values (1)'])
    const lines = Array.from({ length: 6 }, (_, n) => outcome(careful.batch([`insert into t values (${n})`])))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(begun()).toBe(5)
    expect(await Promise.all(lines.slice(4))).toMatchObject([{ code: 'overloaded' }, { code: 'overloaded' }])
  } finally {
    vi.useRealTimers()
  }
})

test('a call the database does not answer in time is the failure "overloaded" and is not made again', async () => {
  let calls = 0
  const silent = {
    protocol: 'http',
    batch: () => {
      calls += 1
      return Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    },
  }
  expect(await outcome(disciplined(silent as never, overloaded).batch(['insert into t values (1)']))).toMatchObject({ code: 'overloaded' })
  expect(calls).toBe(1)
})

test('a write is kept alive beside its request, a read is not', async () => {
  const { client, endOne } = slowClient()
  const kept: Promise<unknown>[] = []
  const careful = disciplined(client, overloaded, { turnMs: 60_000, keep: (work) => kept.push(work) })
  const writing = careful.batch(['insert into t values (1)'])
  void careful.batch(['select 1'])
  expect(kept).toHaveLength(1)
  await settled()
  for (const _ of ['read', 'write']) endOne()
  await writing
})

test('writes to another machine begin at once unless they take turns', async () => {
  const { client, begun } = slowClient()
  const careful = disciplined(client, overloaded)
  for (const n of [1, 2, 3]) void careful.batch([`insert into t values (${n})`])
  expect(begun()).toBe(3)
})
