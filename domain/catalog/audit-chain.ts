import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { auditCheckpoints, auditLogs } from '#db/schema/catalog.ts'
import { epochs } from '#db/schema/identity.ts'
import type { WebKey } from '../access/web-key.ts'
import { requireAdmin } from '../allow.ts'
import type { Context } from '../context.ts'

export const AuditVerification = z
  .object({
    valid: z.boolean(),
    entries: z.int().meta({ description: 'How many were checked' }),
    unchained: z.int().meta({ description: 'Entries so young that they are not chained yet, and were not checked', example: 0 }),
    redacted: z.int().meta({ description: 'Entries out of which what told of an erased person was taken; each is proved by a seal of its own', example: 0 }),
    forgotten: z.int().meta({ description: 'Entries that were older than they are kept, as the checkpoints tell', example: 0 }),
    broken: z.array(z.object({ position: z.int(), id: z.string().nullable(), reason: z.enum(['changed', 'missing', 'checkpoint']) })).meta({
      description: 'The first hundred entries that are not as they were written; checkpoint: what tells of forgotten ones is not as the platform left it',
    }),
    head: z.string().nullable().meta({ description: 'The last hash: kept elsewhere, it proves that nothing before it changed since' }),
  })
  .meta({ id: 'AuditVerification' })
export type AuditVerification = z.infer<typeof AuditVerification>

const SEALED = 'audit_sealed'
const SEAL_PAGE = 500
const HASH_LENGTH = 64
const VERIFY_PAGE = 1000
/** What a verification chains before it reads. */
const PIECES_FIRST = 4
const MOST_BROKEN = 100

/** A row as its bytes are stored: JSON columns as the text they hold. */
export const entryBytes = {
  position: auditLogs.position,
  id: auditLogs.id,
  type: auditLogs.type,
  at: auditLogs.at,
  actor: sql<string>`${auditLogs.actor}`.as('actor'),
  actor_id: auditLogs.actor_id,
  resource_type: auditLogs.resource_type,
  resource_id: auditLogs.resource_id,
  service: auditLogs.service,
  outcome: auditLogs.outcome,
  request: sql<string>`${auditLogs.request}`.as('request'),
  details: sql<string>`${auditLogs.details}`.as('details'),
}
export type EntryBytes = { position: number } & Record<string, unknown>

const encoder = new TextEncoder()

async function macOf(key: WebKey, values: unknown[]): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(JSON.stringify(values)))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const membersOf = (row: EntryBytes): unknown[] => Object.keys(entryBytes).map((name) => row[name])

/** The hash of an entry: HMAC-SHA-256 over the hash before it and every member, in hexadecimal. */
const hashOf = (key: WebKey, previous: string, row: EntryBytes): Promise<string> => macOf(key, [previous, ...membersOf(row)])

/** What proves an entry out of which something was taken: over the hashes it keeps and every member it has now. */
export const redactionOf = (key: WebKey, { prev_hash, hash, ...row }: EntryBytes & { prev_hash: string | null; hash: string | null }): Promise<string> =>
  macOf(key, ['redaction', prev_hash, hash, ...membersOf(row)])

type Checkpoint = typeof auditCheckpoints.$inferSelect

/** What proves a checkpoint, and with it that none before it is missing. */
export const checkpointSeal = (
  key: WebKey,
  before: string,
  { position, hash, entries, from_at, until_at, created_at }: Omit<Checkpoint, 'seal'>,
): Promise<string> => macOf(key, ['checkpoint', before, position, hash, entries, from_at, until_at, created_at])

/** The position up to which the chain is made. It only grows, so an entry is hashed once: one whose hash is wiped later is broken, not new. */
export async function sealedUpTo(ctx: Context): Promise<number> {
  const [mark] = await ctx.db.select({ value: epochs.value }).from(epochs).where(eq(epochs.name, SEALED))
  return mark?.value ?? 0
}

/**
 * Chains entries that were committed since the last time, in the order of their commit: at most `pieces` times 500, with a turn of the event
 * loop between them. Any number of processes may do it at once: each computes the same, and only what has no hash yet is written. Answers
 * whether all are chained.
 */
