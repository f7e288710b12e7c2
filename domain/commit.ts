import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isUniqueViolation } from '#db/errors.ts'
import { filled } from '#db/remembered.ts'
import { auditLogs, idempotency } from '#db/schema/catalog.ts'
import { auditActor } from './access/actor.ts'
import { type Context, instantOf } from './context.ts'
import { Failure, type FailureCode } from './failure.ts'

/** What an audit entry says of a change. Never a secret, never row data. */
export type AuditFacts = {
  type: string
  resource: { type: string; id: string | null }
  outcome?: 'success' | 'denied' | 'failure'
  /** What the request fails with, where it does. */
  code?: FailureCode
  details?: Record<string, unknown>
}

type Statement = BatchItem<'sqlite'>

/** Under this name a claimed `Idempotency-Key` holds the id of what its request changed, until the reply is kept. */
export const CHANGED = 'changed'

const AUDIT_COLUMNS = ['id', 'type', 'at', 'actor', 'actor_id', 'resource_type', 'resource_id', 'service', 'outcome', 'request', 'details']
const AUDIT_VALUES = sql.join(
  AUDIT_COLUMNS.map((name) => sql`${sql.placeholder(name)}`),
  sql`, `,
)
const AUDIT: SQL = sql`insert into ${auditLogs} ${sql.raw(`(${AUDIT_COLUMNS.join(', ')})`)}`
const ALWAYS: SQL = sql`${AUDIT} values (${AUDIT_VALUES})`
const IF_CHANGED: SQL = sql`${AUDIT} select ${AUDIT_VALUES} where changes() > 0`

/** The statement that writes an audit entry; with `onlyIfChanged`, only when the statement before it changed a row. */
export function auditStatement(ctx: Context, facts: AuditFacts, onlyIfChanged: boolean): Statement {
  const { request } = ctx
  const actor = auditActor(ctx.actor)
  const isRefused = facts.outcome !== undefined && facts.outcome !== 'success' && facts.code === undefined
  const { status = null, duration_ms = null } = request.answered?.(facts.code ?? null) ?? {}
  const answer = { status: isRefused ? null : status, duration_ms }
  const facing = { id: request.id, method: request.method, path: request.path, ip: request.ip, user_agent: request.userAgent, ...answer }
  return filled(ctx.db, `audit ${onlyIfChanged}`, () => ctx.db.run(onlyIfChanged ? IF_CHANGED : ALWAYS) as unknown as Statement, {
    id: ctx.newId('aud'),
    type: facts.type,
    at: instantOf(ctx),
    actor: JSON.stringify(actor),
    actor_id: actor.user_id,
    resource_type: facts.resource.type,
    resource_id: facts.resource.id,
    service: ctx.service,
    outcome: facts.outcome ?? 'success',
    request: JSON.stringify(facing),
    details: JSON.stringify(facts.details ?? {}),
  })
}

/** `unsynced`: answered before it is on the disk, where nobody is told that it was done before something that is. */
type Manner = { unsynced?: boolean }

const batchOf = (ctx: Context, { unsynced = false }: Manner) => (unsynced ? ctx.db.unsynced : ctx.db)

/**
 * Commits a change together with its one audit entry, atomically. The entry describes `change`, and is written only if that
 * changed a row; `also` are further statements of the same transaction. Answers the rows `change` returned.
 * A change that touched nothing although its object exists means that `If-Match` named an older revision: `precondition_failed`.
 */
export async function commit<Row>(
  ctx: Context,
  change: Statement & PromiseLike<Row[]>,
  facts: AuditFacts,
  also: Statement[] = [],
  manner: Manner = {},
): Promise<Row[]> {
  const results = await batchOf(ctx, manner).batch([change, auditStatement(ctx, facts, true), ...also, ...idempotencyMark(ctx, facts)])
  return results[0] as Row[]
}

/** As `commit`, for an insert whose row nobody needs back: it adds one, or fails and the batch with it. */
export async function commitInsert(ctx: Context, insert: Statement, facts: AuditFacts, also: Statement[] = [], manner: Manner = {}): Promise<void> {
  await ctx.db.write([insert, auditStatement(ctx, facts, false), ...also, ...idempotencyMark(ctx, facts)], manner)
}

function idempotencyMark(ctx: Context, { resource }: AuditFacts): Statement[] {
  if (!ctx.idempotencyId) return []
  const mark = ctx.db
    .update(idempotency)
    .set({ state: 'committed', ...(resource.id ? { headers: { [CHANGED]: resource.id } } : {}) })
    .where(sql`${idempotency.id} = ${ctx.idempotencyId}`)
  return [mark as unknown as Statement]
}

/** As `commit`, for a change that must touch exactly one row. */
export async function commitOne<Row>(ctx: Context, change: Statement & PromiseLike<Row[]>, facts: AuditFacts, also: Statement[] = []): Promise<Row> {
  const [row] = await commit(ctx, change, facts, also)
  if (!row)
    throw new Failure('precondition_failed', 'the resource changed since it was read', { hint: 'read it again and repeat the change with its new ETag' })
  return row
}

/** Writes an audit entry on its own: denials, failed sign-ins, reads worth recording. */
export async function recordAudit(ctx: Context, facts: AuditFacts): Promise<void> {
  await ctx.db.write([auditStatement(ctx, facts, false)])
}

type Editable = { id: SQLiteColumn; revision: SQLiteColumn }

/** The row with this id, at the revision `If-Match` demands. */
export const atRevision = (ctx: Context, table: Editable, id: string): SQL | undefined =>
  and(eq(table.id, id), ctx.expectedRevision === null ? undefined : eq(table.revision, ctx.expectedRevision))

/** What every change sets besides its own members. */
export const bumped = (ctx: Context, table: Editable): { revision: SQL; updated_at: string } => ({
  revision: sql`${table.revision} + 1`,
  updated_at: instantOf(ctx),
})

/** Turns a violated unique index into `already_exists` for the member `param`. */
export async function unlessTaken<T>(param: string, message: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error)) throw new Failure('already_exists', message, { param })
    throw error
  }
}
