import { and, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { signinFailures } from '#db/schema/identity.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { hashSecret } from './api-key.ts'

const WINDOW_MS = 15 * 60_000

/** How many failures within fifteen minutes one subject may have. `reset`: a success forgets them all. */
export type Subject = { name: string; limit: number; reset?: true }

/** An attempt that was let through and counts as failed until told otherwise. */
export type Attempt = {
  /** The statements that take the count back, for the batch of what succeeded. */
  succeeded: BatchItem<'sqlite'>[]
  /** Takes the count back when the attempt was neither right nor wrong. */
  withdraw(): Promise<void>
}

/**
 * Whom a sign-in counts against: the account from one network, the network, and the account from everywhere. The last limit is high, so that
 * guessing wrong does not let one stranger lock another's account. Names are hashed when stored: people type passwords into the wrong field.
 */
export const signinSubjects = (email: string, ip: string | null): Subject[] => [
  { name: `account ${email} from ${networkOf(ip)}`, limit: 10, reset: true },
  { name: `network ${networkOf(ip)}`, limit: 30 },
  { name: `account ${email}`, limit: 100, reset: true },
]

/**
 * Counts an attempt before its outcome is known, in one statement, so that parallel guesses cannot pass the limit together.
 * Fails with `rate_limited` and the seconds until the next one may come; `held` is told before of each subject that is at its limit.
 */
export async function admitAttempt(ctx: Context, subjects: Subject[], held: (subject: Subject) => unknown = () => {}): Promise<Attempt> {
  const { db } = ctx
  const now = ctx.now()
  const at = now.toISOString()
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  const key = await ctx.ports.vault.subkey('signin-token')
  const counted = await Promise.all(
    subjects.map(async ({ name, limit, reset }) => ({ id: ctx.newId('req'), subject: await hashSecret(key, `attempt ${name}`), limit, reset })),
  )
  const rows: SQL = sql.join(
    counted.map(({ id, subject }) => sql`select ${id} as id, ${subject} as subject, ${at} as at`),
    sql` union all `,
  )
  const below = counted.map(({ subject, limit }) => sql`(select count(*) from ${signinFailures} f where f.subject = ${subject} and f.at > ${since}) < ${limit}`)
  const admitted = await db
    .insert(signinFailures)
    .select(sql`select r.id, r.subject, r.at from (${rows}) r where ${and(...below)}`)
    .returning({ id: signinFailures.id })
  const mine = inArray(
    signinFailures.id,
    counted.map(({ id }) => id),
  )
  if (admitted.length) {
    const forgotten = counted.filter(({ reset }) => reset).map(({ subject }) => subject)
    const clear = db.delete(signinFailures).where(or(mine, forgotten.length ? inArray(signinFailures.subject, forgotten) : undefined))
    return { succeeded: [clear], withdraw: async () => void (await db.delete(signinFailures).where(mine)) }
  }
  const limits = new Map(counted.map(({ subject, limit }) => [subject, limit]))
  const counts = await db
    .select({ subject: signinFailures.subject, n: sql<number>`count(*)`, oldest: sql<string>`min(${signinFailures.at})` })
    .from(signinFailures)
    .where(and(inArray(signinFailures.subject, [...limits.keys()]), gt(signinFailures.at, since)))
    .groupBy(signinFailures.subject)
  const full = counts.filter(({ subject, n }) => n >= (limits.get(subject) ?? 0))
  for (const [index, subject] of subjects.entries()) if (full.some((one) => one.subject === counted[index]?.subject)) held(subject)
  const waits = full.map(({ oldest }) => Date.parse(oldest) + WINDOW_MS - now.getTime())
  throw new Failure('rate_limited', 'too many failed attempts: try again later', { retryAfter: Math.max(1, ...waits) / 1000 })
}

/** Forgets the failures of all subjects that no longer count. */
export async function purgeAttempts(ctx: Context): Promise<void> {
  const since = new Date(ctx.now().getTime() - WINDOW_MS).toISOString()
  await ctx.db.delete(signinFailures).where(lte(signinFailures.at, since))
}

/** What one subscriber holds: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(ip: string | null): string {
  if (!ip) return 'unknown'
  const mapped = /(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...(tail === undefined ? [] : zeros), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
