import { createClient } from '@libsql/client'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { runs } from '#db/schema/catalog.ts'
import { groups } from '#db/schema/identity.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { newId } from '#domain/identifiers.ts'
import { overloaded } from '#runtime/overloaded.ts'
import { testServer } from '#test/harness.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { cancelStatement, claimRun, endRun, enqueueStatements, LEASE_MS, LeaseLost, MAX_ATTEMPTS, type RunEnd, writeUnderLease } from './runs.ts'
import { createLoneWorker, createWorker, type HeldRun, type RunHandler, workOn } from './worker.ts'

const STAMP = '2026-11-21T09:30:00.000Z'

async function setUp() {
  const server = await testServer()
  const ctx = server.querent.systemContext('semantic')
  const ends: RunEnd[] = []
  const handler = (work: (held: HeldRun) => Promise<void>): RunHandler => ({
    kind: 'test',
    work: async (_, held) => {
      await work(held)
      return [note(ctx, 'done')]
    },
    ended: (_ctx, _run, end) => {
      ends.push(end)
      return [note(ctx, end.status)]
    },
  })
  async function enqueue(): Promise<string> {
    const id = ctx.newId('run')
    await ctx.db.batch(enqueueStatements(ctx, { id, kind: 'test', subject_id: 'subject', actor_id: 'usr_x' }) as [never])
    return id
  }
  const read = async (id: string) => (await server.db.select().from(runs).where(eq(runs.id, id)))[0]
  const notes = async () => (await server.db.select({ name: groups.name }).from(groups).orderBy(groups.id)).map(({ name }) => name)
  const later = (ms: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + ms)
  }
  return { server, ctx, ends, handler, enqueue, read, notes, later, close: server.close }
}

/** Any write will do to see whether a batch took effect. */
const note = (ctx: Context, name: string) =>
  ctx.db.insert(groups).values({
    id: ctx.newId('grp'),
    name: `${name} ${crypto.randomUUID().slice(0, 4)}`,
    description: '',
    permissions: {},
    created_at: STAMP,
    updated_at: STAMP,
  })

test('a run is worked on once, and its last statements are committed with its success', async () => {
  const { ctx, handler, enqueue, read, notes, close } = await setUp()
  const id = await enqueue()
  let count = 0
  const work = handler(async () => void count++)
  const done = await Promise.all([workOn(ctx, [work]), workOn(ctx, [work]), workOn(ctx, [work])])
  expect([done.filter(Boolean).length, count]).toEqual([1, 1])
  expect(await read(id)).toMatchObject({ status: 'succeeded', attempt: 1, lease_token: null, completed_at: STAMP })
  expect(await notes()).toEqual([expect.stringMatching(/^done/)])
  await close()
})

test('a run whose worker fell silent is taken over, and nothing the first worker writes afterwards takes effect', async () => {
  const { ctx, enqueue, read, notes, later, close } = await setUp()
  const id = await enqueue()
  const zombie = await claimRun(ctx, ['test'])
  expect(await claimRun(ctx, ['test'])).toBeNull()
  later(LEASE_MS)
  const heir = await claimRun(ctx, ['test'])
  expect(heir?.run).toMatchObject({ id, attempt: 2 })
  await expect(writeUnderLease(ctx, zombie!, [note(ctx, 'zombie')])).rejects.toBeInstanceOf(LeaseLost)
  await expect(endRun(ctx, zombie!, { status: 'failed', error: 'zombie' }, [note(ctx, 'zombie')])).rejects.toBeInstanceOf(LeaseLost)
  await writeUnderLease(ctx, heir!, [note(ctx, 'heir')])
  expect(await notes()).toEqual([expect.stringMatching(/^heir/)])
  expect(await read(id)).toMatchObject({ status: 'running', lease_token: heir?.token, error: null })
  await close()
})

test('writing extends the lease', async () => {
  const { ctx, enqueue, later, close } = await setUp()
  await enqueue()
  const lease = await claimRun(ctx, ['test'])
  later(LEASE_MS - 1)
  await writeUnderLease(ctx, lease!, [])
  later(LEASE_MS - 1)
  expect(await claimRun(ctx, ['test'])).toBeNull()
  await close()
})

test('a run begun five times without an end is given up and its subject is told', async () => {
  const { ctx, ends, handler, enqueue, read, later, close, server } = await setUp()
  const id = await enqueue()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    expect((await claimRun(ctx, ['test']))?.run.attempt).toBe(attempt)
    later(LEASE_MS)
  }
  const never = handler(() => Promise.reject(new Error('must not be begun')))
  await workOn(ctx, [never])
  expect(ends).toEqual([{ status: 'failed', error: 'given up after 5 attempts' }])
  expect(await read(id)).toMatchObject({ status: 'failed', error: 'given up after 5 attempts' })
  expect(server.log).toContainEqual(expect.objectContaining({ message: 'a run was given up', run: id }))
  expect(await workOn(ctx, [never])).toBe(false)
  await close()
})

