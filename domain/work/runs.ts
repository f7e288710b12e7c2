import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { causes } from '#db/errors.ts'
import { runs } from '#db/schema/catalog.ts'
import type { Context } from '../context.ts'
import { instantOf } from '../context.ts'

/** How long a worker may stay silent before its run is another's. Lease times come from the workers' clocks: those of several machines must agree to a few seconds. */
export const LEASE_MS = 30_000
/** A run that was begun this often without an end is given up. */
export const MAX_ATTEMPTS = 5

export type Run = typeof runs.$inferSelect
export type Statement = BatchItem<'sqlite'>
export type RunEnd = { status: 'succeeded' } | { status: 'failed'; error: string } | { status: 'cancelled' }

/** A run held under a lease: `token` fences every write of the work. */
export type Lease = { run: Run; token: string }

/** What a worker meets when another took its run over, or nobody holds it any more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const after = (ctx: Context, ms: number): string => new Date(ctx.now().getTime() + ms).toISOString()

/** The statement that queues a run; it belongs into the batch that creates what the run works on. `id` comes from `ctx.newId('run')`. */
export function enqueueStatements(ctx: Context, run: { id: string; kind: string; subject_id: string; actor_id: string }): Statement[] {
  return [ctx.db.insert(runs).values({ ...run, status: 'queued', created_at: instantOf(ctx) })]
}

/**
 * Takes the oldest run that is due: queued, or running under a lease that ran out. One UPDATE decides, so two workers never get the same one.
 * `id` asks for one run only, `when` for those of which it holds. Answers `null` when nothing is due.
 */
export async function claimRun(ctx: Context, kinds: string[], { id, when }: { id?: string | undefined; when?: SQL | undefined } = {}): Promise<Lease | null> {
  const now = instantOf(ctx)
  const due = ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.status, ['queued', 'running']),
        or(isNull(runs.lease_until), lte(runs.lease_until, now)),
        inArray(runs.kind, kinds),
        id === undefined ? undefined : eq(runs.id, id),
        when,
      ),
    )
    .orderBy(runs.id)
    .limit(1)
  // Looking costs no write lock; most looks find nothing.
  const [seen] = await due
  if (!seen) return null
  const token = crypto.randomUUID()
  const [run] = await ctx.db
    .update(runs)
    .set({
      status: 'running',
      attempt: sql`${runs.attempt} + 1`,
      lease_token: token,
      lease_until: after(ctx, LEASE_MS),
      started_at: sql`coalesce(${runs.started_at}, ${now})`,
    })
    .where(sql`${runs.id} = ${due}`)
    .returning()
  return run ? { run, token } : null
}

const held = ({ run, token }: Lease) => and(eq(runs.id, run.id), eq(runs.lease_token, token), eq(runs.status, 'running'))

/**
 * The first statement of every batch a worker writes: breaks the transaction when the lease is gone, so that nothing of it happens.
 * SQLite has no RAISE outside triggers; a NULL in the primary key serves.
 */
const fence = (ctx: Context, lease: Lease): Statement => onlyIf(ctx, sql`exists ${ctx.db.select({ id: runs.id }).from(runs).where(held(lease))}`)

/** The statement that breaks its batch unless the condition holds; to be committed by `inOnePiece`. */
export function onlyIf(ctx: Context, condition: SQL): Statement {
  const columns = sql.raw('(id, kind, subject_id, actor_id, status, created_at)')
  return ctx.db.run(sql`insert into ${runs} ${columns} select null, '', '', '', '', '' where not (${condition})`) as unknown as Statement
}

/** Commits what `onlyIf` guards. Answers whether its condition held; otherwise nothing of it happened. */
export async function inOnePiece(ctx: Context, statements: [Statement, ...Statement[]]): Promise<boolean> {
  try {
    await fenced(ctx.db.batch(statements))
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    throw error
  }
}

/**
 * Writes in one transaction, only while the lease holds, and extends it. Answers whether the run's end was asked for meanwhile.
 * Fails with `LeaseLost`, and then nothing was written.
 */
export async function writeUnderLease(ctx: Context, lease: Lease, statements: Statement[]): Promise<{ cancelRequested: boolean }> {
  const extend = ctx.db
    .update(runs)
    .set({ lease_until: after(ctx, LEASE_MS) })
    .where(held(lease))
    .returning({ cancel: runs.cancel_requested })
  const [, extended] = await fenced(ctx.db.batch([fence(ctx, lease), extend, ...statements]))
  return { cancelRequested: extended[0]?.cancel ?? false }
}

/** Ends the run together with `statements`, in one transaction. Fails with `LeaseLost`. */
export async function endRun(ctx: Context, lease: Lease, end: RunEnd, statements: Statement[]): Promise<void> {
  const finish = ctx.db
    .update(runs)
    .set({ status: end.status, error: end.status === 'failed' ? end.error : null, lease_token: null, lease_until: null, completed_at: instantOf(ctx) })
    .where(held(lease))
  await fenced(ctx.db.batch([fence(ctx, lease), ...statements, finish]))
}

/**
 * Puts the run back into the queue, due after `delayMs`, together with `statements`. With `uncounted` this attempt does not count: the work was not at fault.
 * Fails with `LeaseLost`.
 */
export async function releaseRun(
  ctx: Context,
  lease: Lease,
  { delayMs = 0, uncounted = false, statements = [] }: { delayMs?: number; uncounted?: boolean; statements?: Statement[] } = {},
): Promise<void> {
  const back = {
    status: 'queued' as const,
    lease_token: null,
    lease_until: delayMs > 0 ? after(ctx, delayMs) : null,
    ...(uncounted ? { attempt: sql`${runs.attempt} - 1` } : {}),
  }
  await fenced(ctx.db.batch([fence(ctx, lease), ...statements, ctx.db.update(runs).set(back).where(held(lease))]))
}

/**
 * Asks for a run's end: one still waiting is cancelled on the spot, one under way is told by its next write. Part of the caller's batch;
 * answers no row when the run had ended. Statements about its subject that follow may ask `isCancelled`.
 */
export const cancelStatement = (ctx: Context, id: string) =>
  ctx.db
    .update(runs)
    .set({
      cancel_requested: true,
      status: sql`case when ${runs.status} = 'queued' then 'cancelled' else ${runs.status} end`,
      completed_at: sql`case when ${runs.status} = 'queued' then ${instantOf(ctx)} else ${runs.completed_at} end`,
    })
    .where(and(eq(runs.id, id), inArray(runs.status, ['queued', 'running'])))
    .returning({ id: runs.id })

/** The condition that a run was cancelled before it began. */
export const isCancelled = (ctx: Context, id: string) =>
  sql`exists ${ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, id), eq(runs.status, 'cancelled')))}`

async function fenced<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    for (const cause of causes(error))
      if (/NOT NULL constraint failed: runs\.id/.test(cause.message)) throw new LeaseLost('the lease is held by another worker')
    throw error
  }
}
