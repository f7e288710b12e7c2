import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { chatThreads, chatTurns } from '#db/schema/analytics.ts'
import { auditLogs, idempotency } from '#db/schema/catalog.ts'
import { users } from '#db/schema/identity.ts'
import { learnedPhrases } from '#db/schema/semantics.ts'
import { budgets, sessions } from '#db/schema/sessions.ts'
import { deliveries } from '#db/schema/webhooks.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { requireAdmin } from '../allow.ts'
import { entryBytes, redactionOf, sealAudit } from '../catalog/audit-chain.ts'
import { endUser, getUser, requireErasable, type User } from '../catalog/users.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'

const PAGE = 200
const PIECES = 1_000
const ERASED = '[erased]'

export const Erasure = strict({
  confirm: z.string().max(254).meta({ description: 'The e-mail address of the person, as a sign that this one is meant' }),
  reassign_to: z.string().min(1).max(64).optional().meta({ description: 'Who gets what the person owned; the caller when absent' }),
}).meta({ id: 'Erasure', example: { confirm: 'ann@example.com' } })

export const Erased = z
  .object({
    user_id: z.string(),
    reassigned_to: z.string(),
    sessions: z.int().meta({ description: 'Conversations that are gone' }),
    audit_entries: z.int().meta({ description: 'Entries of the audit log out of which what tells of the person was taken' }),
  })
  .meta({ id: 'Erased' })

/**
 * Erases a person. Administrators only. Account, keys, sign-ins, conversations, recordings and what was asked on dashboards go; what he owned passes to an heir
 * as when a user is deleted. Name, address, IP addresses and user agents leave the audit trail, whose entries and chain stay: each such entry bears a seal. His
 * opaque id stays in it and in what was used. Fails with `not_found`, `invalid` unless the address is confirmed, `last_admin`.
 */
export async function eraseUser(ctx: Context, id: string, { confirm, reassign_to }: z.infer<typeof Erasure>): Promise<z.infer<typeof Erased>> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'erase a person')
  const user = await getUser(ctx, id)
  if (confirm.trim().toLowerCase() !== user.email) throw new Failure('invalid', "confirm: this is not the person's e-mail address", { param: 'confirm' })
  const heir = await requireErasable(ctx, user, reassign_to)
  const [counted] = await ctx.db.select({ n: sql<number>`count(*)` }).from(sessions).where(eq(sessions.user_id, id))
  // First, so that what was interrupted can be done again: only then is the account gone that tells what to look for.
  const before = await redact(ctx, user)
  await endUser(ctx, user, heir, { type: 'user.erased', details: { reassigned_to: heir, audit_entries: before } }, tracesOf(ctx, user))
  const after = await redact(ctx, user)
  return { user_id: id, reassigned_to: heir, sessions: counted?.n ?? 0, audit_entries: before + after }
}

/** What goes with the account, once it is gone. */
function tracesOf(ctx: Context, { id, email }: User): BatchItem<'sqlite'>[] {
  const gone = sql`not exists (select 1 from ${users} where ${users.id} = ${id})`
  const { db } = ctx
  return [
    db.delete(sessions).where(and(eq(sessions.user_id, id), gone)),
    db.delete(chatTurns).where(and(eq(chatTurns.asker, `user ${id}`), gone)),
    db.delete(chatThreads).where(and(eq(chatThreads.asker, `user ${id}`), gone)),
    db.delete(learnedPhrases).where(and(eq(learnedPhrases.chosen_by, id), gone)),
    db.delete(budgets).where(and(eq(budgets.principal_type, 'user'), eq(budgets.principal_id, id), gone)),
    db.delete(idempotency).where(and(sql`instr(lower(${idempotency.body}), ${email}) > 0`, gone)),
    db.delete(deliveries).where(and(ne(deliveries.status, 'queued'), sql`instr(lower(${deliveries.body}), ${email}) > 0`, gone)),
  ]
}

/** Takes what tells of a person out of the audit trail. Answers how many entries that changed. */
async function redact(ctx: Context, { id, email, name }: User): Promise<number> {
  // Only what is chained can be sealed anew.
  await sealAudit(ctx, PIECES)
  const key = await ctx.ports.vault.subkey('audit-chain')
  const named = sql`instr(lower(${auditLogs.details}), ${email}) > 0 or instr(lower(${auditLogs.request}), ${email}) > 0 or instr(${auditLogs.details}, ${JSON.stringify(name)}) > 0`
  let position = 0
  let changed = 0
  for (;;) {
    const rows = await ctx.db
      .select({ ...entryBytes, prev_hash: auditLogs.prev_hash, hash: auditLogs.hash })
      .from(auditLogs)
      .where(and(gt(auditLogs.position, position), sql`(${auditLogs.actor_id} = ${id} or ${auditLogs.resource_id} = ${id} or ${named})`))
      .orderBy(asc(auditLogs.position))
      .limit(PAGE)
    const statements: BatchItem<'sqlite'>[] = []
    for (const row of rows) {
      const isHis = row.actor_id === id || row.type === 'user.signin_failed'
      const request = JSON.stringify(without({ ...JSON.parse(row.request), ...(isHis ? { ip: null, user_agent: null } : {}) }, email, name))
      const details = JSON.stringify(without(JSON.parse(row.details), email, name))
      if (row.hash === null || (request === row.request && details === row.details)) continue
      const redaction = await redactionOf(key, { ...row, request, details })
      statements.push(
        ctx.db.run(sql`update ${auditLogs} set request = ${request}, details = ${details}, redaction = ${redaction} where position = ${row.position}`) as never,
      )
    }
    const [first, ...others] = statements
    if (first) await ctx.db.batch([first, ...others])
    changed += statements.length
    if (rows.length < PAGE) return changed
    position = rows.at(-1)?.position ?? position
  }
}

/** A value in which each text that is a person's name, and each that holds his address, says that it was erased. */
function without(value: unknown, email: string, name: string): unknown {
  if (typeof value === 'string') return value === name || value.toLowerCase().includes(email) ? ERASED : value
  if (Array.isArray(value)) return value.map((one) => without(one, email, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, without(one, email, name)]))
}
