import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#domain/failure.ts'
import type { Asker } from '#domain/semantics/sources/source.ts'
import { type Claim, createTurns, type Turns, type TurnsOptions } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const never = new AbortController().signal
const user = (name: string): Asker => ({ account: name, who: name })
const turnsOf = (options: Partial<TurnsOptions> = {}): Turns =>
  createTurns({ places: 4, of: 'everything', perAsker: 3, waitMs: 10_000, now: () => Date.now(), ...options })

type Try = { name: string; state: 'waits' | 'runs' | 'left'; failure: Failure | Error | null; leave: () => void }

function claims(turns: Turns) {
  const order: string[] = []
  return {
    order,
    take(name: string, claim: Claim, signal = never): Try {
      const made: Try = { name, state: 'waits', failure: null, leave: () => {} }
      turns.take(claim, signal).then(
        (leave) => {
          made.state = 'runs'
          made.leave = () => {
            made.state = 'left'
            leave()
          }
          order.push(name)
        },
        (error) => {
          made.state = 'left'
          made.failure = error
        },
      )
      return made
    },
  }
}
const settled = () => vi.advanceTimersByTimeAsync(0)
const states = (tries: Try[]) => tries.map(({ state }) => state)

test('one user takes half for one source, another source of his the next, and the last place is kept for who has none', async () => {
  const { take } = claims(turnsOf())
  const noisy = Array.from({ length: 5 }, (_, index) => take(`a${index}`, { asker: user('a'), source: 'one' }))
  const second = [take('second', { asker: user('a'), source: 'two' }), take('third', { asker: user('a'), source: 'three' })]
  const other = take('other', { asker: user('b'), source: 'one' })
  await settled()
  expect(states(noisy)).toEqual(['runs', 'runs', 'waits', 'waits', 'waits'])
  expect(states([...second, other])).toEqual(['runs', 'waits', 'runs'])
})

