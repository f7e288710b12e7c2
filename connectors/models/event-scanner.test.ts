import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventScanner } from './event-scanner.ts'

const encoder = new TextEncoder()
const chunk = (members: object) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...members })}\n\n`
const token = (content: string) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }], usage: null })
const stop = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = chunk({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } })

function scan(text: string, cuts: number[] = []) {
  const scanner = new EventScanner()
  const bytes = encoder.encode(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  const reads = at.slice(1).map((end, index) => scanner.push(bytes.subarray(at[index], end)))
  reads.push(scanner.end())
  const found = reads.flatMap((read) => (read ? [read] : []))
  return {
    text: found.map((read) => read.text).join(''),
    usage: found.findLast((read) => read.usage)?.usage ?? null,
    started: found.flatMap((read) => read.started),
    finish: found.find((read) => read.finish !== null)?.finish ?? null,
    scanner,
  }
}

test('whatever is said, and wherever the bytes are cut, the words are the words', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\\"', '"content":"', '"finish_reason":null', '"usage":{', '\n', '\u2028', 'data: [DONE]', '}', '🎵', '\ud83c'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(5_000), { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (words, cuts, end) => {
      const found = scan(`${words.map(token).join('')}${stop}${usage}data: [DONE]\n\n`.replaceAll('\n\n', end + end), cuts)
      expect(found.text).toBe(words.join(''))
      expect([found.finish, found.usage?.total_tokens, found.scanner.done]).toEqual(['stop', 5, true])
    }),
    { numRuns: 500 },
  )
})

test('chunks that differ from the one before in more than their text are read for themselves', () => {
  const said = (content: unknown, more: object = {}, reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta: { content, ...more }, finish_reason: reason }], usage: null })
  const member = fc.oneof(
    fc.string().map((text) => [said(text), text]),
    fc.string().map((text) => [said(text, { padding: 'x' }), text]),
    fc.string().map((text) => [chunk({ obfuscation: text, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }), text]),
    fc.constant([said(null, { reasoning: 'hm' }), '']),
    fc.constant([said('', { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'run_sql', arguments: '{}' } }] }), '']),
  )
  fc.assert(
    fc.property(fc.array(member, { maxLength: 12 }), (members) => {
      const found = scan(`${members.map(([event]) => event).join('')}${said('.', {}, 'length')}`)
      expect([found.text, found.finish]).toEqual([`${members.map(([, text]) => text).join('')}.`, 'length'])
      const calls = members.some(([event]) => event?.includes('"tool_calls"')) ? ['run_sql'] : []
      expect(found.started.slice(0, 1)).toEqual(calls)
    }),
  )
})

test('text that arrives in one piece is one read', () => {
  const scanner = new EventScanner()
  expect(scanner.push(encoder.encode(token('There ') + token('are ')))).toEqual({ text: 'There are ', started: [], calls: [], usage: null, finish: null })
  expect(scanner.push(encoder.encode(': ping\n\nevent: x\nid: 1\n'))).toBeNull()
})

test.each([
  ['blanks in the JSON', token('Hi').replaceAll('":', '": '), 'Hi'],
  ['no blank after data:', token('Hi').replace('data: ', 'data:'), 'Hi'],
  ['no reason member', 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n', 'Hi'],
  ['other members first', chunk({ choices: [{ index: 0, finish_reason: null, logprobs: null, delta: { reasoning_content: 'hm', content: 'Hi' } }] }), 'Hi'],
  ['thoughts alone', chunk({ choices: [{ index: 0, finish_reason: null, delta: { reasoning_content: 'hm' } }] }), ''],
  ['content in parts', chunk({ choices: [{ index: 0, delta: { content: [{ type: 'text', text: 'H' }, { text: 'i' }, null] }, finish_reason: null }] }), 'Hi'],
  ['content that is no text', chunk({ choices: [{ index: 0, finish_reason: null, delta: { content: ['Hi'] } }] }), ''],
  ['content that is null', chunk({ choices: [{ index: 0, finish_reason: null, delta: { content: null, refusal: null } }] }), ''],
  ['text with the reason to stop', chunk({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }), 'Hi'],
])('%s', (_, events, text) => {
  expect(scan(events).text).toBe(text)
})

test.each([
  ['an error', 'data: {"error":{"message":"no","code":429}}\n\n', { statusCode: 429 }],
  ['an error without a number', 'data: {"error":"no"}\n\n', { message: 'the model reported an error' }],
  ['no JSON', 'data: {"choices"\n\n', {}],
  ['a line without end', `data: ${'x'.repeat(1_100_000)}`, { message: 'an event is too long' }],
])('%s is thrown', (_, events, error) => {
  expect(() => scan(events)).toThrow(expect.objectContaining(error))
})

test.each([
  ['an error', 'data: {"error":{"message":"no","code":529}}\n\n', { statusCode: 529 }],
  ['no JSON', 'data: {"choices"\n\n', {}],
  ['a line without end', `data: ${'x'.repeat(1_100_000)}`, { message: 'an event is too long' }],
])('text in one piece with %s is told before that is thrown', (_, events, error) => {
  const scanner = new EventScanner()
  expect(scanner.push(encoder.encode(token('There ') + token('are') + events))).toEqual({
    text: 'There are',
    started: [],
    calls: [],
    usage: null,
    finish: null,
  })
  expect(scanner.failed).toBe(true)
  expect(() => scanner.end()).toThrow(expect.objectContaining(error))
  expect(() => scanner.push(encoder.encode(stop))).toThrow(expect.objectContaining(error))
})

test('a whole reply', () => {
  expect(
    EventScanner.wholeReply({ choices: [{ message: { content: 'Hi' }, finish_reason: 'length' }], usage: { prompt_tokens: -1, completion_tokens: 'x' } }),
  ).toEqual({
    text: 'Hi',
    started: [],
    calls: [],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    finish: 'length',
  })
})

test('a whole reply has ended, whether it says why or not', () => {
  expect(EventScanner.wholeReply({ choices: [{ message: { content: 'Hi' }, finish_reason: null }] })).toMatchObject({ text: 'Hi', usage: null, finish: 'stop' })
})

test.each([null, 1, { hello: 1 }, { choices: [] }, { choices: [null] }, { choices: [{ finish_reason: 'stop' }] }])('%j is no whole reply', (body) => {
  expect(() => EventScanner.wholeReply(body)).toThrow('no message')
})

test.each([
  [{ error: { code: 429 } }, { statusCode: 429 }],
  [{ choices: [{ message: { content: 'Hi' }, error: { code: 502 } }] }, { statusCode: 502 }],
])('%j is an error', (body, error) => {
  expect(() => EventScanner.wholeReply(body)).toThrow(expect.objectContaining(error))
})

const piece = (members: object, content?: string) =>
  chunk({ choices: [{ index: 0, delta: { ...(content === undefined ? {} : { content }), tool_calls: [members] }, finish_reason: null }] })
const calling = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })
const callsIn = (text: string, cuts: number[] = []) => {
  const scanner = new EventScanner()
  const bytes = encoder.encode(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  const reads = [...at.slice(1).map((end, index) => scanner.push(bytes.subarray(at[index], end))), scanner.end()]
  return {
    started: reads.flatMap((read) => read?.started ?? []),
    calls: reads.flatMap((read) => read?.calls ?? []).map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input]),
  }
}

test('a tool call is put together from its pieces, wherever the bytes are cut', () => {
  const text = [
    piece({ index: 0, id: 'call_a', type: 'function', function: { name: 'query_data', arguments: '' } }, ''),
    piece({ index: 0, function: { arguments: '{"text":"\\"content\\":' } }),
    piece({ index: 1, id: 'call_b', function: { name: 'run_sql', arguments: '{}' } }),
    piece({ index: 0, function: { arguments: '\\"é\\""}' } }),
    calling,
    piece({ index: 2, id: 'late', function: { name: 'ask_user', arguments: '{}' } }),
  ].join('')
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { maxLength: 8 }), (cuts) => {
      expect(callsIn(text, cuts)).toEqual({
        started: ['query_data', 'run_sql'],
        calls: [
          ['call_a', 'query_data', '{"text":"\\"content\\":\\"é\\""}'],
          ['call_b', 'run_sql', '{}'],
        ],
      })
    }),
  )
})

test('calls of servers that number them otherwise are told apart', () => {
  const whole = (id: string, name: string) => piece({ index: 0, id, function: { name, arguments: '{}' } })
  const unnumbered = piece({ function: { name: 'run_sql', arguments: '{}' } })
  expect(callsIn(`${whole('a', 'x')}${whole('b', 'y')}${calling}`).calls).toEqual([
    ['a', 'x', '{}'],
    ['b', 'y', '{}'],
  ])
  expect(callsIn(`${unnumbered}${unnumbered}${calling}`).calls.map(([id]) => id)).toEqual(['call_1', 'call_2'])
  const reply = { choices: [{ message: { content: null, tool_calls: [{ id: 'w', function: { name: 'x', arguments: '{}' } }] }, finish_reason: 'tool_calls' }] }
  expect(EventScanner.wholeReply(reply)).toMatchObject({ calls: [{ toolCallId: 'w', toolName: 'x', input: '{}' }], finish: 'tool_calls' })
})

test('a call without an end is none, one without a name and endless ones fail', () => {
  expect(callsIn(piece({ index: 0, id: 'a', function: { name: 'x', arguments: '{' } })).calls).toEqual([])
  expect(() => callsIn(`${piece({ index: 0, id: 'a', function: { arguments: '{}' } })}${calling}`)).toThrow('a tool call has no name')
  const long = piece({ index: 0, id: 'a', function: { name: 'x', arguments: 'x'.repeat(900_000) } })
  expect(() => callsIn(long.repeat(3))).toThrow('the tool calls are too long')
})

test('a model that thinks is alive', () => {
  const read = new EventScanner().push(encoder.encode(chunk({ choices: [{ index: 0, delta: { reasoning_content: 'hm' }, finish_reason: null }] })))
  expect(read).toMatchObject({ text: '', started: [], finish: null })
})
