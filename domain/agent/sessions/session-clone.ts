import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { z } from 'zod'
import { messages, sessions } from '#db/schema/sessions.ts'
import { isAdmin } from '../../allow.ts'
import { commitOne } from '../../commit.ts'
import type { Context } from '../../context.ts'
import type { Attachment } from './attachments.ts'
import { presentSession, type Session, type SessionClone, type SessionRow } from './session-shape.ts'
import { newSession, noteForeignRead, requireSession } from './sessions.ts'
import { withheld } from './withheld.ts'

/** Messages written by one statement. */
const AT_ONCE = 100

/**
 * A copy with its messages, owned by the caller, who needs `view`. Rows of data sources he may not query do not come along, nor the ids of charts he may
 * not open.
 */
export async function cloneSession(ctx: Context, id: string, { title }: z.infer<typeof SessionClone>): Promise<Session> {
  const source = await requireSession(ctx, id, 'view')
  noteForeignRead(ctx, source)
  const copy = {
    ...newSession(ctx, { title: title ?? `${source.title.slice(0, 193)} (copy)`, model: source.model }),
    tags: source.tags,
    last_message_at: source.last_message_at,
  }
  const said = isAdmin(ctx) || source.user_id === copy.user_id ? [copied(ctx, source, copy)] : await withoutClosed(ctx, source, copy)
  const change = ctx.db.insert(sessions).values(copy).returning({ id: sessions.id })
  // Counted as they are copied: an answer may have come since the session was read.
  const counted = ctx.db
    .update(sessions)
    .set({ message_count: sql`(select count(*) from ${messages} where ${messages.session_id} = ${copy.id})` })
    .where(eq(sessions.id, copy.id))
  await commitOne(ctx, change, { type: 'session.cloned', resource: { type: 'session', id: copy.id }, details: { from: id } }, [...said, counted])
  return presentSession(ctx, await requireSession(ctx, copy.id, 'own'))
}

/** Copies messages inside the database. The ids of the copies keep their order: a new id's first half, then a count. */
function copied(ctx: Context, source: SessionRow, copy: SessionRow): BatchItem<'sqlite'> {
  const copiedId = sql`${ctx.newId('msg').slice(0, 20)} || printf('%010x', row_number() over (order by ${messages.id}))`
  return ctx.db
    .insert(messages)
    .select(
      sql`select ${copiedId}, ${copy.id}, null, role, content, attachments, is_incomplete, created_at from ${messages} where ${messages.session_id} = ${source.id} order by ${messages.id}`,
    )
}

async function withoutClosed(ctx: Context, source: SessionRow, copy: SessionRow): Promise<BatchItem<'sqlite'>[]> {
  const rows = await ctx.db.select().from(messages).where(eq(messages.session_id, source.id)).orderBy(messages.id)
  const said = await withheld(
    ctx,
    source.user_id,
    rows.map((row) => ({ ...row, attachments: row.attachments as Attachment[] })),
    source.id,
  )
  const fresh = said.map((row) => ({ ...row, id: ctx.newId('msg'), session_id: copy.id, completion_id: null }))
  const statements: BatchItem<'sqlite'>[] = []
  for (let from = 0; from < fresh.length; from += AT_ONCE) statements.push(ctx.db.insert(messages).values(fresh.slice(from, from + AT_ONCE)))
  return statements
}
