import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** Bytes handed over at a time: what waits for a slow client is never more than this and the one event it is cut from. */
const PIECE = 16_384
const EMPTY = new Uint8Array(0)
const encoder = new TextEncoder()

export type ServerEvent = { data: string; event?: string; id?: string }

/** One event in the wire form of `text/event-stream` (WHATWG HTML §9.2). Line breaks in `data` become further data lines. */
function formatEvent({ data, event, id }: ServerEvent): string {
  const isLine = data.indexOf('\n') < 0 && data.indexOf('\r') < 0
  if (isLine && event === undefined && id === undefined) return `data: ${data}\n\n`
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`
  const lines = isLine ? [data] : data.split(/\r\n|\r|\n/)
  return `${head}${lines.map((line) => `data: ${line}\n`).join('')}\n`
}

/**
 * Sends events as they come. The source is read only as fast as the client takes them; a comment keeps an idle connection open;
 * `onGone` is called once when the client leaves or takes nothing for `streamStallSeconds`, and the source is told to return.
 */
export function eventStream(c: Call<Env>, events: AsyncIterable<ServerEvent>, onGone: () => void, more: Record<string, string> = {}): Response {
  const { heartbeatMs, settings } = c.env.platform
  const sender = new Sender(
    events[Symbol.asyncIterator](),
    onGone,
    { heartbeatMs, stalledMs: settings.streamStallSeconds * 1000 },
    c.env.trace.watch?.streams('events'),
  )
  return new Response(new ReadableStream<Uint8Array>(sender, { highWaterMark: 1 }), {
    status: 200,
    headers: headersFor(c.env.trace, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', ...more }),
  })
}

type Patience = { heartbeatMs: number; stalledMs: number }

/** The source of one stream's bytes. It has one timer, however many events there are: setting one for each would cost as much as sending it. */
class Sender {
  readonly #source: AsyncIterator<ServerEvent>
  readonly #onGone: () => void
  readonly #patience: Patience
  readonly #over: (() => void) | undefined
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When something was last sent, or waiting for the source began. */
  #since = 0
  #rest = EMPTY
  #ended = false

  constructor(source: AsyncIterator<ServerEvent>, onGone: () => void, patience: Patience, over: (() => void) | undefined) {
    this.#source = source
    this.#onGone = onGone
    this.#patience = patience
    this.#over = over
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller
    this.#since = performance.now()
    this.#watch(this.#longest)
  }

  pull(): Promise<void> | undefined {
    if (this.#rest.length) {
      this.#send(this.#rest)
      return undefined
    }
    this.#since = performance.now()
    return this.#source.next().then(this.#take, this.#fail)
  }

  cancel(): void {
    this.#leave()
  }

  readonly #take = ({ done, value }: IteratorResult<ServerEvent>): void => {
    if (this.#ended) return
    if (!done) {
      this.#send(encoder.encode(formatEvent(value)))
      return
    }
    this.#end()
    this.#controller?.close()
  }

  readonly #fail = (error: unknown): void => {
    if (this.#ended) return
    this.#end()
    this.#controller?.error(error)
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#rest = bytes.length > PIECE ? bytes.subarray(PIECE) : EMPTY
    this.#since = performance.now()
    this.#controller?.enqueue(bytes.length > PIECE ? bytes.slice(0, PIECE) : bytes)
  }

  get #longest(): number {
    return Math.min(this.#patience.heartbeatMs, this.#patience.stalledMs)
  }

  #watch(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), ms)
  }

  /** Gives up a client that has not taken the last piece in its time, and sends a comment when there was nothing to send for long. */
  #check(): void {
    const isTaken = (this.#controller?.desiredSize ?? 0) > 0
    const left = this.#since + (isTaken ? this.#patience.heartbeatMs : this.#patience.stalledMs) - performance.now()
    if (left > 0) this.#watch(Math.min(left, this.#longest))
    else if (isTaken) {
      this.#since = performance.now()
      this.#controller?.enqueue(encoder.encode(': keep-alive\n\n'))
      this.#watch(this.#longest)
    } else {
      this.#leave()
      this.#controller?.error(new Error('the reader stalled'))
    }
  }

  #leave(): void {
    if (this.#ended) return
    this.#end()
    this.#onGone()
    void Promise.resolve(this.#source.return?.()).catch(() => {})
  }

  #end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#over?.()
  }
}
