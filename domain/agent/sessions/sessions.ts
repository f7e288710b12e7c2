import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { sessions } from '#db/schema/sessions.ts'
import { type Level, notFound, requireLevel, requireUser } from '../../allow.ts'
import { resolveModel } from '../../catalog/models.ts'
import { atRevision, bumped, commit, commitOne, recordAudit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { type NewSession, presentSession, type Session, type SessionChange, type SessionRow } from './session-shape.ts'

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
  return presentSession(ctx, row)
}

/** Records that an administrator read what another person wrote. */
export function noteForeignRead(ctx: Context, row: SessionRow): void {
  const { actor } = ctx
  if (actor.type !== 'user' || actor.role !== 'admin' || actor.userId === row.user_id) return
  ctx.defer(() => recordAudit(ctx, { type: 'session.read', resource: { type: 'session', id: row.id }, details: { user_id: row.user_id } }))
}

/** A session of the caller's before it is stored. */
export function newSession(ctx: Context, facts: { title: string; model: string | null; tags?: string[] }): SessionRow {
  const at = instantOf(ctx)
  return {
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
    ...facts,
  }
}

/** Fails with `not_found` for `model` when the caller may not use it. */
export async function createSession(ctx: Context, input: z.infer<typeof NewSession>): Promise<Session> {
  const row = newSession(ctx, { ...input, model: await modelName(ctx, input.model) })
  const change = ctx.db.insert(sessions).values(row).returning()
  return presentSession(ctx, await commitOne(ctx, change, { type: 'session.created', resource: { type: 'session', id: row.id } }))
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
  return presentSession(
    ctx,
    await commitOne(ctx, change, { type: 'session.updated', resource: { type: 'session', id }, details: { fields: Object.keys(input) } }),
  )
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
  if (before[field] === value) return presentSession(ctx, before)
  const change = ctx.db
    .update(sessions)
    .set({ [field]: value, ...bumped(ctx, sessions) })
    .where(and(eq(sessions.id, id), eq(sessions[field], !value)))
    .returning()
  const [row] = await commit(ctx, change, { type: `session.${event}`, resource: { type: 'session', id } })
  return presentSession(ctx, row ?? (await requireSession(ctx, id, 'view')))
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
