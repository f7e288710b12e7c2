import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { chatThreads, chatTurns } from '#db/schema/analytics.ts'
import { isAdmin, notFound, requireUser } from '../../allow.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { exampleId } from '../../identifiers.ts'
import { equalTo, idFilter } from '../../list-filters.ts'
import { listQueries, type Page, readPage } from '../../pagination.ts'
import { Instant, strict } from '../../strict.ts'
import { closedSources } from '../sessions/withheld.ts'
import { ChatTurn } from './chat-shape.ts'
import { presentTurn } from './chat-turns.ts'

const guest = z.string().min(1).max(256).meta({ description: 'What the host application calls the guest: `user.id` of his tokens, else `user.username`' })

export const GuestThread = z
  .object({
    id: z.string().meta({ example: exampleId('thr') }),
    thread_id: z.string(),
    dashboard_id: z.string(),
    user_id: guest.meta({ example: 'customer-7' }),
    maker_id: z.string().meta({ description: 'Who made the tokens it was asked with' }),
    title: z.string().meta({ description: 'What was asked first' }),
    turns_count: z.int(),
    created_at: Instant,
    updated_at: Instant.meta({ description: 'When it was last asked in' }),
    expires_at: Instant.meta({ description: 'When it is forgotten' }),
  })
  .meta({ id: 'GuestThread' })
export type GuestThread = z.infer<typeof GuestThread>

export const WholeGuestThread = GuestThread.extend({ turns: z.array(ChatTurn).meta({ description: 'The oldest first' }) }).meta({ id: 'WholeGuestThread' })
export type WholeGuestThread = z.infer<typeof WholeGuestThread>

export const guestThreadQueries = listQueries(
  { updated_at: chatThreads.updated_at },
  { user_id: guest.optional(), dashboard_id: idFilter('Those on this dashboard') },
)
type Query = z.output<typeof guestThreadQueries.list> | z.output<typeof guestThreadQueries.page>

/** Which threads are erased: all of one guest, or those on one dashboard. */
export const GuestErasure = strict({ user_id: guest, dashboard_id: idFilter('Only those on this dashboard') })
export const Erased = z.object({ threads: z.int() }).meta({ id: 'ErasedGuestThreads' })

const columns = {
  id: chatThreads.id,
  thread_id: sql<string>`${chatThreads.id}`.as('thread_id'),
  dashboard_id: chatThreads.dashboard_id,
  user_id: sql<string>`${chatThreads.guest}`.as('user_id'),
  maker_id: sql<string>`${chatThreads.payer_id}`.as('maker_id'),
  title: chatThreads.title,
  turns_count: sql<number>`(select count(*) from ${chatTurns} where ${chatTurns.thread_id} = ${chatThreads}.id)`.as('turns_count'),
  created_at: chatThreads.created_at,
  updated_at: chatThreads.updated_at,
  expires_at: chatThreads.expires_at,
}

/** Threads of guests for whom the caller made the tokens; administrators have those of all. */
function own(ctx: Context): SQL | undefined {
  const { userId } = requireUser(ctx)
  const named = and(sql`${chatThreads.guest} is not null`, gt(chatThreads.expires_at, instantOf(ctx)))
  return and(named, isAdmin(ctx) ? undefined : eq(chatThreads.payer_id, userId))
}

export const listGuestThreads = async (ctx: Context, query: Query): Promise<Page<GuestThread>> => {
  const where = and(own(ctx), equalTo(chatThreads.guest, query.user_id), equalTo(chatThreads.dashboard_id, query.dashboard_id))
  return readPage<GuestThread>(ctx, { table: chatThreads, columns, where, sorts: { updated_at: chatThreads.updated_at }, query })
}

/** A thread with all that was said. Answers about data sources whose rows the caller may not see as a whole are withheld. Fails with `not_found`. */
export async function getGuestThread(ctx: Context, id: string): Promise<WholeGuestThread> {
  const [thread] = await ctx.db
    .select(columns)
    .from(chatThreads)
    .where(and(own(ctx), eq(chatThreads.id, id)))
  if (!thread) throw notFound('thread')
  const turns = await ctx.db.select().from(chatTurns).where(eq(chatTurns.thread_id, id)).orderBy(asc(chatTurns.id))
  const closed = await closedSources(ctx, [...new Set(turns.flatMap(({ rests_on }) => Object.keys(rests_on)))])
  return {
    ...thread,
    turns: turns.map((turn) =>
      presentTurn(
        turn,
        Object.keys(turn.rests_on).some((source) => closed.has(source)),
      ),
    ),
  }
}

/** Erases one thread. Fails with `not_found`. */
export async function eraseGuestThread(ctx: Context, id: string): Promise<void> {
  if ((await erase(ctx, eq(chatThreads.id, id), { thread_id: id })) === 0) throw notFound('thread')
}

/** Erases what a guest asked on all dashboards, or on one; answers how many threads there were. */
export const eraseGuestThreads = async (ctx: Context, { user_id, dashboard_id }: z.output<typeof GuestErasure>): Promise<z.infer<typeof Erased>> => ({
  threads: await erase(ctx, and(eq(chatThreads.guest, user_id), equalTo(chatThreads.dashboard_id, dashboard_id)), { user_id }),
})

async function erase(ctx: Context, which: SQL | undefined, details: Record<string, unknown>): Promise<number> {
  const where = and(own(ctx), which)
  const found = await ctx.db.select({ id: chatThreads.id }).from(chatThreads).where(where)
  if (found.length === 0) return 0
  const change = ctx.db.delete(chatThreads).where(where).returning({ id: chatThreads.id })
  const turns = ctx.db.delete(chatTurns).where(sql`${chatTurns.thread_id} in (select value from json_each(${JSON.stringify(found.map(({ id }) => id))}))`)
  const entry = { type: 'guest_threads.erased', resource: { type: 'guest', id: null }, details: { ...details, threads: found.length } }
  return (await commit(ctx, change, entry, [turns])).length
}
