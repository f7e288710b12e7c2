import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** Bytes handed over at a time: what waits for a slow client is never more than this and the one event it is cut from. */
const PIECE = 16_384
const encoder = new TextEncoder()

export type ServerEvent = { data: string; event?: string; id?: string }

/** One event in the wire form of `text/event-stream` (WHATWG HTML §9.2). Line breaks in `data` become further data lines. */
function formatEvent({ data, event, id }: ServerEvent): string {
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`
  return `${head}${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
}

/**
 * Sends events as they come. The source is read only as fast as the client takes them; a comment keeps an idle connection open;
 * `onGone` is called once when the client leaves or takes nothing for `streamStallSeconds`, and the source is told to return.
 */
export function eventStream(c: Call<Env>, events: AsyncIterable<ServerEvent>, onGone: () => void, more: Record<string, string> = {}): Response {
  const { heartbeatMs, settings } = c.env.platform
  const stalledMs = settings.streamStallSeconds * 1000
  const source = events[Symbol.asyncIterator]()
  let pending: Promise<IteratorResult<ServerEvent>> | null = null
  let ended = false
  let stalled: ReturnType<typeof setTimeout> | undefined
  let rest = new Uint8Array(0)

  function leave(): void {
    if (ended) return
    ended = true
    clearTimeout(stalled)
    onGone()
    void Promise.resolve(source.return?.()).catch(() => {})
  }

  /** Hands over the next piece of what is left to send, and gives the client its time to take it. */
  function send(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array<ArrayBuffer>): void {
    controller.enqueue(bytes.length > PIECE ? bytes.slice(0, PIECE) : bytes)
    rest = bytes.subarray(PIECE)
    stalled = setTimeout(() => {
      leave()
      controller.error(new Error('the reader stalled'))
    }, stalledMs)
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled)
        if (rest.length) return send(controller, rest)
        pending ??= source.next()
        let timer: ReturnType<typeof setTimeout> | undefined
        const beat = new Promise<'beat'>((resolve) => {
          timer = setTimeout(resolve, heartbeatMs, 'beat')
        })
        try {
          const next = await Promise.race([pending, beat])
          if (ended) return
          if (next === 'beat') return send(controller, encoder.encode(': keep-alive\n\n'))
          pending = null
          if (!next.done) return send(controller, encoder.encode(formatEvent(next.value)))
          ended = true
          controller.close()
        } catch (error) {
          ended = true
          controller.error(error)
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: leave,
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
    status: 200,
    headers: headersFor(c.env.trace, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', ...more }),
  })
}
