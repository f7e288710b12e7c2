import { Failure } from '#domain/failure.ts'
import type { Asker } from '#domain/semantics/sources/source.ts'

export type TurnsOptions = {
  /** Uses at a time: of everything, or of each source on its own. */
  places: number
  of: 'everything' | 'source'
  /** Uses one asker has under way at a time, of all sources together. */
  perAsker: number
  /** Milliseconds an asker waits; the platform's own work waits as long as it takes. */
  waitMs: number
  /** Uses that may wait for one account; more are refused at once. */
  queueLimit?: number
  /** What is waited for, as a refusal tells it. */
  what?: string
  /**
   * Whoever waits looks by a timer of its own whether its turn has come, and is not told by another: on Workers a request that ends takes its promises with it,
   * and one whose promise another settles goes on as if it were that other.
   */
  looks?: boolean
  now?: () => number
}

export type Claim = {
  /** Absent: the platform's own work. */
  asker?: Asker | undefined
  source: string
  /** Uses of this kind at a time, whosesoever. */
  ofKind?: { kind: string; atMost: number } | undefined
  /** After this many milliseconds the place counts as free again: for runtimes that cut work off without a word. */
  leaseMs?: number
}

/** A fair queue in front of what few can use at a time. */
export type Turns = {
  /**
   * A place, and how to give it back (once; further calls do nothing). Fails with `rate_limited` when the asker's own uses fill his share for as long as he may
   * wait, with `overloaded` when those of others do, both telling when to try again; with the signal's reason; and with what `close` was given.
   */
  take(claim: Claim, signal: AbortSignal): Promise<() => void>
  /** Refuses whoever waits and comes. */
  close(reason: () => Failure): void
  counts(): { running: number; waiting: number }
}

type Use = { claim: Claim; account: string; who: string; source: string; room: string; since: number; until: number }
/** `seenAt`: when it last looked whether its turn has come. */
type Waiting = Use & { seenAt: number; enter: (use: Use) => void; refuse: (reason: unknown) => void }

/** The account of the platform's own work. */
const PLATFORM = ''
const LONGEST_HINT = 60
/** How often whoever looks for itself does so. */
const LOOK_MS = 20
/** Whoever did not look for so long is passed over: it is gone, or looks again when it can. */
const LATE_MS = 500
/** Whoever did not look for so long is gone. */
const GONE_MS = 60_000

/**
 * A place that becomes free goes to the account with the fewest uses under way, of several around in a circle, and within it so to each viewer.
 * One asker has at most half of the places for one source, so that another source of his finds one, and the last place goes to nobody who has one already: however
 * slow the queries of one are, the next one's do not wait for them.
 */