test('the platform works beside one user at most so long as a place is left for the next', async () => {
  const { take } = claims(turnsOf())
  const work = Array.from({ length: 3 }, (_, index) => take(`p${index}`, { source: 'one' }))
  const first = [take('a', { asker: user('a'), source: 'one' }), take('a', { asker: user('a'), source: 'one' })]
  const next = take('b', { asker: user('b'), source: 'one' })
  await settled()
  expect([...states(work), ...states(first), next.state]).toEqual(['runs', 'runs', 'waits', 'runs', 'waits', 'runs'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(work[2]?.state).toBe('waits')
})

test('a place goes around among those who wait, however many uses one of them has waiting', async () => {
  const turns = turnsOf({ places: 1, perAsker: 1 })
  const { take, order } = claims(turns)
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((name) => take(name, { asker: user(name), source: 's' }))
  for (let i = 0; i < all.length; i++) {
    await settled()
    all.find(({ state }) => state === 'runs')?.leave()
  }
  await settled()
  // The first runs at once; the second came before all others.
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
})

test('viewers of one dashboard are one account among users, and take turns among themselves', async () => {
  const turns = turnsOf({ places: 1, perAsker: 1 })
  const { take, order } = claims(turns)
  const held = take('held', { asker: user('z'), source: 's' })
  const guest = (name: string): Asker => ({ account: 'dashboard', who: name })
  const all = ['g1', 'g1', 'g2', 'g3'].map((name) => take(name, { asker: guest(name), source: 's' }))
  all.push(take('b', { asker: user('b'), source: 's' }))
  held.leave()
  await settled()
  held.leave()
  for (let i = 0; i < all.length; i++) {
    await settled()
    all.find(({ state }) => state === 'runs')?.leave()
  }
  await settled()
  expect(order).toEqual(['held', 'g1', 'b', 'g2', 'g3', 'g1'])
})

test('places of one source are not those of another', async () => {
  const { take } = claims(turnsOf({ places: 2, of: 'source', perAsker: 3 }))
  const all = ['one', 'one', 'two', 'three', 'four'].map((source) => take(source, { asker: user('a'), source }))
  await settled()
  expect(states(all)).toEqual(['runs', 'waits', 'runs', 'runs', 'waits'])
})

test('waiting ends at the deadline, and tells when to try again and whose uses are in the way', async () => {
  const turns = turnsOf({ places: 2, perAsker: 2 })
  const { take } = claims(turns)
  const running = [take('a', { asker: user('a'), source: 's' }), take('b', { asker: user('b'), source: 's' })]
  const [own, others] = [take('a2', { asker: user('a'), source: 's' }), take('c', { asker: user('c'), source: 's' })]
  await vi.advanceTimersByTimeAsync(9_999)
  expect(states([...running, own, others])).toEqual(['runs', 'runs', 'waits', 'waits'])
  await vi.advanceTimersByTimeAsync(1)
  expect([own.failure, others.failure]).toMatchObject([
    { code: 'rate_limited', details: { retryAfter: expect.any(Number) } },
    { code: 'overloaded', details: { retryAfter: expect.any(Number) } },
  ])
  const seconds = (others.failure as Failure).details.retryAfter ?? 0
  expect(seconds).toBeGreaterThanOrEqual(10)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(turns.counts()).toEqual({ running: 2, waiting: 0 })
})

test('one account fills its own queue and nobody else’s', async () => {
  const { take } = claims(turnsOf({ queueLimit: 2 }))
  const noisy = Array.from({ length: 6 }, () => take('a', { asker: user('a'), source: 's' }))
  await settled()
  expect(noisy.map(({ state, failure }) => (failure ? (failure as Failure).code : state))).toEqual([
    ...['runs', 'runs', 'waits', 'waits'],
    ...['rate_limited', 'rate_limited'],
  ])
  const next = take('b', { asker: user('b'), source: 's' })
  await settled()
  expect(next.state).toBe('runs')
})

test('uses of a kind have a limit of their own', async () => {
  const { take } = claims(turnsOf({ places: 3 }))
  const ofKind = { kind: 'upload', atMost: 2 }
  const uploads = ['a', 'b', 'c'].map((name) => take(name, { asker: user(name), source: '', ofKind }))
  const query = take('d', { asker: user('d'), source: 's' })
  await settled()
  expect(states([...uploads, query])).toEqual(['runs', 'runs', 'waits', 'runs'])
  uploads[0]?.leave()
  await settled()
  expect(uploads[2]?.state).toBe('runs')
})

test('a place whose use was cut off without a word is free after its lease', async () => {
  const { take } = claims(turnsOf({ places: 1, perAsker: 1 }))
  const cut = take('cut', { asker: user('a'), source: 's', leaseMs: 5_000 })
  await vi.advanceTimersByTimeAsync(4_000)
  const waits = take('waits', { asker: user('b'), source: 's' })
  await vi.advanceTimersByTimeAsync(2_000)
  const next = take('next', { asker: user('c'), source: 's' })
  await settled()
  expect(states([cut, waits, next])).toEqual(['runs', 'runs', 'waits'])
  cut.leave()
  await settled()
  expect(next.state).toBe('waits')
})

test('closing refuses who waits and who comes', async () => {
  const turns = turnsOf({ places: 1, perAsker: 1 })
  const { take } = claims(turns)
  const [running, waiting] = [take('a', { asker: user('a'), source: 's' }), take('b', { source: 's' })]
  turns.close(() => new Failure('draining', 'the server is shutting down'))
  const late = take('c', { asker: user('c'), source: 's' })
  await settled()
  expect([running.state, waiting.failure, late.failure]).toMatchObject(['runs', { code: 'draining' }, { code: 'draining' }])
  running.leave()
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
})

test('where each looks for itself, whoever leaves settles nobody else’s promise', async () => {
  const { take, order } = claims(turnsOf({ places: 1, perAsker: 1, looks: true }))
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((name) => take(name, { asker: user(name), source: 's' }))
  for (let i = 0; i < all.length; i++) {
    await vi.advanceTimersByTimeAsync(60)
    const [runs, ...more] = all.filter(({ state }) => state === 'runs')
    expect(more).toEqual([])
    runs?.leave()
    await settled()
    expect(states(all).filter((state) => state === 'runs')).toEqual([])
  }
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
})

test('where each looks for itself, whoever is gone with its timer holds nobody up', async () => {
  const turns = turnsOf({ places: 1, perAsker: 1, looks: true })
  const { take } = claims(turns)
  const running = take('a', { asker: user('a'), source: 's' })
  await settled()
  const gone = take('b', { asker: user('b'), source: 's' })
  vi.clearAllTimers()
  const next = take('c', { asker: user('c'), source: 's' })
  running.leave()
  await vi.advanceTimersByTimeAsync(600)
  expect(states([gone, next])).toEqual(['waits', 'runs'])
  await vi.advanceTimersByTimeAsync(60_000)
  next.leave()
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
})

test('where each looks for itself, deadlines, aborts, leases and the end of the queue are as elsewhere', async () => {
  const turns = turnsOf({ places: 2, perAsker: 1, queueLimit: 3, looks: true })
  const { take } = claims(turns)
  const controller = new AbortController()
  const claim = { asker: user('a'), source: 's' }
  const running = take('1', { ...claim, leaseMs: 30_000 })
  const [late, left, third, surplus] = [take('2', claim), take('3', claim, controller.signal), take('4', claim), take('5', claim)]
  await settled()
  expect(states([running, late, left, third])).toEqual(['runs', 'waits', 'waits', 'waits'])
  expect(surplus.failure).toMatchObject({ code: 'rate_limited' })
  controller.abort(new Error('left'))
  await vi.advanceTimersByTimeAsync(60)
  expect(left.failure?.message).toBe('left')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(late.failure).toMatchObject({ code: 'rate_limited', details: { retryAfter: expect.any(Number) } })
  await vi.advanceTimersByTimeAsync(20_000)
  const after = take('6', claim)
  await settled()
  expect(after.state).toBe('runs')
  const last = take('7', claim)
  turns.close(() => new Failure('draining', 'the server is shutting down'))
  await vi.advanceTimersByTimeAsync(60)
  expect(last.failure).toMatchObject({ code: 'draining' })
})

/** How many timers of so many milliseconds are set and neither fired nor cleared. */
function countTimers(ms: number): () => number {
  const open = new Set<unknown>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, delay?: number) => {
    const timer = set(() => {
      open.delete(timer)
      act()
    }, delay)
    if (delay === ms) open.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    open.delete(timer)
    clear(timer)
  })
  return () => open.size
}

