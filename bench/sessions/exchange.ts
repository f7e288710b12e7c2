import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { filled, placeholders } from '#db/remembered.ts'
import { messages, sessions } from '#db/schema/sessions.ts'
import { holdBeginning, newCompletion, storeBeginning, storeEnding } from '#domain/agent/completions/completion-store.ts'
import { settlement } from '#domain/agent/completions/reservations.ts'
import { indexSessions } from '#domain/agent/sessions/session-index.ts'
import { newSession } from '#domain/agent/sessions/sessions.ts'
import type { Context } from '#domain/context.ts'
import { newId } from '#domain/identifiers.ts'
import { openStorage } from '#runtime/database.ts'
import { median } from '../processes.ts'
import { endTimed, sized } from '../smoke.ts'

const GOAL_MICROS = 60
const ROUNDS = sized(5, 1)
const EXCHANGES = sized(1_000, 50)
const AT_ONCE = 50

const folder = mkdtempSync(join(tmpdir(), 'querent-exchange-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const { db, end: close } = await openStorage(`file:${join(folder, 'querent.db')}`)
const request = { id: 'req_bench', method: 'POST', path: '/api/v1/llm/session/completions', ip: '127.0.0.1', userAgent: 'bench' }
const credential = { type: 'signin' as const, id: 'sgn_1', expiresAt: null }
const actor = {
  type: 'user' as const,
  userId: 'usr_bench',
  role: 'user' as const,
  email: '',
  name: '',
  groupIds: [],
  attributes: {},
  credential,
  scopes: ['*'],
}
const ctx = {
  db,
  actor,
  request,
  service: 'llm',
  expectedRevision: null,
  idempotencyId: null,
  now: () => new Date(),
  newId: (prefix: 'msg') => newId(prefix, Date.now()),
} as unknown as Context

const question = 'How many customers do we have in each country, and which of them pay most?'
const content = 'The USA leads with 13 customers, followed by Canada with 8 and Brazil with 5. '.repeat(8)
const model = 'music'

async function cost(work: (count: number) => Promise<void> | void, exchanges = EXCHANGES): Promise<number> {
  const before = process.cpuUsage()
  await work(exchanges)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / exchanges
}

const opened = newSession(ctx, { title: 'Bench', model })
const inTurn = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

const rows: ReturnType<typeof newCompletion>[] = []
const end = async (row: ReturnType<typeof newCompletion>) => {
  row.status = 'completed'
  await storeEnding(ctx, {
    row,
    content,
    attachments: [],
    charts: [],
    asked: model,
    settlement: settlement(ctx, row, { reserved: false, asked: [], price: null }),
  })
}
const beginning = () =>
  cost((count) =>
    inTurn(count, async () => {
      const session = { ...opened, id: ctx.newId('ses') }
      const row = newCompletion(ctx, { sessionId: session.id, model })
      await storeBeginning(ctx, row, session, question)
      rows.push(row)
    }),
  )
const ending = () =>
  cost((count) =>
    inTurn(count, async (index) => {
      const row = rows[rows.length - 1 - index]
      if (!row) throw new Error('there is no exchange to end')
      await end(row)
    }),
  )
/** As a client is served that is told nothing before the end. */
const atOnce = () =>
  cost((count) =>
    inTurn(count, async () => {
      const session = { ...opened, id: ctx.newId('ses') }
      const row = newCompletion(ctx, { sessionId: session.id, model })
      holdBeginning(ctx, row, session, question)
      await end(row)
    }),
  )

/** Of it the session and its two messages alone: no completion, no audit entry, no usage. */
const messagesAlone = () =>
  cost((count) =>
    inTurn(count, async () => {
      const session = { ...opened, id: ctx.newId('ses') }
      const said = (role: 'user' | 'assistant', content: string) => ({
        id: ctx.newId('msg'),
        session_id: session.id,
        completion_id: null,
        role,
        content,
        attachments: [],
        is_incomplete: false,
        created_at: session.created_at,
      })
      const both = [said('user', question), said('assistant', content)] as const
      await db.write([
        filled(db, 'bench session', () => db.insert(sessions).values(placeholders(session)), session),
        filled(db, 'bench messages', () => db.insert(messages).values([placeholders(both[0]), placeholders(both[1], 1)]), ...both),
      ])
    }),
  )

/** The same rows, session and two messages, with prepared statements on this thread and nothing of ours: one commit each, then fifty to a commit. */
const bare = new Libsql(join(folder, 'bare.db'))
bare.exec('pragma journal_mode = wal')
bare.exec('pragma synchronous = full')
bare.exec('create table sessions (id text primary key, user_id text, title text, n integer, at text); create index su on sessions (user_id, id)')
bare.exec('create table messages (id text primary key, session_id text, role text, content text, at text); create index ms on messages (session_id, id)')
const [addSession, addMessage] = [bare.prepare('insert into sessions values (?, ?, ?, ?, ?)'), bare.prepare('insert into messages values (?, ?, ?, ?, ?)')]
const byHand = (perCommit: number) =>
  cost((count) => {
    for (let index = 0; index < count; index++) {
      if (index % perCommit === 0) bare.exec('begin immediate')
      const id = ctx.newId('ses')
      addSession.run([id, 'usr_bench', 'Bench', 2, 'now'])
      addMessage.run([ctx.newId('msg'), id, 'user', question, 'now'])
      addMessage.run([ctx.newId('msg'), id, 'assistant', content, 'now'])
      if ((index + 1) % perCommit === 0 || index + 1 === count) bare.exec('commit')
    }
  })

const measures = {
  'its beginning, streamed: session, completion, question, audit entry': beginning,
  'its ending, streamed: answer, completion, session, usage': ending,
  'both at once, not streamed': atOnce,
  'of that session and messages alone': messagesAlone,
  // Those stored streamed, those stored whole, and those without a completion.
  'indexed for the search, in batches': () => cost(async () => void (await indexSessions(ctx, 1_000)), 3 * EXCHANGES),
  'by hand, a commit each': () => byHand(1),
  'by hand, fifty to a commit': () => byHand(50),
}
const taken = new Map<string, number[]>()
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const micros = await measure()
    if (round >= 0) taken.set(name, [...(taken.get(name) ?? []), micros])
  }
}
await close()
bare.close()

const of = (name: keyof typeof measures) => median(taken.get(name) ?? [])
console.log(`Node ${process.version}, ${ROUNDS} rounds of ${EXCHANGES} exchanges, ${AT_ONCE} under way, CPU of all threads\n\n| | µs an exchange |\n|---|---|`)
for (const name of Object.keys(measures)) console.log(`| ${name} | ${of(name as keyof typeof measures).toFixed(1)} |`)
const streamed = of('its beginning, streamed: session, completion, question, audit entry') + of('its ending, streamed: answer, completion, session, usage')
const whole = of('both at once, not streamed')
const search = of('indexed for the search, in batches')
console.log(
  `exchange: ${whole.toFixed(1)} µs CPU to store one answered whole (${of('of that session and messages alone').toFixed(1)} its session and messages alone), ${streamed.toFixed(1)} µs one streamed (goal ${GOAL_MICROS}), ${search.toFixed(1)} µs later to index it`,
)
endTimed(whole <= GOAL_MICROS)
