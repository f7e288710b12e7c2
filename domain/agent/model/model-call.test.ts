import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { fakeTiming } from '#test/fakes/timing.ts'
import { Failure } from '../../failure.ts'
import { beginReply, type ModelCallEvent, tellReply } from './model-call.ts'
import { readStream } from './model-reply.ts'
import { realTiming } from './timing.ts'

const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
}
const word = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta })
const finish = (unified: 'stop' | 'length' | 'other', raw?: string): LanguageModelV4StreamPart => ({ type: 'finish', usage, finishReason: { unified, raw } })
type Start = ReadableStream<LanguageModelV4StreamPart> | Promise<ReadableStream<LanguageModelV4StreamPart>>
const deadlines = { firstTokenMs: 5_000, betweenTokensMs: 5_000 }

const of = (...parts: LanguageModelV4StreamPart[]) => ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart>
const doStream = async (start: Start) => ({ stream: await start })

/** What one call of a model that answers with this stream tells. */
async function* call(start: Start, signal: AbortSignal, limits = deadlines) {
  const open = async (inner: AbortSignal) => readStream((await doStream(start)).stream, inner)
  return yield* tellReply(await beginReply('fake', open, signal, limits, realTiming), limits, realTiming)
}

async function run(start: Start, signal = new AbortController().signal, limits = deadlines) {
  const calling = call(start, signal, limits)
  const events: ModelCallEvent[] = []
  for (;;) {
    const { done, value } = await calling.next()
    if (done) return { events, result: value }
    events.push(value)
  }
}

const endless = (parts: LanguageModelV4StreamPart[], cancel: () => void = () => {}) =>
  new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
    },
    cancel,
  })

test('words that arrive together are told together', async () => {
  const { events, result } = await run(of(word('There '), word('are '), word('5.'), finish('stop', 'stop')))
  expect(events).toEqual([{ type: 'text-delta', text: 'There are 5.' }])
  expect(result).toMatchObject({ text: 'There are 5.', finish: 'stop', usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } })
})

test('words that arrive apart are told apart', async () => {
  const parts = [word('There '), word('are '), finish('length', 'length')]
  const slowly = new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
  const { events, result } = await run(slowly)
  expect(events).toHaveLength(2)
  expect(result.finish).toBe('length')
})

test('a stream that ends without a reason has broken off', async () => {
  await expect(run(of(word('There ')))).rejects.toMatchObject({ code: 'provider_failed' })
  await expect(run(of(word('There '), finish('other')))).rejects.toMatchObject({ code: 'provider_failed' })
  await expect(run(of({ type: 'error', error: 'upstream words' }))).rejects.toMatchObject({ message: 'the provider "fake" broke off its reply' })
})

test('what comes after the reason to stop harms nothing', async () => {
  const cut = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      controller.enqueue(word('There are 5.'))
      controller.enqueue(finish('stop', 'stop'))
    },
    pull: (controller) => controller.error(new Error('cut')),
  })
  expect((await run(cut)).result).toMatchObject({ text: 'There are 5.', finish: 'stop' })
})

test('before the first part a failure says whether it may pass, after it that the reply broke off', async () => {
  const failure = new Failure('rate_limited', 'slow down')
  await expect(run(Promise.reject(failure))).rejects.toBe(failure)
  await expect(run(of())).rejects.toMatchObject({ code: 'provider_failed', details: { transient: true } })
  await expect(run(of({ type: 'error', error: 'overloaded' }))).rejects.toMatchObject({ details: { transient: true } })
  const late = run(of(word('There '), { type: 'error', error: 'overloaded' }))
  await expect(late).rejects.toMatchObject({ code: 'provider_failed', message: 'the provider "fake" broke off its reply' })
  await expect(late).rejects.not.toMatchObject({ details: { transient: true } })
})

