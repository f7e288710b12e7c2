import { expect, test } from 'vitest'
import { type FakeTiming, fakeTiming } from '#test/fakes/timing.ts'
import type { LogEntry } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { NO_SPAN, NO_TELEMETRY } from '../../telemetry.ts'
import { createBreakers } from './breakers.ts'
import { type Candidate, createModelCaller } from './model-caller.ts'
import type { ReplyPart } from './model-reply.ts'

const overloaded = () => new Failure('provider_failed', 'status 503', { transient: true })
const limited = (retryAfter?: number) => new Failure('rate_limited', 'slow down', { transient: true, ...(retryAfter === undefined ? {} : { retryAfter }) })
const refused = () => new Failure('provider_failed', 'the key was refused')
const ok: ReplyPart[] = [
  { type: 'text', text: 'There are 5.' },
  { type: 'finish', reason: 'stop' },
]

type Reply = Failure | ReplyPart[] | 'silence'

function candidate(model: string, replies: Reply[], timing: FakeTiming) {
  const times: number[] = []
  const wholes: boolean[] = []
  let cancelled = 0
  const made: Candidate = {
    model,
    provider: { id: `prv_${model}`, name: model },
    kind: 'openai',
    upstream: model,
    isOwn: false,
    async open({ abortSignal, isWhole = false }, unhurried) {
      times.push(timing.now())
      wholes.push(isWhole)
      if (isWhole) unhurried()
      const reply = replies.shift() ?? ok
      if (reply instanceof Failure) throw reply
      if (reply === 'silence') await new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason)))
      const parts = [reply as ReplyPart[]]
      return { read: async () => parts.shift() ?? null, cancel: () => void cancelled++ }
    },
  }
  return { ...made, times, wholes, cancelled: () => cancelled }
}

function setting(timing = fakeTiming(), retries = 2) {
  const log: LogEntry[] = []
  const breakers = createBreakers(timing)
  const steadiness = {
    deadlines: { firstTokenMs: 60_000, betweenTokensMs: 30_000 },
    retries,
    breakers,
    timing,
    telemetry: NO_TELEMETRY,
    log: (entry: LogEntry) => void log.push(entry),
  }
  const controller = new AbortController()
  const ask = async (...candidates: [Candidate, ...Candidate[]]) => {
    const events = []
    const calling = createModelCaller(candidates, steadiness).call({ prompt: [], abortSignal: controller.signal }, NO_SPAN)
    for await (const event of calling) events.push(event)
    return events
  }
  /** Asks for all in one piece. */
  const askWhole = async (signal: AbortSignal, ...candidates: [Candidate, ...Candidate[]]) => {
    const caller = createModelCaller(candidates, steadiness)
    const events = await Array.fromAsync(caller.call({ prompt: [], abortSignal: signal, isWhole: true }, NO_SPAN)).catch((error: unknown) => error)
    return { events, isUnheard: caller.isUnheard }
  }
  return { timing, log, steadiness, controller, ask, askWhole }
}

const said = [{ type: 'text-delta', text: 'There are 5.' }]

test('what may pass is tried again after a random pause that may double, and no more than twice', async () => {
  const { timing, ask, log } = setting()
  timing.chances.push(0.5, 0.25)
  const model = candidate('a', [overloaded(), overloaded()], timing)
  const asking = ask(model)
  await timing.pass(10_000)
  expect(await asking).toEqual(said)
  expect(model.times).toEqual([0, 250, 500])
  expect(log.map(({ message }) => message)).toEqual(['model call repeated', 'model call repeated'])

  const failing = candidate('b', [overloaded(), overloaded(), overloaded(), overloaded()], timing)
  const last = expect(ask(failing)).rejects.toMatchObject({ message: 'status 503' })
  await timing.pass(10_000)
  await last
  expect(failing.times).toHaveLength(3)
})

test('Retry-After is waited out and the pause added; one too long is passed on', async () => {
  const { timing, ask } = setting()
  const model = candidate('a', [limited(3)], timing)
  const asking = ask(model)
  await timing.pass(10_000)
  await asking
  expect(model.times).toEqual([0, 3_250])
  await expect(ask(candidate('b', [limited(30)], timing))).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfter: 30 } })
})

test('what will not pass is not repeated', async () => {
  const { timing, ask } = setting()
  const model = candidate('a', [refused()], timing)
  await expect(ask(model)).rejects.toMatchObject({ message: 'the key was refused' })
  expect(model.times).toEqual([0])
})

