import { and, eq, exists, getTableColumns, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { charts } from '#db/schema/analytics.ts'
import { sessionCounts, sessionModelCounts, sessions } from '#db/schema/sessions.ts'
import { grantedIds, requireUser } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { matches, type Page, readPage } from '../../pagination.ts'
import { isUndrawn } from './session-index.ts'
import { titled } from './session-search.ts'
import { presentSessions, type Session, type SessionListQuery, type SessionPageQuery, type SessionRow, sessionSorts } from './session-shape.ts'

type Query = z.infer<typeof SessionListQuery> | z.infer<typeof SessionPageQuery>

/** The caller's own sessions, or those others shared with him. */
export async function listSessions(ctx: Context, query: Query): Promise<Page<Session>> {
  const { archived, pinned, model, tag, datasource_id, q, shared } = query
  const own = requireUser(ctx).userId
  const isOwn = shared === 'false'
  const total = isOwn ? knownTotal(own, query) : undefined
  const page = await readPage<SessionRow>(ctx, {
    table: sessions,
    columns: getTableColumns(sessions),
    where: and(
      isOwn ? eq(sessions.user_id, own) : and(inArray(sessions.id, grantedIds(ctx, 'session')), ne(sessions.user_id, own)),
      archived === undefined ? undefined : eq(sessions.archived, archived === 'true'),
      pinned === undefined ? undefined : isPinned(pinned),
      model === undefined ? undefined : eq(sessions.model, model),
      tag === undefined ? undefined : exists(sql`(select 1 from json_each(${sessions.tags}) where value = ${tag})`),
      datasource_id === undefined ? undefined : inArray(sessions.id, askedOf(ctx, datasource_id)),
      isOwn ? await titled(ctx, q) : matches(q, sessions.title),
    ),
    ...(total ? { total } : {}),
    sorts: sessionSorts,
    query,
  })
  return { ...page, items: await presentSessions(ctx, page.items) }
}

/** The sessions with an answer from a data source: each such answer that found anything drew a chart of it. */
const askedOf = (ctx: Context, datasourceId: string) =>
  ctx.db
    .select({ id: charts.session_id })
    .from(charts)
    .where(and(eq(charts.datasource_id, datasourceId), isNotNull(charts.session_id)))

/** Said literally, as the partial index of pinned sessions says it. */
const isPinned = (pinned: 'true' | 'false'): SQL => (pinned === 'true' ? sql`${sessions.pinned} = 1` : sql`${sessions.pinned} = 0`)

/** The number of a user's sessions by what is kept count of, and those not counted yet: no number of rows makes that dear. Absent where it does not tell. */
function knownTotal(userId: string, { archived, pinned, model, tag, datasource_id, q }: Query): SQL<number> | undefined {
  const others = [archived, pinned, model].filter((filter) => filter !== undefined)
  if (tag !== undefined || datasource_id !== undefined || q?.trim() || pinned === 'true' || others.length > 1) return undefined
  const counts = model === undefined ? sessionCounts : sessionModelCounts
  const where = and(
    eq(counts.user_id, userId),
    archived === undefined ? undefined : eq(sessionCounts.archived, archived === 'true'),
    model === undefined ? undefined : eq(sessionModelCounts.model, model),
  )
  const uncounted = and(
    isUndrawn,
    eq(sessions.user_id, userId),
    archived === undefined ? undefined : eq(sessions.archived, archived === 'true'),
    model === undefined ? undefined : eq(sessions.model, model),
  )
  // By their place alone: an index of the user's sessions would be gone through as a whole.
  const all = sql<number>`coalesce((select sum(${counts.n}) from ${counts} where ${where}), 0)
    + (select count(*) from ${sessions} not indexed where ${uncounted})`
  if (!pinned) return all
  return sql`${all} - (select count(*) from ${sessions} where ${sessions.user_id} = ${userId} and ${isPinned('true')})`
}
