import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { epochs } from '#db/schema/identity.ts'
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
