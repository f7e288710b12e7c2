import { eq, lt, sql } from 'drizzle-orm'
import { budgets, speechReservations, usage } from '#db/schema/sessions.ts'
import { keyOf } from '../agent/completions/usage-count.ts'
import { requireUser } from '../allow.ts'
import { appliesTo } from '../catalog/budgets.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import type { AudioFormat } from './engine.ts'

const DAY_MS = 86_400_000
/** What is set aside for longer belongs to a process that is gone. */
const OVERDUE_MS = 1_800_000

/** Bytes of a second of speech, where a recording does not say how long it is: few, so that it is held for no shorter than it may be. */
const BYTES_PER_SECOND: Record<AudioFormat, number> = { mp3: 4_000, mp4: 4_000, m4a: 4_000, ogg: 3_000, webm: 3_000, flac: 24_000, wav: 32_000 }

/** About how many seconds a recording takes; of a WAV what its head says. */
export function roughSeconds({ audio, format }: { audio: Uint8Array; format: AudioFormat }): number {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength)
  const told = format === 'wav' && audio.byteLength > 32 ? view.getUint32(28, true) : 0
  return audio.byteLength / (told >= 1_000 && told <= 4_000_000 ? told : BYTES_PER_SECOND[format])
}

/**
 * Sets aside seconds of speech, in one statement that also checks every budget of the caller: of any number of recordings at once only those within them pass.
 * Answers what ends it. Fails with `rate_limited` and the seconds until the next day.
 */
export async function reserveSpeech(ctx: Context, seconds: number): Promise<() => Promise<void>> {
  const limited = sql`${budgets} b where ${appliesTo(ctx)} and b.audio_seconds_per_day is not null`
  const [any] = await ctx.db.all(sql`select 1 from ${limited} limit 1`)
  if (!any) return async () => {}
  const { userId } = requireUser(ctx)
  const id = ctx.newId('sph')
  const mine = sql`user_id = ${userId} and (b.principal_type <> 'api_key' or api_key_id = b.principal_id)`
  const since = new Date(ctx.now().getTime() - OVERDUE_MS).toISOString()
  const heard = sql<number>`${seconds} + (select coalesce(sum(audio_seconds), 0) from ${usage} where ${mine} and day = ${instantOf(ctx).slice(0, 10)})
    + (select coalesce(sum(seconds), 0) from ${speechReservations} where ${mine} and created_at >= ${since})`
  const [taken] = await ctx.db.all(
    sql`insert into ${speechReservations} (id, user_id, api_key_id, seconds, created_at)
      select ${id}, ${userId}, ${keyOf(ctx)}, ${seconds}, ${instantOf(ctx)}
      where not exists (select 1 from ${limited} and ${heard} > b.audio_seconds_per_day) returning id`,
  )
  if (taken) return async () => void (await ctx.db.delete(speechReservations).where(eq(speechReservations.id, id)))
  const [least] = await ctx.db.all<{ most: number }>(sql`select min(b.audio_seconds_per_day) as most from ${limited} and ${heard} > b.audio_seconds_per_day`)
  throw new Failure('rate_limited', `your budget of ${least?.most ?? 0} seconds of speech per day is used up`, {
    retryAfter: Math.ceil((DAY_MS - (ctx.now().getTime() % DAY_MS)) / 1000),
    hint: 'GET /api/v1/llm/usage tells what was used',
  })
}

/** Forgets what processes that are gone had set aside. For start-up and a timer. */
export async function forgetSpeechReservations(ctx: Context): Promise<void> {
  await ctx.db.delete(speechReservations).where(lt(speechReservations.created_at, new Date(ctx.now().getTime() - OVERDUE_MS).toISOString()))
}
