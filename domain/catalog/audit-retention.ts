import { asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditCheckpoints, auditLogs } from '#db/schema/catalog.ts'
import { requireAdmin } from '../allow.ts'
import { auditStatement } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { deploymentOf } from '../deployment/effective.ts'
import type { Page, PlainListQuery } from '../pagination.ts'
import { Instant } from '../strict.ts'
import { inOnePiece, onlyIf } from '../work/runs.ts'
import { checkpointSeal, sealedUpTo } from './audit-chain.ts'

const DAY_MS = 86_400_000

export const AuditCheckpoint = z
  .object({
    position: z.int().meta({ description: 'Of the last entry that is gone' }),
    hash: z.string().meta({ description: 'Of that entry: the next one names it as its prev_hash' }),
    entries: z.int().meta({ description: 'How many entries it stands for' }),
    from_at: Instant.meta({ description: 'When the first of them was written' }),
    until_at: Instant.meta({ description: 'When the last of them was written' }),
    created_at: Instant,
    seal: z.string().meta({ description: 'HMAC over all of it and the seal before' }),
  })
  .meta({ id: 'AuditCheckpoint' })
export type AuditCheckpoint = z.infer<typeof AuditCheckpoint>

/** Administrators only. What stands for forgotten entries, newest first. */
export async function listAuditCheckpoints(ctx: Context, query: PlainListQuery): Promise<Page<AuditCheckpoint>> {
  requireAdmin(ctx)
  const { page, page_size } = query
  const [items, counted] = await ctx.db.batch([
    ctx.db
      .select()
      .from(auditCheckpoints)
      .orderBy(desc(auditCheckpoints.position))
      .limit(page_size)
      .offset((page - 1) * page_size),
    ctx.db.select({ n: sql<number>`count(*)` }).from(auditCheckpoints),
  ])
  const total = counted[0]?.n ?? 0
  const total_pages = Math.ceil(total / page_size)
  return { items, total, page, page_size, total_pages, has_next: page < total_pages, has_prev: page > 1, next_cursor: null }
}

/**
 * Forgets entries older than the deployment keeps them, and leaves a sealed checkpoint in their place from which the chain goes on. Entries are never
 * forgotten out of order, nor before they are chained, and the last one stays. Answers how many went.
 */
export async function forgetAudit(ctx: Context): Promise<number> {
  const { 'retention.audit_days': keepDays } = await deploymentOf(ctx)
  if (keepDays === null) return 0
  const before = new Date(ctx.now().getTime() - keepDays * DAY_MS).toISOString()
  const sealed = await sealedUpTo(ctx)
  const [kept] = await ctx.db
    .select({ position: auditLogs.position })
    .from(auditLogs)
    .where(gte(auditLogs.at, before))
    .orderBy(asc(auditLogs.position))
    .limit(1)
  const until = Math.min(sealed, kept?.position ?? sealed) - 1
  const old = lte(auditLogs.position, until)
  const [[last], [facts], [previous]] = await ctx.db.batch([
    ctx.db.select({ hash: auditLogs.hash }).from(auditLogs).where(eq(auditLogs.position, until)),
    ctx.db
      .select({ entries: sql<number>`count(*)`, from_at: sql<string>`min(${auditLogs.at})`, until_at: sql<string>`max(${auditLogs.at})` })
      .from(auditLogs)
      .where(old),
    ctx.db.select().from(auditCheckpoints).orderBy(desc(auditCheckpoints.position)).limit(1),
  ])
  // A trail with a gap is left as it is, so that it stays to be seen.
  if (!last?.hash || !facts || facts.entries !== until - (previous?.position ?? 0)) return 0
  const checkpoint = { ...facts, position: until, hash: last.hash, created_at: instantOf(ctx) }
  const seal = await checkpointSeal(await ctx.ports.vault.subkey('audit-chain'), previous?.seal ?? '', checkpoint)
  const alone = sql`coalesce((select max(position) from ${auditCheckpoints}), 0) = ${previous?.position ?? 0}`
  const details = { entries: facts.entries, until: facts.until_at, keep_days: keepDays }
  const isMine = await inOnePiece(ctx, [
    onlyIf(ctx, alone),
    ctx.db.insert(auditCheckpoints).values({ ...checkpoint, seal }),
    ctx.db.delete(auditLogs).where(old),
    auditStatement(ctx, { type: 'audit.pruned', resource: { type: 'deployment', id: null }, details }, false),
  ])
  return isMine ? facts.entries : 0
}