test('a failure that is told ends the run; an unknown one is tried again later and kept out of what is told', async () => {
  const { ctx, ends, handler, enqueue, read, later, close } = await setUp()
  const told = await enqueue()
  await workOn(ctx, [handler(() => Promise.reject(new Failure('datasource_unreachable', 'the file is gone')))])
  expect(await read(told)).toMatchObject({ status: 'failed', error: 'the file is gone' })
  const broken = await enqueue()
  const breaking = handler(() => Promise.reject(new Error('secret detail')))
  await workOn(ctx, [breaking])
  expect(await read(broken)).toMatchObject({ status: 'queued', attempt: 1, error: null })
  expect(await workOn(ctx, [breaking])).toBe(false)
  for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
    later(60_000)
    expect(await workOn(ctx, [breaking])).toBe(true)
  }
  expect(await read(broken)).toMatchObject({ status: 'failed', error: 'internal error', attempt: 5 })
  expect(ends).toEqual([
    { status: 'failed', error: 'the file is gone' },
    { status: 'failed', error: 'internal error' },
  ])
  await close()
})

test('a waiting run is cancelled on the spot; one under way is told by its next write', async () => {
  const { ctx, ends, handler, enqueue, read, notes, close } = await setUp()
  const waiting = await enqueue()
  expect(await cancelStatement(ctx, waiting)).toHaveLength(1)
  expect(await read(waiting)).toMatchObject({ status: 'cancelled' })
  expect(await cancelStatement(ctx, waiting)).toHaveLength(0)
  const running = await enqueue()
  let went = 0
  await workOn(ctx, [
    handler(async ({ write, signal }) => {
      await write([note(ctx, 'first')])
      await cancelStatement(ctx, running)
      await write([note(ctx, 'second')]).catch((error) => {
        expect(signal.aborted).toBe(true)
        throw error
      })
      went++
    }),
  ])
  expect([went, ends]).toEqual([0, [{ status: 'cancelled' }]])
  expect(await read(running)).toMatchObject({ status: 'cancelled' })
  expect((await notes()).map((name) => name.split(' ')[0])).toEqual(['first', 'second', 'cancelled'])
  await close()
})

test('a run whose worker died after its end was asked for is buried by the next', async () => {
  const { ctx, ends, handler, enqueue, read, later, close } = await setUp()
  const id = await enqueue()
  await claimRun(ctx, ['test'])
  await cancelStatement(ctx, id)
  expect(await read(id)).toMatchObject({ status: 'running' })
  later(LEASE_MS)
  await workOn(ctx, [handler(() => Promise.reject(new Error('must not be begun')))])
  expect([(await read(id))?.status, ends]).toEqual(['cancelled', [{ status: 'cancelled' }]])
  await close()
})

test('a worker that stops hands its run back without counting the attempt', async () => {
  const { ctx, ends, handler, enqueue, read, close } = await setUp()
  const id = await enqueue()
  let begun = (): void => undefined
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const waits = handler(({ signal }) => {
    begun()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const worker = createWorker({ context: () => ctx, handlers: [waits] })
  const ticking = worker.tick()
  await beginning
  await worker.stop()
  await ticking
  expect(await read(id)).toMatchObject({ status: 'queued', attempt: 0, lease_token: null, lease_until: null })
  expect(ends).toEqual([])
  expect(await workOn(ctx, [handler(async () => undefined)])).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'succeeded', attempt: 1 })
  await close()
})

test('a worker works on everything that is due', async () => {
  const { ctx, handler, enqueue, read, close } = await setUp()
  const ids = [await enqueue(), await enqueue(), await enqueue()]
  await createWorker({ context: () => ctx, handlers: [handler(async () => undefined)] }).tick()
  expect(await Promise.all(ids.map(async (id) => (await read(id))?.status))).toEqual(['succeeded', 'succeeded', 'succeeded'])
  await close()
})

test('where work is cut off without a word the next tick works all the same', async () => {
  const { ctx, handler, enqueue, read, close } = await setUp()
  let looks = 0
  const before = () => (looks++ ? Promise.resolve() : new Promise<void>(() => {}))
  const worker = createLoneWorker({ context: () => ctx, handlers: [handler(async () => undefined)], before })
  const id = await enqueue()
  void worker.tick()
  await worker.tick()
  expect((await read(id))?.status).toBe('succeeded')
  await close()
})

test.skipIf(!hasSqld)(`a lease fences writes on a libSQL server too${hasSqld ? '' : ' (skipped: none is packaged for this platform)'}`, async () => {
  const sqld = await startSqld()
  const client = createClient({ url: sqld.url })
  await migrateAll(client, migrations)
  let now = Date.parse(STAMP)
  const ctx = { db: openDatabase(client, overloaded), now: () => new Date(now), newId: (prefix: 'run' | 'grp') => newId(prefix, now) } as unknown as Context
  await ctx.db.batch(enqueueStatements(ctx, { id: 'run_1', kind: 'test', subject_id: 'x', actor_id: 'usr_x' }) as [never])
  const claimed = await Promise.all([claimRun(ctx, ['test']), claimRun(ctx, ['test']), claimRun(ctx, ['test'])])
  expect(claimed.filter(Boolean)).toHaveLength(1)
  const zombie = claimed.find((lease) => lease !== null)
  now += LEASE_MS
  const heir = await claimRun(ctx, ['test'])
  await expect(writeUnderLease(ctx, zombie!, [note(ctx, 'zombie')])).rejects.toBeInstanceOf(LeaseLost)
  await endRun(ctx, heir!, { status: 'succeeded' }, [note(ctx, 'heir')])
  expect(await ctx.db.select({ name: groups.name }).from(groups)).toEqual([{ name: expect.stringMatching(/^heir/) }])
  client.close()
  await sqld.stop()
})
