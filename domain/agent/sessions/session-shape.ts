import { z } from 'zod'
import { sessions } from '#db/schema/sessions.ts'
import { levelsOn } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { flagFilter, idFilter } from '../../list-filters.ts'
import { listQueries } from '../../pagination.ts'
import { Instant, stored, strict } from '../../strict.ts'

export const Session = z
  .object({
    ...stored,
    session_id: z.string(),
    title: z.string().meta({ example: 'Revenue by region' }),
    model: z.string().nullable().meta({ description: 'The model last asked in it' }),
    archived: z.boolean(),
    pinned: z.boolean(),
    tags: z.array(z.string()),
    share_id: z.string().nullable().meta({ description: 'Of the frozen copy behind a link, while there is one' }),
    message_count: z.int(),
    last_message_at: Instant.nullable(),
    user_id: z.string(),
    level: z.enum(['view', 'edit', 'own']).meta({ description: "The caller's level on it: whom it is shared with views it" }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/** What a session without words of its own is called. */
export const UNTITLED = 'New session'

const editable = {
  title: z.string().trim().min(1).max(200),
  model: z.string().min(1).max(200).nullable(),
  archived: z.boolean(),
  pinned: z.boolean(),
  tags: z.array(z.string().trim().min(1).max(64)).max(50),
}
export const NewSession = strict({
  title: editable.title.default(UNTITLED),
  model: editable.model.default(null),
  tags: editable.tags.default([]),
}).meta({ id: 'NewSession', example: { title: 'Revenue by region', model: 'music-analyst' } })
export const SessionChange = strict(editable)
  .partial()
  .meta({ id: 'SessionChange', example: { title: 'Revenue by country', tags: ['sales'] } })
export const SessionClone = strict({ title: editable.title.optional() }).meta({ id: 'SessionClone', example: { title: 'Another look at revenue' } })

const filters = {
  archived: flagFilter('Only archived sessions, or only others'),
  pinned: flagFilter('Only pinned sessions, or only others'),
  model: z.string().max(200).optional().meta({ description: 'The model last asked' }),
  tag: z.string().max(64).optional().meta({ description: 'A tag they bear' }),
  datasource_id: idFilter('Those with an answer from this data source'),
  shared: z.enum(['true', 'false']).default('false').meta({ description: 'true: those others shared with the caller, instead of the own' }),
}
export const sessionSorts = { title: sessions.title, updated_at: sessions.updated_at }
const queries = listQueries(sessionSorts, filters)
export const SessionListQuery = queries.list
export const SessionPageQuery = queries.page

export type SessionRow = typeof sessions.$inferSelect

/** Rows in their wire form, each with the caller's level on it. */
export async function presentSessions(ctx: Context, rows: SessionRow[]): Promise<Session[]> {
  const levelOf = await levelsOn(
    ctx,
    'session',
    rows.map(({ id, user_id }) => ({ id, owner_id: user_id })),
  )
  return rows.map((row) => ({ ...row, session_id: row.id, level: levelOf(row) }))
}

export async function presentSession(ctx: Context, row: SessionRow): Promise<Session> {
  const [shown] = await presentSessions(ctx, [row])
  return shown as Session
}
