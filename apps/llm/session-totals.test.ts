import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#db/schema/sessions.ts'
import { indexSessions } from '#domain/agent/sessions/session-index.ts'
import { newId } from '#domain/identifiers.ts'
import { testServer } from '#test/harness.ts'

test('totals are right whatever of the sessions is counted yet, and whatever becomes of them', async () => {
  const server = await testServer()
  const [one, other] = [await server.account(), await server.account()]
  const ctx = server.querent.systemContext('llm')
  const at = server.clock.now.toISOString()
  const open = async (user_id: string, model: string | null) => {
    const id = newId('ses', server.clock.now.getTime())
    await server.db
      .insert(sessions)
      .values({ id, user_id, title: id, model, archived: false, pinned: false, tags: [], created_at: at, updated_at: at, message_count: 0 })
    return id
  }
  const change = (id: string | undefined, values: Partial<typeof sessions.$inferInsert>) =>
    server.db
      .update(sessions)
      .set(values)
      .where(eq(sessions.id, id ?? ''))
  const forget = (id: string | undefined) => server.db.delete(sessions).where(eq(sessions.id, id ?? ''))

  const kept = ['?', '?archived=true', '?archived=false', '?model=builtin', '?model=other', '?pinned=false']
  const check = async () => {
    for (const { id, key } of [one, other]) {
      const rows = await server.db.select().from(sessions).where(eq(sessions.user_id, id))
      const count = (of: (row: (typeof rows)[number]) => boolean) => rows.filter(of).length
      const real = [
        rows.length,
        count((row) => row.archived),
        count((row) => !row.archived),
        count((row) => row.model === 'builtin'),
        count((row) => row.model === 'other'),
        rows.length,
      ]
      const told = await Promise.all(kept.map(async (query) => (await server.request(`GET /llm/sessions/paginated${query}`, { as: key })).body.total))
      expect(told).toEqual(real)
    }
  }
  for (const [round, isDrawn] of [false, true, false, true].entries()) {
    const made: string[] = []
    for (let i = 0; i < 12; i++) made.push(await open(i % 3 ? one.id : other.id, i % 2 ? 'builtin' : null))
    await check()
    if (isDrawn) await indexSessions(ctx)
    await check()
    await change(made[0], { archived: true, model: 'builtin' })
    await change(made[1], { archived: true, user_id: other.id, model: 'other' })
    await change(made[2], { model: null })
    await check()
    if (round > 1) await indexSessions(ctx)
    for (const id of [made[11], made[1], made[5], made[10]]) await forget(id)
    await change(made[0], { archived: false })
    await check()
  }
  await server.db.delete(sessions).where(eq(sessions.user_id, one.id))
  await check()
  await open(one.id, 'other')
  await indexSessions(ctx)
  await check()
  await server.close()
})
