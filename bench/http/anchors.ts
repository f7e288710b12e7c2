import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { auditLogs } from '#db/schema/catalog.ts'
import { sessions } from '#db/schema/sessions.ts'
import { newId } from '#domain/identifiers.ts'
import { openStorage } from '#runtime/database.ts'

/** What the scoreboard compares with: a bare Hono reply, and the same session written by hand without a schema, a credential or a log line. */
const { db } = await openStorage(`file:${process.env.ANCHOR_DATABASE}`)
const app = new Hono()
app.get('/hello', (c) => c.text('hello'))
app.post('/sessions', async (c) => {
  const { title } = await c.req.json<{ title: string }>()
  const at = new Date().toISOString()
  const id = newId('ses', Date.now())
  const [rows] = await db.batch([
    db
      .insert(sessions)
      .values({ id, user_id: 'usr_anchor', title, model: null, archived: false, pinned: false, tags: [], message_count: 0, created_at: at, updated_at: at })
      .returning(),
    db.insert(auditLogs).values({
      id: newId('aud', Date.now()),
      type: 'session.created',
      at,
      actor: { type: 'anchor', user_id: null, api_key_id: null },
      resource_type: 'session',
      resource_id: id,
      service: 'llm',
      outcome: 'success',
      request: { id: '', method: 'POST', path: '/sessions', ip: null, user_agent: null },
      details: {},
    }),
  ])
  return c.json(rows[0], 201)
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