test('a provider that does not begin is let go, and tried again while nobody else could answer', async () => {
  const { timing, ask } = setting(undefined, 1)
  const model = candidate('a', ['silence', 'silence'], timing)
  const asking = expect(ask(model)).rejects.toMatchObject({ code: 'provider_timeout' })
  await timing.pass(200_000)
  await asking
  expect(model.times).toEqual([0, 60_250])

  const [slow, other] = [candidate('slow', ['silence'], timing), candidate('other', [], timing)]
  const start = timing.now()
  const answered = ask(slow, other)
  await timing.pass(60_000)
  expect(await answered).toEqual([{ type: 'model-changed', model: 'other' }, ...said])
  expect([slow.times, other.times]).toEqual([[start], [start + 60_000]])
})

test('the fallback takes over, says so once, and answers the rest of the question', async () => {
  const { timing, steadiness, controller } = setting()
  const [first, second] = [candidate('first', [refused()], timing), { ...candidate('second', [], timing), isOwn: true }]
  const caller = createModelCaller([first, second], steadiness)
  const call = async () => {
    const events = []
    for await (const event of caller.call({ prompt: [], abortSignal: controller.signal }, NO_SPAN)) events.push(event)
    return events
  }
  expect(caller.isOwn).toBe(false)
  expect(await call()).toEqual([{ type: 'model-changed', model: 'second' }, ...said])
  expect(caller.isOwn).toBe(true)
  expect(await call()).toEqual(said)
  expect(first.times).toHaveLength(1)
})

test('when the fallback fails too, its failure is told', async () => {
  const { timing, ask } = setting()
  await expect(ask(candidate('a', [refused()], timing), candidate('b', [limited(99)], timing))).rejects.toMatchObject({ code: 'rate_limited' })
})

test('after the first token nothing is repeated and nobody takes over', async () => {
  const { timing, ask } = setting()
  const [model, other] = [candidate('a', [[{ type: 'text', text: 'There ' }]], timing), candidate('b', [], timing)]
  await expect(ask(model, other)).rejects.toMatchObject({ message: 'the provider "a" broke off its reply' })
  expect([model.times.length, other.times.length, model.cancelled()]).toEqual([1, 0, 1])
})

test('a caller who leaves during a pause is not called back', async () => {
  const { timing, ask, controller } = setting()
  const model = candidate('a', [overloaded()], timing)
  const asking = ask(model)
  await timing.pass(10)
  const reason = new Error('gone')
  controller.abort(reason)
  await expect(asking).rejects.toBe(reason)
  await timing.pass(10_000)
  expect([model.times.length, timing.waits()]).toEqual([1, []])
})

test('no timer is left when an answer is whole', async () => {
  const { timing, ask } = setting()
  await ask(candidate('a', [], timing))
  expect(timing.waits()).toEqual([])
})

test('after five failures in a row a provider is left alone; then one call may try, and its success lets all through', async () => {
  const { timing, ask } = setting(undefined, 0)
  const model = candidate('a', [overloaded(), overloaded(), overloaded(), overloaded(), overloaded(), overloaded()], timing)
  for (let failure = 0; failure < 5; failure++) await expect(ask(model)).rejects.toMatchObject({ message: 'status 503' })
  const alone = { code: 'provider_failed', details: { retryAfter: 15 }, message: expect.stringContaining('5 times in a row') }
  await expect(ask(model)).rejects.toMatchObject(alone)
  expect(model.times).toHaveLength(5)

  await timing.pass(15_000)
  await expect(ask(model)).rejects.toMatchObject({ message: 'status 503' })
  await expect(ask(model)).rejects.toMatchObject({ details: { retryAfter: 15 } })

  await timing.pass(15_000)
  const probe = candidate('a', ['silence'], timing)
  const probing = expect(ask(probe)).rejects.toMatchObject({ code: 'provider_timeout' })
  await timing.pass(10)
  await expect(ask(model)).rejects.toMatchObject({ message: expect.stringContaining('left alone') })
  await timing.pass(60_000)
  await probing

  await timing.pass(15_000)
  expect(await ask(model)).toEqual(said)
  expect(await ask(model)).toEqual(said)
})

test('limits and refused keys open no breaker, and a caller who leaves closes none', async () => {
  const { timing, ask, steadiness } = setting(undefined, 0)
  for (let call = 0; call < 8; call++) await expect(ask(candidate('a', [call % 2 ? limited(60) : refused()], timing))).rejects.toBeInstanceOf(Failure)
  expect(await ask(candidate('a', [], timing))).toEqual(said)

  for (let call = 0; call < 5; call++) await expect(ask(candidate('a', [overloaded()], timing))).rejects.toBeInstanceOf(Failure)
  await timing.pass(15_000)
  const leaving = new AbortController()
  const caller = createModelCaller([candidate('a', ['silence'], timing)], steadiness)
  const probing = expect(caller.call({ prompt: [], abortSignal: leaving.signal }, NO_SPAN).next()).rejects.toThrow('gone')
  await timing.pass(1)
  leaving.abort(new Error('gone'))
  await probing
  expect(await ask(candidate('a', [], timing))).toEqual(said)
})

