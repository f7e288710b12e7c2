import { z } from 'zod'
import type { Actor, UserActor } from '../access/actor.ts'
import { requireUser } from '../allow.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { Instant } from '../strict.ts'
import { hears } from './changes.ts'
import { KINDS } from './kinds.ts'
import type { ChangeFeed, News } from './reader.ts'

/** A stream ends by itself after so long; whoever listens comes back with the last id. */
const LONGEST_MS = 3_600_000

export const ChangeEvent = z
  .object({
    id: z.string().meta({ description: 'What `Last-Event-ID` goes on from', example: '4711' }),
    type: z
      .string()
      .meta({ description: '`<kind>.<what happened>`; `feed.ready` first; `feed.reset` when more was missed than is kept', example: 'dashboard.updated' }),
    resource: z.object({
      type: z.string().meta({ example: 'dashboard' }),
      id: z
        .string()
        .nullable()
        .meta({ example: exampleId('dsh') }),
    }),
    revision: z.int().nullable().meta({ description: 'As it stands now; null when it is gone' }),
    at: Instant,
  })
  .meta({ id: 'ChangeEvent' })
export type ChangeEvent = z.infer<typeof ChangeEvent>

export const ChangeQuery = z.object({
  types: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: `Only these, separated by commas: whole types (dashboard.updated) or kinds (dashboard). Kinds: ${Object.keys(KINDS).join(', ')}` }),
})

/** The types asked for. Fails with `invalid` naming one of no known kind. */
export function wantedTypes(types: string | undefined): ((type: string) => boolean) | null {
  const named = types
    ?.split(',')
    .map((type) => type.trim())
    .filter(Boolean)
  if (!named?.length) return null
  const unknown = named.find((type) => !Object.hasOwn(KINDS, type.split('.')[0] ?? ''))
  if (unknown !== undefined) throw new Failure('invalid', `there are no changes "${unknown}"; kinds: ${Object.keys(KINDS).join(', ')}`, { param: 'types' })
  const set = new Set(named)
  return (type) => set.has(type) || set.has(type.split('.')[0] ?? '')
}

/** The position a `Last-Event-ID` names; `null` without one. Fails with `invalid` when it is none of ours. */
export function positionOf(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return null
  if (!/^\d{1,15}$/.test(lastEventId)) throw new Failure('invalid', 'Last-Event-ID must be the id of an event of this feed', { param: 'Last-Event-ID' })
  return Number(lastEventId)
}

type Following = {
  feed: ChangeFeed
  after: number | null
  wants: ((type: string) => boolean) | null
  /** The caller as he is now; fails when his credential holds no more. */
  authenticate: () => Actor | Promise<Actor>
  /** Aborted when the caller leaves: a generator that waits hears of nothing else. */
  gone: AbortSignal
}

/** The changes of what the caller may see, from now on or from a position on, until his credential ends. Never what an object holds. */
export async function* followChanges(ctx: Context, { feed, after, wants, authenticate, gone }: Following): AsyncGenerator<ChangeEvent, void> {
  let actor: UserActor = requireUser(ctx)
  const listening = await feed.listen(after)
  gone.addEventListener('abort', () => listening.end())
  const marker = (type: string, position: number): ChangeEvent => ({
    id: String(position),
    type,
    resource: { type: 'feed', id: null },
    revision: null,
    at: instantOf(ctx),
  })
  const until = ctx.now().getTime() + LONGEST_MS
  let position = listening.position
  const current = async (): Promise<UserActor | null> => {
    try {
      const now = await authenticate()
      return now.type === 'user' ? now : null
    } catch (error) {
      if (error instanceof Failure && error.code === 'unauthenticated') return null
      throw error
    }
  }
  try {
    // What ended between the look at the credential and now is not told any more.
    const still = await current()
    if (!still) return
    actor = still
    yield marker(listening.isReset ? 'feed.reset' : 'feed.ready', position)
    for (;;) {
      const left = Math.min(until, actor.credential.expiresAt === null ? until : Date.parse(actor.credential.expiresAt)) - ctx.now().getTime()
      if (left <= 0 || gone.aborted) return
      const news: News | null = await listening.next(left)
      if (news === null) continue
      if ('identity' in news) {
        const now = await current()
        if (!now) return
        actor = now
        continue
      }
      if ('reset' in news) {
        position = news.reset
        yield marker('feed.reset', position)
        continue
      }
      for (const change of news.changes) {
        if (change.position <= position) continue
        position = change.position
        if ((wants && !wants(change.type)) || !hears(actor, change)) continue
        const { type, resource, revision, at } = change
        yield { id: String(position), type, resource, revision, at }
      }
    }
  } finally {
    listening.end()
  }
}
