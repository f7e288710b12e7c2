import { gzipSync } from 'node:zlib'
import { ANSWER, DONE, type Exchange, errorEvent, stop, token } from './exchange.ts'
import type { Fault, Outcome } from './fault.ts'

/** Before the first token: what may pass is repeated once here (`MODEL_RETRIES=1`), then told with a status of its own. */
const failed = (calls: number, more: Outcome = {}): Outcome => ({ code: 'provider_failed', calls, ...more })
const timedOut = (calls: number): Outcome => ({ code: 'provider_timeout', calls })
const refused = (
  status: number,
  outcome: Outcome,
  headers: Record<string, string> = {},
  body: unknown = { error: { message: 'sk-upstream-words' } },
): Fault => ({
  name: `status-${status}${Object.keys(headers).length ? `-${Object.values(headers).join('-')}` : ''}`,
  about: `status ${status}`,
  reply: (exchange) => exchange.json(body, status, headers),
  outcome,
})
const once = (bad: (exchange: Exchange) => void) => (exchange: Exchange) => (exchange.attempt === 1 ? bad(exchange) : exchange.answer())

const recovered: Outcome = { text: new RegExp(ANSWER), calls: 2 }

export const faultsBefore: Fault[] = [
  {
    name: 'latency',
    about: 'an answer after 150 ms',
    reply: (exchange) => exchange.after(150, () => exchange.answer()),
    outcome: { text: new RegExp(ANSWER), calls: 1 },
  },
  { name: 'no-head', about: 'the request is taken and never answered', reply: () => {}, outcome: timedOut(2), whole: timedOut(1) },
  { name: 'head-only', about: 'a head, and nothing after it', reply: (exchange) => exchange.head(), outcome: timedOut(2) },
  {
    name: 'comments-only',
    about: 'comments without end, and no event',
    reply(exchange) {
      exchange.head()
      exchange.every(30, () => exchange.write(': still there\n\n'))
    },
    outcome: timedOut(2),
  },
  {
    name: 'empty-deltas',
    about: 'events without end that say nothing',
    reply(exchange) {
      exchange.head()
      exchange.every(30, () => exchange.write(token('')))
    },
    outcome: timedOut(2),
  },
  { name: 'nobody', about: 'nobody listens', address: 'http://127.0.0.1:1', outcome: failed(0) },
  { name: 'no-such-host', about: 'the name means nothing', address: 'http://models.invalid', outcome: failed(0) },
  { name: 'reset', about: 'the connection is reset', reply: (exchange) => exchange.reset(), outcome: failed(2) },
  { name: 'closed', about: 'the connection is closed without a word', reply: (exchange) => exchange.request.socket.destroy(), outcome: failed(2) },
  { name: 'half-closed', about: 'the sending side is closed without a word', reply: (exchange) => void exchange.request.socket.end(), outcome: failed(2) },
  {
    name: 'reset-after-head',
    about: 'a head, then a reset',
    reply(exchange) {
      exchange.head()
      exchange.after(30, () => exchange.reset())
    },
    outcome: failed(2),
  },
  { name: 'no-http', about: 'bytes that are no HTTP', reply: (exchange) => void exchange.request.socket.end('SSH-2.0-OpenSSH_9.7\r\n'), outcome: failed(2) },
  {
    name: 'header-flood',
    about: 'a megabyte of headers',
    reply: (exchange) => {
      exchange.request.socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n')
      exchange.request.socket.end(`${'x-flood: '.padEnd(1_000, 'x')}\r\n`.repeat(1_000))
    },
    outcome: failed(2),
  },
  {
    name: 'html',
    about: 'a web page',
    reply: (exchange) => void exchange.response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    outcome: failed(2),
  },
  { name: 'no-type', about: 'a reply without a type', reply: (exchange) => void exchange.response.writeHead(200).end('hello'), outcome: failed(2) },
  { name: 'bad-json', about: 'JSON that is none', reply: (exchange) => exchange.json('{"choices":[{"me'), outcome: failed(2) },
  { name: 'wrong-schema', about: 'JSON of another kind', reply: (exchange) => exchange.json({ hello: 1 }), outcome: failed(2) },
  {
    name: 'error-as-200',
    about: 'an error with status 200',
    reply: (exchange) => exchange.json({ error: { message: 'sk-upstream-words' } }),
    outcome: failed(2),
  },
  { name: 'empty-stream', about: 'a stream without an event', reply: (exchange) => exchange.stream(), outcome: failed(2) },
  { name: 'done-only', about: '[DONE] alone', reply: (exchange) => exchange.stream(DONE), outcome: failed(2) },
  { name: 'error-first', about: 'an error as the first event', reply: (exchange) => exchange.stream(errorEvent()), outcome: failed(2) },
  {
    name: 'bad-event',
    about: 'a first event that is no JSON',
    reply: (exchange) => exchange.stream('data: {"choices":[\n\n'),
    outcome: failed(2),
  },
  {
    name: 'other-event',
    about: 'events of another kind',
    reply: (exchange) => exchange.stream('data: {"type":"message_start"}\n\n'),
    outcome: failed(2),
  },
  {
    name: 'packed',
    about: 'a packed reply that was not asked for',
    reply: (exchange) =>
      void exchange.response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).end(gzipSync(token('hi') + stop() + DONE)),
    outcome: failed(2),
  },
  {
    name: 'gzip-bomb',
    about: 'a packed reply of 200 MB in 200 KB',
    reply: (exchange) => void exchange.response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).end(bomb()),
    outcome: failed(2),
  },
  {
    name: 'redirect-away',
    about: 'a redirect to another host',
    reply: (exchange) => void exchange.response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    outcome: failed(1),
  },
  {
    name: 'redirect-here',
    about: 'a redirect to itself',
    reply: (exchange) => void exchange.response.writeHead(302, { location: exchange.request.url ?? '/' }).end(),
    outcome: failed(1),
  },
  refused(400, failed(1)),
  refused(401, failed(1)),
  refused(403, failed(1)),
  refused(404, failed(1)),
  refused(408, timedOut(2)),
  refused(409, failed(2)),
  refused(413, failed(1)),
  refused(422, failed(1)),
  refused(429, { code: 'rate_limited', calls: 2, retryAfter: '1' }),
  refused(429, { code: 'rate_limited', calls: 2, retryAfter: '1' }, { 'retry-after-ms': '20' }),
  refused(429, { code: 'rate_limited', calls: 1, retryAfter: '3600' }, { 'retry-after': '86400' }),
  refused(429, { code: 'rate_limited', calls: 2, retryAfter: '1' }, { 'retry-after': 'soon' }),
  {
    ...refused(429, { code: 'rate_limited', calls: 1 }, {}, { error: { code: 'insufficient_quota' } }),
    name: 'quota-spent',
    about: 'status 429 for a spent quota',
  },
  refused(500, failed(2)),
  refused(502, failed(2)),
  refused(503, failed(2)),
  refused(503, failed(2), { 'retry-after': '1' }),
  refused(504, timedOut(2)),
  refused(529, failed(2)),
  { name: 'error-of-10-mb', about: 'status 500 with 10 MB of words', reply: (exchange) => exchange.json('x'.repeat(10_000_000), 500), outcome: failed(2) },
  { name: 'passing-500', about: 'status 500 once', reply: once((exchange) => exchange.json({}, 500)), outcome: recovered },
  { name: 'passing-429', about: 'status 429 once', reply: once((exchange) => exchange.json({}, 429)), outcome: recovered },
  { name: 'passing-reset', about: 'a reset once', reply: once((exchange) => exchange.reset()), outcome: recovered },
  { name: 'passing-silence', about: 'no answer once', reply: once(() => {}), outcome: recovered, whole: timedOut(1) },
]

let packed: Buffer | undefined
const bomb = (): Buffer => {
  packed ??= gzipSync(Buffer.alloc(200_000_000, 32))
  return packed
}