test('while the breaker is open the fallback answers at once', async () => {
  const { timing, ask } = setting(undefined, 0)
  for (let call = 0; call < 5; call++) await expect(ask(candidate('a', [overloaded()], timing))).rejects.toBeInstanceOf(Failure)
  const [model, other] = [candidate('a', [], timing), candidate('b', [], timing)]
  expect(await ask(model, other)).toEqual([{ type: 'model-changed', model: 'b' }, ...said])
  expect(model.times).toEqual([])
})

test('a reply in one piece has all the time of its question', async () => {
  const { timing, askWhole } = setting()
  const model = candidate('a', ['silence'], timing)
  const leaving = new AbortController()
  const asking = askWhole(leaving.signal, model)
  await timing.pass(300_000)
  expect([model.times, timing.waits()]).toEqual([[0], []])
  const over = new Failure('provider_timeout', 'no answer within 300 seconds')
  leaving.abort(over)
  expect(await asking).toEqual({ events: over, isUnheard: true })
})

test('where another could take over, and where it is repeated, a reply is a stream', async () => {
  const { timing, askWhole, controller } = setting(undefined, 1)
  const [silent, other] = [candidate('silent', ['silence'], timing), candidate('other', [], timing)]
  const answered = askWhole(controller.signal, silent, other)
  await timing.pass(60_000)
  expect(await answered).toEqual({ events: [{ type: 'model-changed', model: 'other' }, ...said], isUnheard: true })
  expect([silent.wholes, other.wholes]).toEqual([[false], [true]])

  const passing = candidate('passing', [overloaded()], timing)
  const repeated = askWhole(controller.signal, passing)
  await timing.pass(10_000)
  expect([await repeated, passing.wholes]).toEqual([{ events: said, isUnheard: false }, [true, false]])
})

test('what was asked for in one piece and took its whole question opens the breaker, unless others are answered meanwhile', async () => {
  const { timing, ask, askWhole } = setting(undefined, 0)
  const expire = async (meanwhile: () => Promise<unknown>) => {
    const leaving = new AbortController()
    const asking = askWhole(leaving.signal, candidate('a', ['silence'], timing))
    await timing.pass(120_000)
    await meanwhile()
    leaving.abort(new Failure('provider_timeout', 'no answer within 120 seconds'))
    await asking
  }
  for (let question = 0; question < 8; question++) await expire(() => ask(candidate('a', [], timing)))
  expect(await ask(candidate('a', [], timing))).toEqual(said)
  for (let question = 0; question < 5; question++) await expire(async () => {})
  await expect(ask(candidate('a', [], timing))).rejects.toMatchObject({ message: expect.stringContaining('5 times in a row') })

  await timing.pass(15_000)
  const probe = candidate('a', [], timing)
  expect([(await askWhole(new AbortController().signal, probe)).events, probe.wholes]).toEqual([said, [false]])
})

test('a stream whose question ends before its deadline is no failure of its provider', async () => {
  const { timing, ask, steadiness } = setting(undefined, 0)
  for (let question = 0; question < 8; question++) {
    const leaving = new AbortController()
    const asking = createModelCaller([candidate('a', ['silence'], timing)], steadiness)
      .call({ prompt: [], abortSignal: leaving.signal }, NO_SPAN)
      .next()
    const ended = expect(asking).rejects.toMatchObject({ code: 'provider_timeout' })
    await timing.pass(1_000)
    leaving.abort(new Failure('provider_timeout', 'no answer within 120 seconds'))
    await ended
  }
  expect(await ask(candidate('a', [], timing))).toEqual(said)
})

test('a call is told what it is a part of, where anything is', async () => {
  const { steadiness, controller } = setting()
  const told: unknown[] = []
  const made = candidate('first', [ok, ok], fakeTiming())
  const open: Candidate['open'] = (options, unhurried) => {
    told.push(options.traceparent)
    return made.open(options, unhurried)
  }
  const caller = createModelCaller([{ ...made, open }], steadiness)
  const parent = { ...NO_SPAN, child: () => ({ ...NO_SPAN, traceparent: '00-a-b-01' }) }
  for (const span of [parent, NO_SPAN]) await Array.fromAsync(caller.call({ prompt: [], abortSignal: controller.signal }, span))
  expect(told).toEqual(['00-a-b-01', undefined])
})