test('a provider that does not begin, and one that stops, are let go at their deadlines', async () => {
  const never = new Promise<never>(() => {})
  const first = run(never, undefined, { firstTokenMs: 20, betweenTokensMs: 5_000 })
  await expect(first).rejects.toMatchObject({ code: 'provider_timeout', details: { transient: true } })
  let cancelled = 0
  const cancel = () => void cancelled++
  await expect(run(endless([], cancel), undefined, { firstTokenMs: 20, betweenTokensMs: 5_000 })).rejects.toMatchObject({ code: 'provider_timeout' })
  const stopped = run(endless([word('There ')], cancel), undefined, { firstTokenMs: 5_000, betweenTokensMs: 20 })
  await expect(stopped).rejects.toMatchObject({ code: 'provider_timeout', message: expect.stringContaining('in the middle') })
  expect(cancelled).toBe(2)
})

test('the time a slow reader takes is not the provider’s', async () => {
  const calling = call(endless([word('There ')]), new AbortController().signal, { firstTokenMs: 5_000, betweenTokensMs: 30 })
  expect((await calling.next()).value).toEqual({ type: 'text-delta', text: 'There ' })
  await new Promise((resolve) => setTimeout(resolve, 80))
  const next = calling.next()
  const settled = await Promise.race([next.catch(() => 'failed'), Promise.resolve('waiting')])
  expect(settled).toBe('waiting')
  await expect(next).rejects.toMatchObject({ code: 'provider_timeout' })
})

test('a model that listens to nobody is left behind on abort, before its stream and within', async () => {
  const reason = new Error('gone')
  const early = new AbortController()
  const hanging = run(new Promise<never>(() => {}), early.signal)
  early.abort(reason)
  await expect(hanging).rejects.toBe(reason)

  const late = new AbortController()
  let cancelled = false
  const calling = call(
    endless([word('There ')], () => {
      cancelled = true
    }),
    late.signal,
  )
  expect((await calling.next()).value).toEqual({ type: 'text-delta', text: 'There ' })
  const next = calling.next()
  late.abort(reason)
  await expect(next).rejects.toBe(reason)
  expect(cancelled).toBe(true)
})

test('a stream that comes after its deadline is let go', async () => {
  let cancelled = false
  const late = Promise.withResolvers<ReadableStream<LanguageModelV4StreamPart>>()
  await expect(run(late.promise, undefined, { firstTokenMs: 10, betweenTokensMs: 10 })).rejects.toMatchObject({ code: 'provider_timeout' })
  late.resolve(
    endless([], () => {
      cancelled = true
    }),
  )
  await expect.poll(() => cancelled, { timeout: 20_000 }).toBe(true)
})

test('an endless reply is cut, and its provider let go', async () => {
  let cancelled = false
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    pull: (controller) => controller.enqueue(word('x'.repeat(10_000))),
    cancel: () => {
      cancelled = true
    },
  })
  const { result } = await run(stream)
  expect([result.finish, cancelled]).toEqual(['length', true])
  expect(result.text.length).toBeLessThan(300_000)
})

test('a slow reader makes the provider wait', async () => {
  let sent = 0
  const eager = new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull: (controller) => {
        sent += 1
        controller.enqueue(word('x'.repeat(1_000)))
      },
    },
    { highWaterMark: 1 },
  )
  const calling = call(eager, new AbortController().signal)
  await calling.next()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toBeLessThan(150)
  await calling.return(undefined as never)
})

test('who was asked for one piece and streams all the same has to begin as any other', async () => {
  const timing = fakeTiming()
  const head = Promise.withResolvers<void>()
  let cancelled = false
  const open = async (signal: AbortSignal, unhurried: () => void) => {
    unhurried()
    await head.promise
    const silent = endless([], () => {
      cancelled = true
    })
    return readStream(silent, signal)
  }
  const beginning = beginReply('fake', open, new AbortController().signal, deadlines, timing)
  const late = expect(beginning).rejects.toMatchObject({ code: 'provider_timeout', details: { transient: true } })
  await timing.pass(60_000)
  expect(timing.waits()).toEqual([])
  head.resolve()
  await timing.pass(5_000)
  await late
  expect([cancelled, timing.waits()]).toEqual([true, []])
})