export function createTurns({
  places,
  of,
  perAsker,
  waitMs,
  queueLimit = 64,
  what = 'queries',
  looks = false,
  now = () => performance.now(),
}: TurnsOptions): Turns {
  const running = new Set<Use>()
  /** In the order of their turns: whoever comes and whoever was served is last. */
  const accounts = new Map<string, Map<string, Waiting[]>>()
  let typicalMs = 2_000
  let closed: (() => Failure) | null = null

  const half = Math.ceil(places / 2)
  const count = (fits: (use: Use) => boolean) => [...running].reduce((sum, use) => sum + Number(fits(use)), 0)

  /** Why a use has to wait: its asker's share is taken, or all places are; `null` when it has not. */
  function obstacle({ account, who, source, room, claim }: Waiting): 'own' | 'others' | null {
    const free = places - count((use) => use.room === room)
    const here = count((use) => use.room === room && use.account === account)
    const [all, same] = [count((use) => use.who === who), count((use) => use.who === who && use.source === source)]
    if (all >= perAsker || same >= half) return 'own'
    const needed = Math.min(places, same > 0 && of === 'everything' ? 3 : here > 0 ? 2 : 1)
    if (free < needed) return free > 0 || here === places ? 'own' : 'others'
    const { ofKind } = claim
    return ofKind && count((use) => use.claim.ofKind?.kind === ofKind.kind) >= ofKind.atMost ? 'others' : null
  }

  function next(): Waiting | null {
    let best: { waiting: Waiting; uses: number } | null = null
    for (const [account, viewers] of accounts) {
      const uses = count((use) => use.account === account)
      if (best && (uses > best.uses || (uses === best.uses && best.waiting.account !== PLATFORM))) continue
      let mine: { waiting: Waiting; uses: number } | null = null
      for (const [who, queue] of viewers) {
        const waiting = queue.find((one) => isThere(one) && obstacle(one) === null)
        const own = count((use) => use.who === who)
        if (waiting && (!mine || own < mine.uses)) mine = { waiting, uses: own }
      }
      if (mine) best = { waiting: mine.waiting, uses }
    }
    return best?.waiting ?? null
  }

  /** Whether a turn is of use to it: who cannot be told takes one only when it looks. */
  const isThere = (waiting: Waiting): boolean => !looks || now() - waiting.seenAt < LATE_MS

  function admit(waiting: Waiting): Use {
    leave(waiting)
    const { account, who, source, room, claim } = waiting
    const viewers = accounts.get(account)
    if (viewers) {
      toEnd(viewers, who)
      toEnd(accounts, account)
    }
    const since = now()
    const use: Use = { claim, account, who, source, room, since, until: since + (claim.leaseMs ?? Number.POSITIVE_INFINITY) }
    running.add(use)
    return use
  }

  function serve(): void {
    sweep()
    if (looks) return
    for (let waiting = next(); waiting; waiting = next()) waiting.enter(admit(waiting))
  }

  const everyWaiting = (): Waiting[] => [...accounts.values()].flatMap((viewers) => [...viewers.values()].flat())

  /** Drops what a runtime cut off: nothing else would. */
  function sweep(): void {
    const at = now()
    for (const use of running) if (use.until <= at) running.delete(use)
    for (const waiting of everyWaiting()) {
      if (!looks && waiting.until <= at) waiting.refuse(refusal(waiting))
      if (looks && at - waiting.seenAt >= GONE_MS) leave(waiting)
    }
  }

  /** Looks again and again whether its turn has come; once only where the queue `isFull`. */
  async function look(waiting: Waiting, signal: AbortSignal, isFull: boolean): Promise<() => void> {
    for (;;) {
      sweep()
      waiting.seenAt = now()
      if (next() === waiting) {
        const use = admit(waiting)
        return () => release(use)
      }
      if (isFull || waiting.until <= now()) {
        leave(waiting)
        throw refusal(waiting)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      if (!accounts.get(waiting.account)?.get(waiting.who)?.includes(waiting)) join(waiting)
      if (!closed && !signal.aborted) continue
      leave(waiting)
      throw closed ? closed() : signal.reason
    }
  }

  function release(use: Use): void {
    if (!running.delete(use)) return
    typicalMs += (now() - use.since - typicalMs) / 8
    serve()
  }

  function join(waiting: Waiting): void {
    const viewers = accounts.get(waiting.account) ?? new Map<string, Waiting[]>()
    viewers.set(waiting.who, [...(viewers.get(waiting.who) ?? []), waiting])
    accounts.set(waiting.account, viewers)
  }

  function leave(waiting: Waiting): boolean {
    const viewers = accounts.get(waiting.account)
    const queue = viewers?.get(waiting.who)
    const at = queue?.indexOf(waiting) ?? -1
    if (!viewers || !queue || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) viewers.delete(waiting.who)
    if (viewers.size === 0) accounts.delete(waiting.account)
    return true
  }

  /** The seconds after which those before `waiting` should be done, by how long uses took lately and have taken by now. */
  function retryAfter({ room, account }: Waiting): number {
    const before = [...(accounts.get(account)?.values() ?? [])].reduce((sum, queue) => sum + queue.length, 0)
    const youngest = Math.min(...[...running].filter((use) => use.room === room).map((use) => now() - use.since), LONGEST_HINT * 1000)
    const typical = Math.max(typicalMs, Number.isFinite(youngest) ? youngest : 0)
    return Math.min(LONGEST_HINT, Math.max(1, Math.ceil((typical * (1 + before / places)) / 1000)))
  }

  function refusal(waiting: Waiting): Failure {
    const details = { retryAfter: retryAfter(waiting) }
    if (obstacle(waiting) === 'own') return new Failure('rate_limited', `as many of your ${what} run as you may have at a time`, details)
    return new Failure('overloaded', `too many ${what} are running`, details)
  }

  return {
    take(claim, signal) {
      if (closed) return Promise.reject(closed())
      if (signal.aborted) return Promise.reject(signal.reason)
      const { account, who } = claim.asker ?? { account: PLATFORM, who: PLATFORM }
      const since = now()
      const until = claim.asker ? since + waitMs : Number.POSITIVE_INFINITY
      const use: Use = { account, who, source: claim.source, room: of === 'source' ? claim.source : '', since, until, claim }
      const isFull = account !== PLATFORM && everyWaiting().filter((one) => one.account === account && isThere(one)).length >= queueLimit
      if (looks) {
        const waiting: Waiting = { ...use, seenAt: since, enter: () => {}, refuse: () => {} }
        join(waiting)
        return look(waiting, signal, isFull)
      }
      return new Promise<() => void>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
        }
        const waiting: Waiting = {
          ...{ ...use, seenAt: since },
          enter(entered) {
            settle()
            resolve(() => release(entered))
          },
          refuse(reason) {
            if (!leave(waiting)) return
            settle()
            reject(reason)
          },
        }
        const onAbort = () => waiting.refuse(signal.reason)
        const timer = claim.asker && setTimeout(() => waiting.refuse(refusal(waiting)), waitMs)
        signal.addEventListener('abort', onAbort, { once: true })
        join(waiting)
        serve()
        if (isFull) waiting.refuse(refusal(waiting))
      })
    },
    close(reason) {
      closed = reason
      for (const waiting of everyWaiting()) waiting.refuse(reason())
    },
    counts: () => ({ running: running.size, waiting: everyWaiting().length }),
  }
}

function toEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
