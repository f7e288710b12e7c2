import { type Dispatcher, Pool } from 'undici'

const CONTENT = Buffer.from('"content":"')
const DONE = Buffer.from('[DONE]')
const QUOTE = 34
const NEWLINE = 10

/** Counts the tokens of a stream of chunks, also where an event is split over two reads. */
class TokenCount {
  tokens = 0
  done = false
  #rest: Buffer = Buffer.alloc(0)

  /** How many came with this. */
  push(bytes: Buffer): number {
    const data = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes
    const end = data.lastIndexOf(NEWLINE) + 1
    const whole = data.subarray(0, end)
    let found = 0
    for (let at = whole.indexOf(CONTENT); at >= 0; at = whole.indexOf(CONTENT, at + CONTENT.length)) {
      if (whole[at + CONTENT.length] !== QUOTE) found += 1
    }
    if (whole.includes(DONE)) this.done = true
    this.#rest = data.subarray(end)
    this.tokens += found
    return found
  }
}

export type Target = { url: string; path: string; headers: Record<string, string> }
export type Load = {
  model: string
  tokens: number
  streamed: boolean
  connections: number
  /** Either for so long, or so many requests in all. */
  seconds?: number
  requests?: number
  /** Each client waits so long before its first request. */
  apartMs?: number
  question?: string
}
export type Outcome = {
  answered: number
  /** What went wrong, and how often. */
  failed: Map<string, number>
  tokens: number
  seconds: number
  /** Milliseconds until the first token of each stream. */
  firstTokens: number[]
}

const WORDS = ['alpha', ' beta', ' gamma', ' the', ' of', ' sales', ' region', ' total', ' by', ' quarter']
/** The text of so many tokens of the mock. */
export const textOf = (tokens: number): string => Array.from({ length: tokens }, (_, index) => WORDS[index % WORDS.length]).join('')

/** Asks with so many connections at once. A stream counts as answered when every token and `[DONE]` came, a reply when its text is whole. */
export async function ask({ url, path, headers }: Target, load: Load): Promise<Outcome> {
  const { model, tokens: expected, streamed, connections, seconds = 60, requests = Number.POSITIVE_INFINITY, apartMs = 0 } = load
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const messages = [
    { role: 'system', content: 'You are a data analyst.' },
    { role: 'user', content: load.question ?? 'Total sales by region last quarter?' },
  ]
  const body = JSON.stringify({ model, stream: streamed, messages })
  const sent = { 'content-type': 'application/json', authorization: 'Bearer sk-bench', ...headers }
  const outcome: Outcome = { answered: 0, failed: new Map(), tokens: 0, seconds: 0, firstTokens: [] }
  const whole = textOf(expected)
  const began = performance.now()
  let started = 0

  const one = () =>
    new Promise<void>((resolve) => {
      const asked = performance.now()
      const count = new TokenCount()
      const chunks: Buffer[] = []
      let status = 0
      let first = 0
      let size = 0
      const end = (error?: Error) => {
        const text = streamed ? '' : Buffer.concat(chunks).toString()
        const isWhole = streamed ? count.done && (size === expected || textIn(chunks) === whole) : text.includes(JSON.stringify(whole).slice(1, -1))
        if (!error && status === 200 && isWhole) {
          outcome.answered += 1
          outcome.tokens += expected
          if (first) outcome.firstTokens.push(first - asked)
        } else {
          const why = error?.message ?? `status ${status}, ${size} of ${expected} tokens, ${count.done ? 'ended' : 'not ended'} ${text.slice(0, 200)}`
          outcome.failed.set(why, (outcome.failed.get(why) ?? 0) + 1)
        }
        resolve()
      }
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk)
          if (!streamed) return
          const found = count.push(chunk)
          size += found
          if (found && !first) first = performance.now()
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      }
      pool.dispatch({ path, method: 'POST', headers: sent, body }, handler)
    })

  const client = async (index: number) => {
    if (apartMs) await new Promise((resolve) => setTimeout(resolve, index * apartMs))
    while (started < requests && performance.now() - began < seconds * 1000) {
      started += 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)))
  outcome.seconds = (performance.now() - began) / 1000
  await pool.close()
  return outcome
}

/** The text a stream tells, where its pieces are not the upstream's: tokens that arrive together may travel together. */
function textIn(chunks: Buffer[]): string {
  let text = ''
  for (const line of Buffer.concat(chunks).toString().split('\n')) {
    if (!line.startsWith('data: {')) continue
    text += (JSON.parse(line.slice(6)) as { choices: { delta?: { content?: string } }[] }).choices[0]?.delta?.content ?? ''
  }
  return text
}
