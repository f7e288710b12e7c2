import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, sessions } from '#db/schema/sessions.ts'
import { requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { ListQuery, matches, type Page, readPage } from '../pagination.ts'
import { presentSession, Session, type SessionRow } from './sessions.ts'

/** Sessions looked through, the newest first: what keeps a search by scanning bearable. */
const SEARCHED = 2_000
const AROUND = 80

export const SessionHit = Session.extend({ snippet: z.string().nullable().meta({ description: 'The words around the first match in its messages' }) }).meta({
  id: 'SessionHit',
})
export type SessionHit = z.infer<typeof SessionHit>
export const SessionSearchQuery = ListQuery.extend({ q: z.string().trim().min(1).max(200) })

/** The caller's sessions with all words of `q` in the title or in one message; the newest 2,000 are searched. */
export async function searchSessions(ctx: Context, query: z.infer<typeof SessionSearchQuery>): Promise<Page<SessionHit>> {
  const { userId } = requireUser(ctx)
  const newest = ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.user_id, userId)).orderBy(desc(sessions.id)).limit(SEARCHED)
  const saying = ctx.db
    .select({ id: messages.session_id })
    .from(messages)
    .where(and(sql`${messages.session_id} in ${newest}`, matches(query.q, messages.content)))
  const page = await readPage<SessionRow>(ctx, {
    table: sessions,
    columns: getTableColumns(sessions),
    where: and(sql`${sessions.id} in ${newest}`, or(matches(query.q, sessions.title), inArray(sessions.id, saying))),
    sorts: { title: sessions.title, updated_at: sessions.updated_at },
    query,
  })
  const snippets = await snippetsOf(
    ctx,
    page.items.map(({ id }) => id),
    query.q,
  )
  return { ...page, items: page.items.map((row) => ({ ...presentSession(row), snippet: snippets.get(row.id) ?? null })) }
}

async function snippetsOf(ctx: Context, ids: string[], q: string): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const first = ctx.db
    .select({ id: sql<string>`min(${messages.id})` })
    .from(messages)
    .where(and(inArray(messages.session_id, ids), matches(q, messages.content)))
    .groupBy(messages.session_id)
  const rows = await ctx.db.select({ session_id: messages.session_id, content: messages.content }).from(messages).where(inArray(messages.id, first))
  return new Map(rows.map(({ session_id, content }) => [session_id, around(content, q)]))
}

function around(content: string, q: string): string {
  const at = Math.max(0, content.toLowerCase().indexOf((q.trim().split(/\s+/)[0] ?? '').toLowerCase()))
  const from = Math.max(0, at - AROUND)
  const to = Math.min(content.length, at + AROUND)
  return `${from > 0 ? '…' : ''}${content.slice(from, to)}${to < content.length ? '…' : ''}`
}
