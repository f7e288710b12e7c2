import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { epochs, grants } from '#db/schema/identity.ts'
import { readCatalog } from '#domain/catalog/known-catalog.ts'
import { newId } from '#domain/identifiers.ts'
import { temporaryFolder } from '#test/database.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { openStorage, type Storage } from './database.ts'

async function writesAndReads({ db, end }: Storage): Promise<void> {
  await db.insert(epochs).values({ name: 'x', value: 1 })
  await end()
}

test('a file is migrated, kept between starts and has a change counter', async () => {
  const url = `file:${join(temporaryFolder(), 'storage.db')}`
  const first = await openStorage(url)
  expect(first.changeCounter()).not.toBeNull()
  await writesAndReads(first)
  const second = await openStorage(url)
  expect((await second.db.select().from(epochs)).map((row) => row.name)).toContain('x')
  await second.end()
})

test('every commit is noticed, also one that touches neither the catalog nor an account', async () => {
  const storage = await openStorage(`file:${join(temporaryFolder(), 'storage.db')}`)
  const write = () => storage.db.insert(epochs).values({ name: newId('aud', 1), value: 1 })
  await write()
  const [counted, commits] = [storage.changeCounter(), storage.commitCounter()]
  await write()
  expect([storage.changeCounter() === counted, storage.commitCounter() === commits]).toEqual([true, false])
  await storage.end()
})

test('what is read of the catalog is remembered until any of it changes, whoever changes it', async () => {
  const url = `file:${join(temporaryFolder(), 'storage.db')}`
  const mine = await openStorage(url)
  const other = await openStorage(url)
  let reads = 0
  const read = () => readCatalog(mine as never, 'all', async () => ++reads)
  const at = '2026-11-21T09:30:00.000Z'
  const about = { id: 'grt_1', resource_type: 'model', resource_id: 'mdl_1', created_by: 'usr_1', created_at: at } as const
  const elsewhere = (db: Storage['db']) => db.insert(epochs).values({ name: newId('aud', 1), value: 1 })
  await elsewhere(mine.db)
  expect([await read(), await read()]).toEqual([1, 1])
  await elsewhere(mine.db)
  expect(await read()).toBe(1)
  await mine.db.insert(grants).values({ ...about, principal_type: 'everyone', principal_id: '', level: 'view' })
  expect([await read(), await read()]).toEqual([2, 2])
  await elsewhere(other.db)
  // Nobody here knows what another process committed.
  expect([await read(), await read()]).toEqual([3, 4])
  await elsewhere(mine.db)
  expect(await read()).toBe(2)
  await other.db.delete(grants)
  await elsewhere(mine.db)
  expect([await read(), await read()]).toEqual([5, 5])
  await Promise.all([mine.end(), other.end()])
})

describe.skipIf(!hasSqld)(hasSqld ? 'a server' : 'a server (skipped: no libSQL server is packaged for this platform)', () => {
  test('is migrated over HTTP and has no change counter', async () => {
    const server = await startSqld()
    try {
      const first = await openStorage(server.url)
      expect(first.changeCounter()).toBeNull()
      await writesAndReads(first)
      const second = await openStorage(server.url)
      expect((await second.db.select().from(epochs)).map((row) => row.name)).toContain('x')
      await second.end()
    } finally {
      await server.stop()
    }
  })
})
