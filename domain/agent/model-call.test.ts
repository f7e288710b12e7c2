import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { callModel, type ModelCallEvent } from './model-call.ts'

const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
}
const word = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta })
const finish = (unified: 'stop' | 'length' | 'other', raw?: string): LanguageModelV4StreamPart => ({ type: 'finish', usage, finishReason: { unified, raw } })

function model(start: ReadableStream<LanguageModelV4StreamPart> | Promise<never>): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not asked for')),
    doStream: async () => ({ stream: await start }),
  }
}

const of = (...parts: LanguageModelV4StreamPart[]) => model(ReadableStream.from(parts))

async function run(called: LanguageModelV4, signal = new AbortController().signal) {
  const call = callModel(called, { prompt: [], abortSignal: signal })
  const events: ModelCallEvent[] = []
  for (;;) {
    const { done, value } = await call.next()
    if (done) return { events, result: value }
    events.push(value)
  }
}

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
  const { events, result } = await run(model(Promise.resolve(slowly) as never))
  expect(events).toHaveLength(2)
  expect(result.finish).toBe('length')
})

test('a stream that ends without a reason has broken off', async () => {
  await expect(run(of(word('There ')))).rejects.toMatchObject({ code: 'provider_failed' })
  await expect(run(of(word('There '), finish('other')))).rejects.toMatchObject({ code: 'provider_failed' })
  await expect(run(of({ type: 'error', error: 'upstream words' }))).rejects.toMatchObject({ message: 'the provider "fake" broke off its reply' })
})

test('what a provider failed with before its stream passes as it is', async () => {
  const failure = new Failure('rate_limited', 'slow down')
  await expect(run(model(Promise.reject(failure)))).rejects.toBe(failure)
})

test('a model that listens to nobody is left behind on abort, before its stream and within', async () => {
  const reason = new Error('gone')
  const early = new AbortController()
  const hanging = run(model(new Promise<never>(() => {})), early.signal)
  early.abort(reason)
  await expect(hanging).rejects.toBe(reason)

  const late = new AbortController()
  let cancelled: unknown = null
  const endless = new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => controller.enqueue(word('There ')),
    cancel: (why) => {
      cancelled = why ?? 'cancelled'
    },
  })
  const call = callModel(model(Promise.resolve(endless) as never), { prompt: [], abortSignal: late.signal })
  expect((await call.next()).value).toEqual({ type: 'text-delta', text: 'There ' })
  const next = call.next()
  late.abort(reason)
  await expect(next).rejects.toBe(reason)
  expect(cancelled).toBe('cancelled')
})

test('an endless reply is cut, and its provider let go', async () => {
  let cancelled = false
  const endless = new ReadableStream<LanguageModelV4StreamPart>({
    pull: (controller) => controller.enqueue(word('x'.repeat(10_000))),
    cancel: () => {
      cancelled = true
    },
  })
  const { result } = await run(model(Promise.resolve(endless) as never))
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
  const call = callModel(model(Promise.resolve(eager) as never), { prompt: [], abortSignal: new AbortController().signal })
  await call.next()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toBeLessThan(150)
  await call.return(undefined as never)
})
