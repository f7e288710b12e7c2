import { ANSWER, type Exchange, whole } from './exchange.ts'
import type { Fault, Outcome } from './fault.ts'

/** From who answers in one piece, whether a stream was asked for or not: nothing of a reply is kept that did not come whole. */
const failed = (calls: number): Outcome => ({ code: 'provider_failed', calls })
const timedOut = (calls: number): Outcome => ({ code: 'provider_timeout', calls })
const answered: Outcome = { text: new RegExp(`^${ANSWER}$`), finish: 'stop', calls: 1 }

/** Sends half of an answer, then does something else. */
const half =
  (then: (exchange: Exchange, rest: string) => void, headers: Record<string, string> = {}) =>
  (exchange: Exchange) => {
    const body = whole()
    exchange.head(200, { 'content-type': 'application/json', ...headers })
    exchange.write(body.slice(0, body.length / 2))
    exchange.after(40, () => then(exchange, body.slice(body.length / 2)))
  }
const given = (name: string, about: string, body: string, outcome: Outcome): Fault => ({ name, about, reply: (exchange) => exchange.json(body), outcome })

const reset = half((exchange) => exchange.reset())

export const faultsWhole: Fault[] = [
  given('whole-instead', 'a whole answer, also where a stream was asked for', whole(), answered),
  given('whole-no-usage', 'a whole answer that counts no tokens', whole({ usage: undefined }), answered),
  given('whole-no-reason', 'a whole answer without a reason to stop', whole({ finish_reason: null }), answered),
  given('whole-long', 'a whole answer of 300,000 characters', whole({ content: 'x'.repeat(300_000) }), { text: /^x{1000}/, finish: 'length', calls: 1 }),
  given('whole-3-mb', 'a whole answer of 3 MB', whole({ content: 'x'.repeat(3_000_000) }), failed(1)),
  given('whole-no-choices', 'no choices', '{"choices":[]}', failed(1)),
  given('whole-no-message', 'a choice without a message', '{"choices":[{"index":0,"finish_reason":"stop"}]}', failed(1)),
  given('whole-error', 'an error in the place of a message', '{"choices":[{"index":0,"error":{"message":"sk-upstream-words"}}]}', failed(1)),
  { name: 'whole-reset', about: 'a reset in the middle of a whole answer', reply: reset, outcome: failed(2) },
  {
    name: 'whole-short',
    about: 'fewer bytes of a whole answer than the head announced',
    reply: half((exchange) => void exchange.request.socket.end(), { 'content-length': '100000' }),
    outcome: failed(2),
  },
  {
    name: 'whole-drip',
    about: 'a whole answer, byte by byte, slower than anybody waits',
    reply: half((exchange, rest) => {
      let sent = 0
      exchange.every(1_000, () => exchange.write(rest[sent++] ?? ' '))
    }),
    outcome: timedOut(2),
    whole: timedOut(1),
  },
  {
    name: 'whole-endless',
    about: 'a whole answer without end',
    reply: half((exchange) => exchange.pour('x'.repeat(10_000))),
    outcome: failed(1),
  },
  {
    name: 'whole-blanks',
    about: 'blanks while a whole answer is made',
    reply(exchange) {
      exchange.head(200, { 'content-type': 'application/json' })
      exchange.every(20, () => exchange.write('\n'))
      exchange.after(150, () => exchange.end(whole()))
    },
    outcome: answered,
  },
  {
    name: 'whole-passing-reset',
    about: 'a reset in the middle of a whole answer once',
    reply: (exchange) => (exchange.attempt === 1 ? reset(exchange) : exchange.answer()),
    outcome: { ...answered, calls: 2 },
  },
  {
    name: 'stream-only',
    about: 'a model that gives streams only, and says so',
    reply: (exchange) => (exchange.isWhole ? exchange.json({ error: { message: 'sk-upstream-words: only stream mode' } }, 400) : exchange.answer()),
    outcome: answered,
    whole: { ...answered, calls: 2 },
  },
]
