import type { ChildProcess } from 'node:child_process'

export type Json = Record<string, unknown>
type Service = 'core' | 'llm' | 'analytics' | 'semantic' | 'audio'
type Base = (service: Service) => string

const DEFAULT_PORTS: Record<Service, number> = { core: 42021, llm: 42015, analytics: 42014, semantic: 42018, audio: 42012 }

/** Waits until a started process has printed its first key, the addresses of its services, and the link into its workspace where it serves one. */
export function connect(child: ChildProcess): Promise<{ key: string; base: Base; link: string | null }> {
  return new Promise((resolve, reject) => {
    let output = ''
    const addresses = new Map<string, string>()
    child.once('exit', (code) => reject(new Error(`the services stopped with code ${code}:\n${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const key = /Admin API key: (qk_\S+)/.exec(output)?.[1]
      for (const [, service, address] of output.matchAll(/^\s*(core|llm|analytics|semantic|audio)\s+(http:\/\/\S+)/gm)) if (service && address) addresses.set(service, address)
      const link = /^Sign in once, [^:]*: (\S+)$/m.exec(output)?.[1] ?? null
      const isWhole = link !== null || /^ready$/m.test(output)
      if (key && addresses.size === 5 && isWhole) resolve({ key, link, base: (service) => `${addresses.get(service) ?? `http://127.0.0.1:${DEFAULT_PORTS[service]}`}/api/v1/${service}` })
    })
  })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 220 ? `${text.slice(0, 217)}…` : text
}

/** Walks the API over HTTP, printing each step as the `curl` line a person could type and what came back. */
export class Walk {
  readonly key: string
  readonly base: Base
  readonly counts: { steps: number; failed: number }

  constructor(key: string, base: Base, counts = { steps: 0, failed: 0 }) {
    this.key = key
    this.base = base
    this.counts = counts
  }

  get steps(): number {
    return this.counts.steps
  }

  get failed(): number {
    return this.counts.failed
  }

  /** The same walk with another credential. */
  as(key: string): Walk {
    return new Walk(key, this.base, this.counts)
  }

  title(text: string): void {
    console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 74 - text.length))}\n`)
  }

  get(what: string, service: Service, path: string, show: string[], expected = 200): Promise<Json> {
    return this.#step(what, 'GET', service, path, undefined, show, expected)
  }

  post(what: string, service: Service, path: string, body: Json | FormData, show: string[], expected = 201): Promise<Json> {
    return this.#step(what, 'POST', service, path, body, show, expected)
  }

  put(what: string, service: Service, path: string, body: Json, show: string[]): Promise<Json> {
    return this.#step(what, 'PUT', service, path, body, show, 200)
  }

  /** A list; three of its rows are shown. */
  async list(what: string, service: Service, path: string, show: string[]): Promise<Json[]> {
    this.#print(what, 'GET', service, path)
    const { body } = await this.#send('GET', service, path)
    const rows = Array.isArray(body) ? (body as Json[]) : []
    this.#judge(Array.isArray(body), body)
    for (const row of rows.slice(0, 3)) console.log(`   ${short(pick(row, show))}`)
    console.log(rows.length > 3 ? `   … ${rows.length} in all\n` : '')
    return rows
  }

  /** Reads a record until `done`; fails the step after a minute or when it says so itself. */
  async until(what: string, service: Service, path: string, done: (record: Json) => boolean, show: string[]): Promise<Json> {
    this.#print(what, 'GET', service, path)
    const deadline = Date.now() + 60_000
    for (;;) {
      const { body } = await this.#send('GET', service, path)
      const record = body as Json
      const over = record.status === 'failed' || record.error || Date.now() > deadline
      if (done(record) || over) {
        this.#judge(done(record), record)
        console.log(`   ${short(pick(record, show))}\n`)
        return record
      }
      await sleep(100)
    }
  }

  /** A question whose answer comes as one JSON reply; answers its message. */
  async ask(question: string, body: Json): Promise<Json> {
    this.#print(question, 'POST', 'llm', '/session/completions', body)
    const { status, body: reply } = await this.#send('POST', 'llm', '/session/completions', body)
    const message = ((reply as Json).choices as { message: Json }[] | undefined)?.[0]?.message ?? {}
    const query = (message.attachments as Json[] | undefined)?.find((attachment) => attachment.type === 'query')
    this.#judge(status === 200 && query !== undefined, reply)
    console.log(`   ${message.content}`)
    if (query) console.log(`   [${query.sql}]`)
    console.log()
    return { attachments: [], ...message }
  }

  /** A question whose answer is printed as it streams. */
  async stream(question: string, body: Json): Promise<void> {
    this.#print(`${question} (streamed)`, 'POST', 'llm', '/session/completions', { ...body, stream: true })
    const response = await fetch(`${this.base('llm')}/session/completions`, this.#init('POST', { ...body, stream: true }))
    let buffer = ''
    let text = ''
    let ended = false
    process.stdout.write('   ')
    for await (const chunk of (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream())) {
      buffer += chunk
      const events = buffer.split('\n\n')
      buffer = events.pop() ?? ''
      for (const event of events) {
        const data = event.replace(/^data: /, '')
        if (data === '[DONE]') ended = true
        if (!data.startsWith('{')) continue
        const delta = (JSON.parse(data) as { choices?: { delta?: { content?: string } }[] }).choices?.[0]?.delta?.content ?? ''
        process.stdout.write(delta.replaceAll('\n', '\n   '))
        text += delta
      }
    }
    console.log('\n')
    this.#judge(ended && text !== '', buffer)
  }

  async me(): Promise<Json> {
    return (await this.#send('GET', 'core', '/users/me')).body as Json
  }

  async #step(what: string, method: string, service: Service, path: string, body: Json | FormData | undefined, show: string[], expected: number): Promise<Json> {
    this.#print(what, method, service, path, body)
    const { status, body: reply } = await this.#send(method, service, path, body)
    this.#judge(status === expected, reply)
    console.log(`   ${status} ${short(pick(reply as Json, show))}\n`)
    return reply as Json
  }

  #print(what: string, method: string, service: Service, path: string, body?: Json | FormData): void {
    const verb = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `
    const data = body instanceof FormData ? ' -F file=@examples/chinook.sqlite' : body ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : ''
    console.log(`${what}\n   $ curl -s ${verb}'${this.base(service)}${path}' -H "Authorization: Bearer $KEY"${data}`)
  }

  #judge(ok: boolean, reply: unknown): void {
    this.counts.steps += 1
    if (ok) return
    this.counts.failed += 1
    console.log(`   FAILED: ${short(reply)}`)
  }

  #init(method: string, body?: Json | FormData): RequestInit {
    const json = body !== undefined && !(body instanceof FormData)
    return {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    }
  }

  async #send(method: string, service: Service, path: string, body?: Json | FormData): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.base(service)}${path}`, this.#init(method, body))
    return { status: response.status, body: await response.json() }
  }
}

const pick = (row: Json, names: string[]): Json => Object.fromEntries(names.filter((name) => name in (row ?? {})).map((name) => [name, row[name]]))
