import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { chartFavourites, charts, dashboardFavourites, dashboards } from '#db/schema/analytics.ts'
import { requireLevel, requireUser } from '../allow.ts'
import { commit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import type { Kind } from './switches.ts'

const KINDS = { chart: { table: charts, marks: chartFavourites }, dashboard: { table: dashboards, marks: dashboardFavourites } } as const

/** Which of these objects are favourites of the caller. */
export async function favouritesAmong(ctx: Context, kind: Kind, ids: string[]): Promise<ReadonlySet<string>> {
  if (ctx.actor.type !== 'user' || ids.length === 0) return new Set()
  const { marks } = KINDS[kind]
  const found = await ctx.db
    .select({ id: marks.object_id })
    .from(marks)
    .where(and(eq(marks.user_id, ctx.actor.userId), inArray(marks.object_id, ids)))
  return new Set(found.map(({ id }) => id))
}

/** The condition of the filter `is_favourite`; none when it is absent. */
export function favoured(ctx: Context, kind: Kind, value: 'true' | 'false' | undefined): SQL | undefined {
  if (value === undefined) return undefined
  const { table, marks } = KINDS[kind]
  const own = sql`select 1 from ${marks} where ${marks.object_id} = ${table.id} and ${marks.user_id} = ${requireUser(ctx).userId}`
  return value === 'true' ? sql`exists (${own})` : sql`not exists (${own})`
}

/** Puts an object among the caller's favourites, or takes it out. It is his alone, and no change of the object. Idempotent. Needs `view`. Fails with `not_found`. */
export async function markFavourite(ctx: Context, kind: Kind, id: string, isFavourite: boolean): Promise<void> {
  const { userId } = requireUser(ctx)
  const { table, marks } = KINDS[kind]
  const [found] = await ctx.db.select({ id: table.id, owner_id: table.owner_id }).from(table).where(eq(table.id, id))
  await requireLevel(ctx, kind, found, 'view')
  const change = isFavourite
    ? ctx.db
        .insert(marks)
        .values({ user_id: userId, object_id: id, created_at: instantOf(ctx) })
        .onConflictDoNothing()
        .returning({ id: marks.object_id })
    : ctx.db
        .delete(marks)
        .where(and(eq(marks.user_id, userId), eq(marks.object_id, id)))
        .returning({ id: marks.object_id })
  await commit(ctx, change, { type: `${kind}.${isFavourite ? 'favourite_added' : 'favourite_removed'}`, resource: { type: kind, id } })
}
