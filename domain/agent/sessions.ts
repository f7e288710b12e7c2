import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, sessionCounts, sessions } from '#db/schema/sessions.ts'
import { type Level, notFound, requireLevel, requireUser } from '../allow.ts'
import { resolveModel } from '../catalog/models.ts'
import { atRevision, bumped, commit, commitOne, recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { ListQuery, matches, type Page, PageQuery, readPage } from '../pagination.ts'
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
    share_id: z.string().nullable(),
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
export const NewSession = strict({ title: editable.title.default('New session'), model: editable.model.default(null) }).meta({
  id: 'NewSession',
  example: { title: 'Revenue by region', model: 'music-analyst' },
})
export const SessionChange = strict(editable)
  .partial()
  .meta({ id: 'SessionChange', example: { title: 'Revenue by country', tags: ['sales'] } })
export const SessionClone = strict({ title: editable.title.optional() }).meta({ id: 'SessionClone', example: { title: 'Another look at revenue' } })

const filters = {
  archived: z.enum(['true', 'false']).optional().meta({ description: 'Only archived sessions, or only others' }),
  model: z.string().max(200).optional().meta({ description: 'The model last asked' }),
}
export const SessionListQuery = ListQuery.extend(filters)
export const SessionPageQuery = PageQuery.extend(filters)

export type SessionRow = typeof sessions.$inferSelect
export const presentSession = (row: SessionRow): Session => ({ ...row, session_id: row.id })

/** The caller's own sessions. */
export async function listSessions(ctx: Context, query: z.infer<typeof SessionListQuery> | z.infer<typeof SessionPageQuery>): Promise<Page<Session>> {
  const { archived, model, q } = query
  const own = requireUser(ctx).userId
  const page = await readPage<SessionRow>(ctx, {
    table: sessions,
    columns: getTableColumns(sessions),
    where: and(
      eq(sessions.user_id, own),
      archived === undefined ? undefined : eq(sessions.archived, archived === 'true'),
      model === undefined ? undefined : eq(sessions.model, model),
      matches(q, sessions.title),
    ),
    ...(model === undefined && !q?.trim() ? { total: countOf(own, archived) } : {}),
    sorts: { title: sessions.title, updated_at: sessions.updated_at },
    query,
  })
  return { ...page, items: page.items.map(presentSession) }
}

/** A user's sessions by the kept count, which no number of rows makes dear. */
const countOf = (userId: string, archived: 'true' | 'false' | undefined): SQL<number> =>
  sql`coalesce((select sum(${sessionCounts.n}) from ${sessionCounts} where ${and(
    eq(sessionCounts.user_id, userId),
    archived === undefined ? undefined : eq(sessionCounts.archived, archived === 'true'),
  )}), 0)`

/** The session when the caller holds `needed` on it; fails as `requireLevel` does. `param` names the request member that held the id. */
export async function requireSession(ctx: Context, id: string, needed: Level, param?: string): Promise<SessionRow> {
  const [row] = await ctx.db.select().from(sessions).where(eq(sessions.id, id))
  await requireLevel(ctx, 'session', row && { id: row.id, owner_id: row.user_id }, needed, param)
  if (!row) throw notFound('session', param)
  return row
}

/** Fails with `not_found`. An administrator's look into somebody else's session is recorded. */
export async function getSession(ctx: Context, id: string): Promise<Session> {
  const row = await requireSession(ctx, id, 'view')
  noteForeignRead(ctx, row)
  return presentSession(row)
}

/** Records that an administrator read what another person wrote. */
export function noteForeignRead(ctx: Context, row: SessionRow): void {
  const { actor } = ctx
  if (actor.type !== 'user' || actor.role !== 'admin' || actor.userId === row.user_id) return
  ctx.defer(() => recordAudit(ctx, { type: 'session.read', resource: { type: 'session', id: row.id }, details: { user_id: row.user_id } }))
}

/** A session of the caller's before it is stored. */
export function newSession(ctx: Context, facts: { title: string; model: string | null }): SessionRow {
  const at = instantOf(ctx)
  return {
    ...facts,
    id: ctx.newId('ses'),
    revision: 1,
    created_at: at,
    updated_at: at,
    user_id: requireUser(ctx).userId,
    archived: false,
    pinned: false,
    tags: [],
    share_id: null,
    message_count: 0,
    last_message_at: null,
  }
}

/** Fails with `not_found` for `model` when the caller may not use it. */
export async function createSession(ctx: Context, input: z.infer<typeof NewSession>): Promise<Session> {
  const row = newSession(ctx, { title: input.title, model: await modelName(ctx, input.model) })
  const change = ctx.db.insert(sessions).values(row).returning()
  return presentSession(await commitOne(ctx, change, { type: 'session.created', resource: { type: 'session', id: row.id } }))
}

const modelName = async (ctx: Context, named: string | null): Promise<string | null> => (named === null ? null : (await resolveModel(ctx, named)).model.name)

/** Needs `edit`. Fails with `not_found`, `forbidden`, `precondition_failed`. */
export async function updateSession(ctx: Context, id: string, input: z.infer<typeof SessionChange>): Promise<Session> {
  await requireSession(ctx, id, 'edit')
  const model = input.model === undefined ? {} : { model: await modelName(ctx, input.model) }
  const change = ctx.db
    .update(sessions)
    .set({ ...input, ...model, ...bumped(ctx, sessions) })
    .where(atRevision(ctx, sessions, id))
    .returning()
  return presentSession(await commitOne(ctx, change, { type: 'session.updated', resource: { type: 'session', id }, details: { fields: Object.keys(input) } }))
}

const SWITCHES = {
  archive: { field: 'archived', value: true, event: 'archived' },
  unarchive: { field: 'archived', value: false, event: 'unarchived' },
  pin: { field: 'pinned', value: true, event: 'pinned' },
  unpin: { field: 'pinned', value: false, event: 'unpinned' },
} as const
export type SessionSwitch = keyof typeof SWITCHES

/** Needs `edit`. Idempotent: a session that stands so already stays as it is, and nothing is recorded. */
export async function switchSession(ctx: Context, id: string, operation: SessionSwitch): Promise<Session> {
  const { field, value, event } = SWITCHES[operation]
  const before = await requireSession(ctx, id, 'edit')
  if (before[field] === value) return presentSession(before)
  const change = ctx.db
    .update(sessions)
    .set({ [field]: value, ...bumped(ctx, sessions) })
    .where(and(eq(sessions.id, id), eq(sessions[field], !value)))
    .returning()
  const [row] = await commit(ctx, change, { type: `session.${event}`, resource: { type: 'session', id } })
  return presentSession(row ?? (await requireSession(ctx, id, 'view')))
}

/** Needs `own`. Its messages and completions go with it; its charts stay. */
export async function deleteSession(ctx: Context, id: string): Promise<void> {
  const { title } = await requireSession(ctx, id, 'own')
  const change = ctx.db
    .delete(sessions)
    .where(atRevision(ctx, sessions, id))
    .returning({ id: sessions.id })
  await commitOne(ctx, change, { type: 'session.deleted', resource: { type: 'session', id }, details: { title } })
}

/** A copy with its messages, owned by the caller, who needs `view`. */
export async function cloneSession(ctx: Context, id: string, { title }: z.infer<typeof SessionClone>): Promise<Session> {
  const source = await requireSession(ctx, id, 'view')
  const copy = {
    ...newSession(ctx, { title: title ?? `${source.title.slice(0, 193)} (copy)`, model: source.model }),
    tags: source.tags,
    message_count: source.message_count,
    last_message_at: source.last_message_at,
  }
  // The ids of the copied messages keep their order: a new id's first half, then a count.
  const copiedId = sql`${ctx.newId('msg').slice(0, 20)} || printf('%010x', row_number() over (order by ${messages.id}))`
  const kept = ctx.db
    .insert(messages)
    .select(
      sql`select ${copiedId}, ${copy.id}, null, role, content, attachments, is_incomplete, created_at from ${messages} where ${messages.session_id} = ${id} order by ${messages.id}`,
    )
  const change = ctx.db.insert(sessions).values(copy).returning()
  return presentSession(await commitOne(ctx, change, { type: 'session.cloned', resource: { type: 'session', id: copy.id }, details: { from: id } }, [kept]))
}