export async function sealAudit(ctx: Context, pieces: number): Promise<boolean> {
  const key = await ctx.ports.vault.subkey('audit-chain')
  for (let piece = 0; piece < pieces; piece++) {
    if (piece) await new Promise((resolve) => setTimeout(resolve))
    const sealed = await sealedUpTo(ctx)
    const [[marked], rows] = await ctx.db.batch([
      ctx.db.select({ hash: auditLogs.hash }).from(auditLogs).where(eq(auditLogs.position, sealed)),
      ctx.db.select(entryBytes).from(auditLogs).where(gt(auditLogs.position, sealed)).orderBy(asc(auditLogs.position)).limit(SEAL_PAGE),
    ])
    const head = marked?.hash ?? ''
    let previous = head
    const hashes: string[] = []
    const first = rows[0]?.position ?? 0
    const together = rows.filter(({ position }, i) => position === first + i)
    const last = together.at(-1)
    if (!last) return true
    for (const row of together) {
      const hash = await hashOf(key, previous, row)
      hashes.push(hash)
      previous = hash
    }
    // By a range of positions and nothing else: a join with the links is turned round by statistics of a day when the trail was small, and then costs the square of its length.
    // The hashes stand side by side in bytes, where the one of a position is found without looking at the others.
    const nth = sql`cast(substr(cast(${hashes.join('')} as blob), (${auditLogs.position} - ${first}) * ${HASH_LENGTH} + 1, ${HASH_LENGTH}) as text)`
    const before = sql`cast(substr(cast(${hashes.join('')} as blob), (${auditLogs.position} - ${first} - 1) * ${HASH_LENGTH} + 1, ${HASH_LENGTH}) as text)`
    const write = sql`update ${auditLogs}
      set prev_hash = case when ${auditLogs.position} = ${first} then ${head} else ${before} end, hash = ${nth}
      where ${auditLogs.position} >= ${first} and ${auditLogs.position} <= ${last.position} and ${auditLogs.hash} is null`
    const grown = sql`max(${epochs.value}, ${last.position})`
    await ctx.db.batch([
      ctx.db.run(write) as unknown as BatchItem<'sqlite'>,
      ctx.db
        .insert(epochs)
        .values({ name: SEALED, value: last.position })
        .onConflictDoUpdate({ target: epochs.name, set: { value: grown } }),
    ])
    if (rows.length < SEAL_PAGE && together.length === rows.length) return true
  }
  return false
}

/**
 * Computes the whole chain again. Administrators only. A changed byte, a missing entry in the middle and a cut-off end are all found. Entries
 * of the last moments are chained first; a backlog beyond that is left to the background, and told.
 */
export async function verifyAudit(ctx: Context): Promise<AuditVerification> {
  requireAdmin(ctx)
  await sealAudit(ctx, PIECES_FIRST)
  const key = await ctx.ports.vault.subkey('audit-chain')
  const until = await sealedUpTo(ctx)
  const broken: AuditVerification['broken'] = []
  const start = await provenStart(ctx, key, broken)
  let { position, previous } = start
  let entries = 0
  let redacted = 0
  while (position < until && broken.length < MOST_BROKEN) {
    ctx.signal.throwIfAborted()
    const rows = await ctx.db
      .select({ ...entryBytes, prev_hash: auditLogs.prev_hash, hash: auditLogs.hash, redaction: auditLogs.redaction })
      .from(auditLogs)
      .where(and(gt(auditLogs.position, position), lte(auditLogs.position, until)))
      .orderBy(asc(auditLogs.position))
      .limit(VERIFY_PAGE)
    for (const row of rows) {
      if (row.position !== position + 1) broken.push({ position: position + 1, id: null, reason: 'missing' })
      else if (row.prev_hash !== previous || !(await isWhole(key, previous, row))) broken.push({ position: row.position, id: row.id, reason: 'changed' })
      position = row.position
      previous = row.hash ?? ''
      entries += 1
      if (row.redaction !== null) redacted += 1
    }
    if (rows.length < VERIFY_PAGE) break
  }
  const written = Math.max(until, await everWritten(ctx))
  const [end] = await ctx.db.select({ position: sql<number>`max(${auditLogs.position})` }).from(auditLogs)
  const last = end?.position ?? 0
  if (broken.length < MOST_BROKEN && last < written) broken.push({ position: last + 1, id: null, reason: 'missing' })
  const unchained = Math.max(0, last - until)
  return { valid: broken.length === 0, entries, unchained, redacted, forgotten: start.forgotten, broken: broken.slice(0, MOST_BROKEN), head: previous || null }
}

type Verified = EntryBytes & { prev_hash: string | null; hash: string | null; redaction: string | null }

const isWhole = async (key: WebKey, previous: string, { redaction, ...row }: Verified): Promise<boolean> =>
  redaction === null ? row.hash === (await hashOf(key, previous, row)) : redaction === (await redactionOf(key, row))

/** Where the trail begins now: after the last checkpoint, when all of them are as they were sealed. */
async function provenStart(ctx: Context, key: WebKey, broken: AuditVerification['broken']): Promise<{ position: number; previous: string; forgotten: number }> {
  const checkpoints = await ctx.db.select().from(auditCheckpoints).orderBy(asc(auditCheckpoints.position))
  const start = { position: 0, previous: '', forgotten: 0 }
  let seal = ''
  for (const checkpoint of checkpoints) {
    const isHonest = checkpoint.seal === (await checkpointSeal(key, seal, checkpoint)) && checkpoint.position === start.position + checkpoint.entries
    if (!isHonest) broken.push({ position: checkpoint.position, id: null, reason: 'checkpoint' })
    seal = checkpoint.seal
    Object.assign(start, { position: checkpoint.position, previous: checkpoint.hash, forgotten: start.forgotten + checkpoint.entries })
  }
  const [stray] = await ctx.db
    .select({ position: auditLogs.position, id: auditLogs.id })
    .from(auditLogs)
    .where(lte(auditLogs.position, start.position))
    .limit(1)
  if (stray) broken.push({ ...stray, reason: 'changed' })
  return start
}

/** The highest position ever given, which the database itself remembers. Read before the end of the table is, so that a new entry is not taken for a lost one. */
async function everWritten(ctx: Context): Promise<number> {
  const row = await ctx.db.get<{ seq: number } | undefined>(sql`select seq from sqlite_sequence where name = 'audit_logs'`)
  return row?.seq ?? 0
}
