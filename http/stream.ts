import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

const STALLED_MS = 60_000
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
 * `onGone` is called once when the client leaves or stops reading for a minute, and the source is told to return.
 */
export function eventStream(c: Call<Env>, events: AsyncIterable<ServerEvent>, onGone: () => void, more: Record<string, string> = {}): Response {
  const { heartbeatMs } = c.env.platform
  const source = events[Symbol.asyncIterator]()
  let pending: Promise<IteratorResult<ServerEvent>> | null = null
  let ended = false
  let stalled: ReturnType<typeof setTimeout> | undefined

  function leave(): void {
    if (ended) return
    ended = true
    clearTimeout(stalled)
    onGone()
    void Promise.resolve(source.return?.()).catch(() => {})
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled)
        pending ??= source.next()
        let timer: ReturnType<typeof setTimeout> | undefined
        const beat = new Promise<'beat'>((resolve) => {
          timer = setTimeout(resolve, heartbeatMs, 'beat')
        })
        try {
          const next = await Promise.race([pending, beat])
          if (ended) return
          if (next === 'beat') controller.enqueue(encoder.encode(': keep-alive\n\n'))
          else {
            pending = null
            if (next.done) {
              ended = true
              controller.close()
              return
            }
            controller.enqueue(encoder.encode(formatEvent(next.value)))
          }
          stalled = setTimeout(() => {
            leave()
            controller.error(new Error('the reader stalled'))
          }, STALLED_MS)
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
