import { expect, test } from 'vitest'
import { fetchTransport, type Posted } from './transport.ts'
import type { Fetch } from './vendor.ts'

/** A reply over `fetch` whose body is what the test puts into it. */
async function resting() {
  const body = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  let cancelled: unknown
  const stream = new ReadableStream<Uint8Array>({
    start: body.resolve,
    cancel: (reason) => {
      cancelled = reason ?? 'cancelled'
    },
  })
  const fetch = (async () => new Response(stream)) as unknown as Fetch
  const posted = await fetchTransport(fetch, { rests: true }).post('http://provider.test/v1', {}, '{}', new AbortController().signal)
  const controller = await body.promise
  const bytes = (text: string) => new TextEncoder().encode(text)
  return { posted, say: (...texts: string[]) => texts.map((text) => controller.enqueue(bytes(text))), controller, cancelled: () => cancelled }
}

const soon = () => performance.now() + 15
const textOf = (chunk: Uint8Array | null) => chunk && new TextDecoder().decode(chunk)
const nextOf = async (posted: Posted, notBefore?: number) => textOf(await posted.next(notBefore))

test('the first words are handed on as they come, and those that come sooner than they are wanted together', async () => {
  const { posted, say } = await resting()
  say('one ')
  expect(await nextOf(posted)).toBe('one ')
  say('two ', 'three ')
  setTimeout(() => say('four '), 1)
  expect(await nextOf(posted, soon())).toBe('two three four ')
  say('five ', 'six ')
  expect(await nextOf(posted, soon())).toBe('five six ')
})

test('words that come later than they are wanted wait for nothing', async () => {
  const { posted, say } = await resting()
  say('one ')
  await nextOf(posted)
  const asked = posted.next(performance.now() - 1)
  say('two ', 'three ')
  expect([textOf(await asked), await nextOf(posted, performance.now() - 1)]).toEqual(['two ', 'three '])
})

test('an end and a failure are told once what came before them is', async () => {
  const ended = await resting()
  ended.say('one ', 'two ')
  ended.controller.close()
  expect(await nextOf(ended.posted, soon())).toBe('one two ')
  expect([await ended.posted.next(soon()), await ended.posted.next(soon())]).toEqual([null, null])

  const failed = await resting()
  failed.say('one ')
  await nextOf(failed.posted)
  failed.say('two ', 'three ')
  const asked = nextOf(failed.posted, soon())
  setTimeout(() => failed.controller.error(new Error('reset')), 1)
  expect(await asked).toBe('two ')
  await expect(failed.posted.next(soon())).rejects.toThrow('reset')
})

test('who lets go while a reply rests ends it', async () => {
  const { posted, say, cancelled } = await resting()
  say('one ', 'two ')
  const asked = posted.next(soon())
  posted.cancel()
  await asked
  expect([cancelled(), await posted.next(soon())]).toEqual(['cancelled', null])
})
