import { and, eq, type SQL, sql } from 'drizzle-orm'
import { filled } from '#db/remembered.ts'
import { completions, messages, reservations, sessions } from '#db/schema/sessions.ts'
import { type Context, instantOf } from '../../context.ts'
import type { Attachment } from '../sessions/attachments.ts'
import type { CompletionRow } from './completion.ts'

/** A longer answer is noted so often: that it is being given, and how far it came. */
const BEAT_MS = 3_000
/** An answer not noted for so long has lost its process. */
const SILENT_MS = 10_000

type Came = { content: string; attachments: Attachment[] }
const { placeholder } = sql

/** The moment since which a running answer has been noted, when its process lives. */
export const silentBefore = (ctx: Context): string => new Date(ctx.now().getTime() - SILENT_MS).toISOString()

/** The moment a running answer was last noted. */
const notedAt: SQL = sql`coalesce(${completions.alive_at}, ${completions.created_at})`

const isStillGiven = (id: unknown) => and(eq(completions.id, id as string), eq(completions.status, 'running'))

/**
 * Notes every three seconds that an answer is being given, and what has come of it: after a crash that is kept, and its session is free within seconds.
 * `isStored` tells whether there is anything to note it at; `onEnded` is called when that is no longer so, because another process cancelled it or its
 * session was deleted. Lasts until what it answers is called.
 */
export function keepNoted(ctx: Context, row: CompletionRow, came: Came, { isStored, onEnded }: { isStored: () => boolean; onEnded: () => void }): () => void {
  let noted = ''
  let wasThere = false
  const timer = setInterval(() => {
    if (!isStored()) return
    const extent = `${came.content.length} ${came.attachments.length}`
    const { id } = row
    const alive_at = instantOf(ctx)
    const alive = () =>
      ctx.db
        .update(completions)
        .set({ alive_at: placeholder('alive_at') as never })
        .where(isStillGiven(placeholder('id')))
        .returning({ id: completions.id })
    const grown = () =>
      ctx.db
        .update(completions)
        .set({ alive_at: placeholder('alive_at') as never, came: placeholder('came') as never })
        .where(isStillGiven(placeholder('id')))
        .returning({ id: completions.id })
    const { content, attachments } = came
    const note =
      extent === noted
        ? filled(ctx.db, 'completion alive', alive, { id, alive_at })
        : filled(ctx.db, 'completion grown', grown, { id, alive_at, came: { content, attachments } })
    noted = extent
    ctx.defer(async () => {
      const [found] = await ctx.db.batch([note])
      // Before the first time it may still be on its way to the database.
      if (found.length) wasThere = true
      else if (wasThere) onEnded()
    })
  }, BEAT_MS)
  return () => clearInterval(timer)
}

/** Ends answers whose process died as incomplete, keeps what was noted of them, and answers how many there were. For the start and a timer. */
export async function endLostCompletions(ctx: Context): Promise<number> {
  const silent = and(sql`${completions.status} = 'running'`, sql`${notedAt} < ${silentBefore(ctx)}`)
  const lost = await ctx.db.select().from(completions).where(silent)
  for (const row of lost) await endLost(ctx, row, silent)
  return lost.length
}

async function endLost(ctx: Context, { id, session_id, came }: typeof completions.$inferSelect, silent: SQL | undefined): Promise<void> {
  const at = instantOf(ctx)
  const ended = ctx.db
    .update(completions)
    .set({ status: 'incomplete', error: { code: 'interrupted', message: 'the process that gave this answer ended' }, completed_at: at, came: null })
    .where(and(eq(completions.id, id), silent))
  const released = ctx.db.update(reservations).set({ is_running: false, tokens: 0 }).where(eq(reservations.id, id))
  if (!came || (came.content === '' && came.attachments.length === 0)) {
    await ctx.db.batch([ended, released])
    return
  }
  const answer = sql`select ${ctx.newId('msg')}, ${session_id}, ${id}, 'assistant', ${came.content}, ${JSON.stringify(came.attachments)}, true, ${at}`
  const said = ctx.db.insert(messages).select(sql`${answer} where changes() > 0`)
  const counted = ctx.db
    .update(sessions)
    .set({ message_count: sql`${sessions.message_count} + 1`, last_message_at: at })
    .where(and(eq(sessions.id, session_id), sql`changes() > 0`))
  await ctx.db.batch([ended, said, counted, released])
}
