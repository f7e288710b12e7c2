import { sql } from 'drizzle-orm'
import { verifyAudit } from '../../catalog/audit-chain.ts'
import { Failure } from '../../failure.ts'
import { forgetOld } from '../retention.ts'
import type { Done, Task, Work } from '../task.ts'

/** What keeps a deployment in order. */
export const workMaintenance: Work<'maintenance'> = (task) => (task.payload.task === 'retention' ? retain(task) : checkIntegrity(task))

async function retain({ ctx, payload, log }: Task<'maintenance'>): Promise<Done> {
  const forgotten = await forgetOld(ctx, payload.keep_days)
  await log(`${forgotten.runs} runs and ${forgotten.deliveries} deliveries were older than ${payload.keep_days} days`)
  return { result: { ...forgotten } }
}

async function checkIntegrity({ ctx, log }: Task<'maintenance'>): Promise<Done> {
  const [checks, strays, audit] = await Promise.all([
    ctx.db.all<{ quick_check?: string; integrity_check?: string }>(sql`pragma integrity_check(20)`),
    ctx.db.all<Record<string, unknown>>(sql`pragma foreign_key_check`),
    verifyAudit(ctx),
  ])
  const wrong = checks.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok')
  for (const text of wrong) await log(text, 'error')
  await log(`${strays.length} rows without what they refer to; audit trail ${audit.valid ? 'holds' : 'is broken'}`)
  if (wrong.length || strays.length || !audit.valid) throw new Failure('conflict', 'the database or the audit trail is damaged: see the log of the run')
  return { result: { database: 'ok', audit_valid: audit.valid } }
}
