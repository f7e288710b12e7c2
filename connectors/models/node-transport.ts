import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, fetch } from 'undici'
import { guarded, type Posted, refusePacked, type Transport } from './transport.ts'
import type { Fetch } from './vendor.ts'

/** More than any answer needs, counted as it is sent. */
const REPLY_BYTES = 64 * 1024 * 1024
const QUEUED_BYTES = 262_144
/** Of a reply that rests one piece waits in its socket and the others in the kernel. Handed on to the socket, which the types do not say. */
const unread = { highWaterMark: 1 }
/** How long a reply may take is its caller's to say: the five minutes of undici's own are less than a question may have. */
const patient = { headersTimeout: 0, bodyTimeout: 0 }
/** Replies that are read on in one turn of the event loop: some milliseconds of work. */
const PER_TURN = 64

/**
 * Connections of its own on Node: a deadline for connecting, and a reply read without the layers of `fetch`, which cost as much per token as
 * all that is done with it.
 */
export function nodeTransport({ connectMs, lookup }: { connectMs: number; lookup?: Lookup }): Transport & { close(): Promise<void> } {
  const turns = new Turns()
  const agent = new Agent({
    connect: connectorOf({ timeout: connectMs, ...unread }, lookup),
    maxResponseSize: REPLY_BYTES,
    keepAliveTimeout: 30_000,
    ...patient,
  })
  return {
    fetch: guarded(((input: string, init: object) => fetch(input, { ...init, dispatcher: agent })) as unknown as Fetch),
    post: (url, headers, body, signal) => post({ agent, turns }, new URL(url), headers, body, signal),
    close: () => agent.destroy(),
  }
}

/** The addresses of a name that may be dialled at a port; fails where one may not. */
export type Lookup = (host: string, port: number) => Promise<{ address: string; family: 4 | 6 }[]>

/** As undici opens connections; what a name means is decided at the moment it is dialled. */
function connectorOf(options: buildConnector.BuildOptions, lookup: Lookup | undefined): buildConnector.connector | buildConnector.BuildOptions {
  if (!lookup) return options
  // A lookup of Node is not told the port, and a connector keeps the sessions of TLS.
  const connectors = new Map<number, buildConnector.connector>()
  return (asked, callback) => {
    const port = Number(asked.port || (asked.protocol === 'https:' ? 443 : 80))
    const known = connectors.get(port) ?? buildConnector({ ...options, lookup: lookupOf(lookup, port) })
    connectors.set(port, known)
    known(asked, callback)
  }
}

/** As the sockets of Node ask. */
function lookupOf(lookup: Lookup, port: number): LookupFunction {
  return (host, options, callback) => {
    lookup(host, port).then(
      (found) => {
        const [first] = found
        if (options.all || !first) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

type Way = { agent: Agent; turns: Turns }

function post({ agent, turns }: Way, url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const path = url.pathname + url.search
    agent.dispatch(
      { origin: url.origin, path, method: 'POST', headers: { ...headers, 'accept-encoding': 'identity' }, body },
      new Reply(turns, signal, resolve, reject),
    )
  })
}

/** Lets replies on that have something to be read: of a thousand that come at once only some in a turn, so that between two turns others are heard. */
class Turns {
  #ready: Reply[] = []

  add(reply: Reply): void {
    if (this.#ready.push(reply) === 1) setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const now = this.#ready
    this.#ready = now.splice(PER_TURN)
    if (this.#ready.length) setImmediate(this.#turn)
    for (const reply of now) reply.letOn()
  }
}

/** Takes what arrives, and holds the sender while nobody reads. */
class Reply implements Dispatcher.DispatchHandler, Posted {
  status = 0
  readonly #turns: Turns
  readonly #signal: AbortSignal
  readonly #resolve: (posted: Posted) => void
  readonly #reject: (error: unknown) => void
  readonly #leave = () => this.#abort(this.#signal.reason)
  #controller: Dispatcher.DispatchController | null = null
  #headers: Record<string, string | string[] | undefined> = {}
  #chunks: Buffer[] = []
  #queued = 0
  #failure: { error: unknown } | null = null
  #ended = false
  #waiting: { resolve(chunk: Uint8Array | null): void; reject(error: unknown): void } | null = null
  #isReady = false
  #notBefore = 0
  /** More came while it rested: it will again, and need not be looked for before. */
  #isFast = false
  #hasRested = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(turns: Turns, signal: AbortSignal, resolve: (posted: Posted) => void, reject: (error: unknown) => void) {
    this.#turns = turns
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener('abort', this.#leave, { once: true })
  }

  header(name: string): string | null {
    const value = this.#headers[name]
    return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
  }

  next(notBefore = 0): Promise<Uint8Array | null> {
    if (this.#ended) {
      if (this.#chunks.length) return Promise.resolve(this.#take())
      return this.#failure ? Promise.reject(this.#failure.error) : Promise.resolve(null)
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      const early = notBefore === 0 ? 0 : notBefore - performance.now()
      this.#notBefore = notBefore
      if (early > 0 && (this.#isFast || this.#chunks.length)) this.#rest(early)
      else if (this.#chunks.length) this.#hand()
    })
  }

  /** Until its time is there nothing is read: what comes meanwhile is then read in one piece instead of many, its end too. */
  #rest(ms: number): void {
    this.#controller?.pause()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#hasRested = true
      this.#controller?.resume()
      // The kernel is asked before the turn of the event loop ends.
      if (!this.#ended) this.#await()
    }, ms)
  }

  #await(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#turns.add(this)
  }

  /** Gives what has come to who waits for it. */
  #hand(): void {
    if (!this.#waiting || this.#timer) return
    const { resolve } = this.#waiting
    this.#waiting = null
    resolve(this.#take())
  }

  #take(): Uint8Array {
    const chunks = this.#chunks
    this.#chunks = []
    this.#queued = 0
    if (this.#controller?.paused) this.#controller.resume()
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
  }

  cancel(): void {
    if (!this.#ended) this.#abort(new Error('not wanted any more'))
  }

  #abort(reason: unknown): void {
    if (this.#ended) return
    const error = reason instanceof Error ? reason : new Error(String(reason))
    if (this.#controller) this.#controller.abort(error)
    this.onResponseError(null, error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(new Error('not wanted any more'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return
    this.status = status
    this.#headers = headers
    try {
      refusePacked(this.header('content-encoding'), () => {})
      this.#resolve(this)
    } catch (error) {
      this.#abort(error)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#queued += chunk.length
    if (this.#queued > QUEUED_BYTES) controller.pause()
    if (!this.#waiting || this.#timer) return
    const early = this.#notBefore === 0 ? 0 : this.#notBefore - performance.now()
    if (early > 0) this.#rest(early)
    else this.#await()
  }

  /** Its turn has come. */
  letOn(): void {
    this.#isReady = false
    if (this.#hasRested) this.#isFast = this.#chunks.length > 0
    this.#hasRested = false
    if (this.#chunks.length) this.#hand()
  }

  onResponseEnd(): void {
    this.#finish(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish({ error: this.#signal.aborted ? this.#signal.reason : error })
  }

  #finish(failure: { error: unknown } | null): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    this.#signal.removeEventListener('abort', this.#leave)
    clearTimeout(this.#timer)
    if (failure) this.#reject(failure.error)
    const waiting = this.#waiting
    this.#waiting = null
    if (this.#chunks.length && !this.#signal.aborted) waiting?.resolve(this.#take())
    else if (failure) waiting?.reject(failure.error)
    else waiting?.resolve(null)
  }
}
