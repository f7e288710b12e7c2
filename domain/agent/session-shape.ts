import { z } from 'zod'
import { sessions } from '#db/schema/sessions.ts'
import { flagFilter } from '../list-filters.ts'
import { listQueries } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'

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
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

const editable = {
  title: z.string().trim().min(1).max(200),
  model: z.string().min(1).max(200).nullable(),
  archived: z.boolean(),
  pinned: z.boolean(),
  tags: z.array(z.string().trim().min(1).max(64)).max(50),
}
export const NewSession = strict({
  title: editable.title.default('New session'),
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
  shared: z.enum(['true', 'false']).default('false').meta({ description: 'true: those others shared with the caller, instead of the own' }),
}
export const sessionSorts = { title: sessions.title, updated_at: sessions.updated_at }
const queries = listQueries(sessionSorts, filters)
export const SessionListQuery = queries.list
export const SessionPageQuery = queries.page

export type SessionRow = typeof sessions.$inferSelect
export const presentSession = (row: SessionRow): Session => ({ ...row, session_id: row.id })