/** A random source that a seed repeats. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'no order of arrivals, leaves, aborts and deadlines loses a place or a claim (seed %i)',
  async (seed) => {
    const pick = randomOf(seed + 1)
    const places = 1 + pick(6)
    const of = pick(2) === 0 ? ('everything' as const) : ('source' as const)
    const perAsker = 1 + pick(places + 2)
    const deadlines = countTimers(500)
    const turns = turnsOf({ places, of, perAsker, waitMs: 500, queueLimit: 8 })
    const { take } = claims(turns)
    const tries: (Try & { asker: Asker | null; source: string; controller: AbortController })[] = []
    const running = (fits: (one: (typeof tries)[number]) => boolean) => tries.filter((one) => one.state === 'runs' && fits(one))
    const half = Math.ceil(places / 2)

    function check(): void {
      const rooms = of === 'source' ? ['s0', 's1', 's2'] : ['']
      for (const room of rooms) {
        const inRoom = running(({ source }) => room === '' || source === room)
        expect(inRoom.length).toBeLessThanOrEqual(places)
        // Nobody without a use waits while a place is free.
        const free = places - inRoom.length
        for (const { state, asker, source } of tries) {
          if (state !== 'waits' || free === 0 || (room !== '' && source !== room)) continue
          const [mine, account] = [running((one) => one.asker?.who === asker?.who), inRoom.filter((one) => one.asker?.account === asker?.account)]
          expect(account.length > 0 || mine.length >= perAsker).toBe(true)
        }
      }
      for (const { state, asker, source } of tries) {
        if (state !== 'runs') continue
        const mine = running((one) => one.asker?.who === asker?.who)
        expect(mine.length).toBeLessThanOrEqual(perAsker)
        expect(mine.filter((one) => one.source === source).length).toBeLessThanOrEqual(half)
      }
      expect(turns.counts()).toEqual({ running: running(() => true).length, waiting: tries.filter(({ state }) => state === 'waits').length })
    }

    for (let step = 0; step < 300; step++) {
      const kind = pick(10)
      if (kind < 5) {
        const account = pick(5)
        const asker = account === 0 ? null : account === 4 ? { account: 'dashboard', who: `g${pick(3)}` } : user(`u${account}`)
        const source = `s${pick(3)}`
        const controller = new AbortController()
        if (pick(20) === 0) controller.abort(new Error('left'))
        tries.push(Object.assign(take('x', { asker: asker ?? undefined, source }, controller.signal), { asker, source, controller }))
      } else if (kind < 8) {
        const one = running(() => true)[pick(Math.max(1, running(() => true).length))]
        one?.leave()
        // A use that fails on its way out gives its place back once all the same.
        if (pick(4) === 0) one?.leave()
      } else if (kind < 9) tries[pick(Math.max(1, tries.length))]?.controller.abort(new Error('left'))
      else await vi.advanceTimersByTimeAsync(pick(300))
      await settled()
      check()
    }
    for (let rounds = 0; turns.counts().running + turns.counts().waiting > 0 && rounds < 1000; rounds++) {
      for (const one of running(() => true)) one.leave()
      await settled()
    }
    expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
    expect(tries.filter(({ state }) => state !== 'left')).toEqual([])
    // Each claim's deadline is taken back; what other files of this process set is not counted.
    expect(deadlines()).toBe(0)
  },
)
