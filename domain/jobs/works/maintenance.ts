import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { verifyAudit } from '../../catalog/audit-chain.ts'
import { forgetAudit } from '../../catalog/audit-retention.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { forgetOld } from '../retention.ts'
import type { Done, Task, Work } from '../task.ts'

/** What keeps a deployment in order. */
export const workMaintenance: Work<'maintenance'> = (task) => TASKS[task.payload.task](task)

const TASKS = { retention: retain, integrity_check: checkIntegrity, backup: copyDatabase }

async function copyDatabase({ ctx, payload, log, runId }: Task<'maintenance'>): Promise<Done> {
  if (!ctx.ports.backup) throw new Failure('source_unavailable_here', 'the database is no file of this machine: back it up where it runs')
  const { name, bytes, removed } = await ctx.ports.backup(runId, payload.keep_copies)
  await log(`${name}, ${bytes} bytes; ${removed} older ${removed === 1 ? 'copy' : 'copies'} removed`)
  return { result: { file: name, bytes, removed } }
}

async function retain({ ctx, payload, log }: Task<'maintenance'>): Promise<Done> {
  const { keepDays, ...old } = await forgetOld(ctx, payload.keep_days)
  const forgotten = { ...old, audit_entries: await forgetAudit(ctx) }
  await log(`${forgotten.runs} runs and ${forgotten.deliveries} deliveries were older than ${keepDays} days`)
  return { result: { ...forgotten } }
}

async function checkIntegrity({ ctx, log }: Task<'maintenance'>): Promise<Done> {
  const [checks, strays, audit] = await Promise.all([checkedPages(ctx), ctx.db.all<Record<string, unknown>>(sql`pragma foreign_key_check`), verifyAudit(ctx)])
  const wrong = checks.filter((text) => text !== 'ok')
  for (const text of wrong) await log(text, 'error')
  await log(`${strays.length} rows without what they refer to; audit trail ${audit.valid ? 'holds' : 'is broken'}`)
  if (wrong.length || strays.length || !audit.valid) throw new Failure('conflict', 'the database or the audit trail is damaged: see the log of the run')
  return { result: { database: 'ok', audit_valid: audit.valid } }
}

/**
 * What SQLite says of the file. A connection remembers how its full-text index was built, and the check trusts that even where another process has written since;
 * a read before it, on the same connection, takes the index as it is now.
 */
async function checkedPages(ctx: Context): Promise<string[]> {
  const fresh = ctx.db.all(sql`select rowid from session_search limit 1`)
  const check = ctx.db.all<Record<string, unknown>>(sql`pragma integrity_check(20)`)
  const [, rows] = await ctx.db.batch([fresh, check] as unknown as [BatchItem<'sqlite'>, BatchItem<'sqlite'>])
  return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]))
}
