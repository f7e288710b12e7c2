import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { groups } from '#db/schema/identity.ts'
import { copyOf, freshDatabase } from './database.ts'

const named = (id: string) => ({ id, name: id, description: '', permissions: {}, created_at: '2026-11-21T09:30:00Z', updated_at: '2026-11-21T09:30:00Z' })

test('a database begins as what it is a copy of, whatever its connection did before', async () => {
  const first = await freshDatabase()
  await first.db.insert(groups).values(named('grp_1'))
  const one = await copyOf(first.path)
  first.close()

  const second = await freshDatabase()
  expect(await second.db.select().from(groups)).toEqual([])
  await second.db.insert(groups).values(named('grp_2'))
  const other = await copyOf(second.path)
  second.close()

  for (const [copied, id] of [
    [one, 'grp_1'],
    [other, 'grp_2'],
    [one, 'grp_1'],
  ] as const) {
    const { db, close } = await freshDatabase(undefined, copied)
    expect(await db.select({ id: groups.id }).from(groups)).toEqual([{ id }])
    await db.update(groups).set({ name: 'changed' }).where(eq(groups.id, id))
    close()
  }
})

test('two databases that are open at once know nothing of each other', async () => {
  const [left, right] = [await freshDatabase(), await freshDatabase()]
  await left.db.insert(groups).values(named('grp_1'))
  expect(await right.db.select().from(groups)).toEqual([])
  for (const { close } of [left, right]) close()
})

test('a connection whose schema was changed serves no other database', async () => {
  const first = await freshDatabase()
  await first.db.run(sql`create table more (id text)`)
  first.close()
  const second = await freshDatabase()
  await expect(second.db.run(sql`select * from more`)).rejects.toThrow('no such table')
  expect(second.path).not.toBe(first.path)
  second.close()
})

test('what is closed answers no more', async () => {
  const { db, close } = await freshDatabase()
  close()
  await expect(db.select().from(groups)).rejects.toThrow('closed')
})
