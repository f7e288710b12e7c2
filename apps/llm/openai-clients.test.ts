import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#db/schema/sessions.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { startModelServer } from '#test/hostile/model-server.ts'

let server: AnsweringServer

beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

const PATH = 'POST /llm/openai/v1/chat/completions'
const user = (content: string) => ({ role: 'user', content })
const ask = (facts: object, path = PATH) => server.request(path, { as: server.owner.key, body: { model: 'music', ...facts } })
const said = async (facts: object, path = PATH): Promise<string> => {
  const { body, text } = await ask(facts, path)
  if (!body.choices) throw new Error(text)
  return body.choices[0].message.content
}
const count = async () => (await server.db.select().from(sessions)).length

test('a client that shows text alone is shown the rows as a table, and the statement folded', async () => {
  const messages = [user('How many customers are there by country?')]
  const text = await said({ messages })
  expect(text).toMatch(/\n\n\| Country \| .* \|\n\| --- \| ---: \|\n\| USA \| 13 \|\n/)
  expect(text.match(/^\| .* \|$/gm)).toHaveLength(22)
  expect(text).toMatch(/\*and 4 more rows\*/)
  expect(text).toMatch(/<details><summary>SQL<\/summary>\n\n```sql\nSELECT [\s\S]*\n```\n\n<\/details>\n\n!\[[^\]]+\]\(\S+\/llm\/chart-images\/qi_\S+\)$/)
  const streamed = await readCompletion(await server.open(PATH, { as: server.owner.key, body: { model: 'music', messages, stream: true } }))
  const unlinked = (words: string) => words.replace(/qi_[\w-]+/g, 'qi_')
  expect(unlinked(streamed.text)).toBe(unlinked(text))
  expect(await said({ messages }, `${PATH}?render=plain`)).not.toContain('|')
  expect(await said({ messages }, 'POST /llm/session/completions')).not.toContain('|')
  expect(await said({ messages }, 'POST /llm/session/completions?render=markdown').then(unlinked)).toBe(unlinked(text))
})

test('the turns of a conversation sent again and again stand in one session; one taken up in the middle begins another', async () => {
  const before = await count()
  const first = [user('How many invoices are there?')]
  const answered = [...first, { role: 'assistant', content: await said({ messages: first }) }]
  const second = [...answered, user('And by country?')]
  const reply = await ask({ messages: second })
  expect(reply.body.choices[0].message.content).toContain('| USA |')
  expect(await count()).toBe(before + 1)
  const third = await ask({ messages: [...second, { role: 'assistant', content: reply.body.choices[0].message.content }, user('Only Canada')] })
  expect([third.body.session_id, await count()]).toEqual([reply.body.session_id, before + 1])
  await ask({ messages: [...answered, user('And by city?')] })
  expect(await count()).toBe(before + 2)
  const other = await server.account()
  await server.request('POST /core/modelusers', { body: { model_id: 'builtin', user_id: other.id } })
  expect((await server.request(PATH, { as: other.key, body: { model: 'builtin', messages: second } })).body.session_id).not.toBe(reply.body.session_id)
})

const history = '### Chat History:\n<chat_history>\nUSER: How many tracks are there?\nASSISTANT: There are 3,503 tracks.\n</chat_history>'

test.each([
  [
    'a title',
    `### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\nJSON format: { "title": "your title" }\n${history}`,
    { title: 'How many tracks are there' },
  ],
  [
    'tags',
    `### Task:\nGenerate 1-3 broad tags categorizing the main themes.\n### Output:\nJSON format: { "tags": ["tag1", "tag2"] }\n${history}`,
    { tags: ['Data'] },
  ],
  [
    'queries',
    `### Task:\nAnalyze the chat history to determine the necessity of generating search queries.\n{ "queries": ["query1"] }\n${history}`,
    { queries: [] },
  ],
])('%s that a client asks for itself is answered without data, and not kept', async (_, content, told) => {
  const before = await count()
  const { body } = await ask({ messages: [user(content)] })
  expect(JSON.parse(body.choices[0].message.content)).toEqual(told)
  expect([body.session_id, await count(), body.choices[0].message.attachments]).toEqual([null, before, []])
})

test('follow-ups are questions the data can answer; a title may be asked for in words, and a question about titles is a question', async () => {
  const task = `### Task:\nSuggest 3-5 relevant follow-up questions that the user might naturally ask next.\n### Output:\n{ "follow_ups": ["Question 1?"] }\n${history}`
  const { follow_ups } = JSON.parse(await said({ messages: [user(task)] }))
  expect(follow_ups).toHaveLength(3)
  const words = 'Please generate a concise, 5-word-or-less title for the conversation, using its same language.'
  expect(await said({ messages: [user('How many albums are there?'), { role: 'assistant', content: 'There are 347.' }, user(words)] })).toBe(
    'How many albums are there',
  )
  expect(await said({ messages: [user('How many albums have a title?')] })).toContain('347')
})

test.each([
  ['tools', { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }],
  ['tool_choice', { tool_choice: 'required' }],
  ['n', { n: 2 }],
  ['logprobs', { logprobs: true }],
  ['response_format.type', { response_format: { type: 'grammar' } }],
])('what would be ignored in silence is refused by name: %s', async (param, facts) => {
  const { status, body } = await ask({ messages: [user('How many customers are there?')], ...facts })
  expect([status, body.error.param]).toEqual([422, param])
  expect((await ask({ messages: [user('How many customers are there?')], n: 1, tools: [], tool_choice: 'auto', logprobs: false })).status).toBe(200)
})

const shape = (name: string, properties: object) => ({
  type: 'json_schema',
  json_schema: { name, strict: true, schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } },
})

test('an answer from data takes the shape that is asked for, from its cells', async () => {
  const one = await said({
    messages: [user('How many customers are there?')],
    response_format: shape('count', { customers: { type: 'integer' }, summary: { type: 'string' } }),
  })
  expect(JSON.parse(one)).toEqual({ customers: 59, summary: 'There are 59 customers.' })
  const item = { type: 'object', properties: { country: { type: 'string' }, customers: { type: 'integer' } }, required: ['country', 'customers'] }
  const facts = { messages: [user('How many customers are there by country?')], response_format: shape('top', { rows: { type: 'array', items: item } }) }
  const rows = [
    { country: 'USA', customers: 13 },
    { country: 'Canada', customers: 8 },
  ]
  const told = JSON.parse(await said(facts))
  expect([told.rows.length, told.rows.slice(0, 2)]).toEqual([24, rows])
  const streamed = await readCompletion(await server.open(PATH, { as: server.owner.key, body: { model: 'music', ...facts, stream: true } }))
  expect(JSON.parse(streamed.text)).toEqual(told)
  const names = await said({ ...facts, response_format: shape('names', { countries: { type: 'array', items: { type: 'string' } } }) })
  expect(JSON.parse(names).countries.slice(0, 2)).toEqual(['USA', 'Canada'])
  const loose = JSON.parse(await said({ ...facts, response_format: { type: 'json_object' } }))
  expect(loose.rows[0]).toMatchObject({ country: 'USA' })
  // OpenAI takes no json_object without the word in the messages, so that clients write it.
  const named = [user('How many customers are there by country? Respond in JSON with the keys country and customers.')]
  expect(JSON.parse(await said({ ...facts, messages: named, response_format: { type: 'json_object' } })).rows).toEqual(loose.rows)
})

test('what a shape asks for and the answer does not have is named, not made up', async () => {
  const { status, body } = await ask({
    messages: [user('How many customers are there?')],
    response_format: shape('x', { customers: { type: 'integer' }, is_growing: { type: 'boolean' } }),
  })
  expect([status, body.error.param, body.error.message]).toEqual([422, 'response_format', 'the answer has nothing for "is_growing" of the response format'])
})

test('tokens that a provider does not count are reckoned, and marked so', async () => {
  const provider = await startModelServer()
  const model = await server.vendorModel(provider.baseUrl)
  provider.play([{ text: 'The data cannot say that.' }])
  const { usage } = (await ask({ model, messages: [user('How many customers are there?')] })).body
  expect(usage.is_estimated).toBe(true)
  expect(Math.min(usage.prompt_tokens, usage.completion_tokens)).toBeGreaterThan(0)
  await provider.close()
})

const client = () =>
  new OpenAI({ apiKey: server.owner.key, baseURL: 'http://querent.test/api/v1/llm/openai/v1', maxRetries: 0, fetch: (url, init) => fetched(String(url), init) })
/** The service's own routes, without a socket. */
const fetched = (url: string, init?: RequestInit): Promise<Response> => {
  const { pathname, search } = new URL(url)
  return server.open(`POST ${pathname.replace('/api/v1', '')}${search}`, { as: server.owner.key, body: JSON.parse(String(init?.body)) })
}

test("OpenAI's client gets a response, goes on from it, and streams one", async () => {
  const first = await client().responses.create({ model: 'music', input: 'How many invoices are there?' })
  expect([first.object, first.status, first.output_text.split('\n\n')[0]]).toEqual(['response', 'completed', 'There are 412 invoices.'])
  const second = await client().responses.create({ model: 'music', input: [{ role: 'user', content: 'And by country?' }], previous_response_id: first.id })
  expect(second.output_text).toContain('| USA |')
  const stream = await client().responses.create({ model: 'music', input: 'How many customers are there?', instructions: 'Be brief.', stream: true })
  const types: string[] = []
  let text = ''
  for await (const event of stream) {
    types.push(event.type)
    if (event.type === 'response.output_text.delta') text += event.delta
  }
  expect([types[0], types.at(-1), text.split('\n\n')[0]]).toEqual(['response.created', 'response.completed', 'There are 59 customers.'])
})

test("the AI SDK's default provider, which speaks responses, is answered", async () => {
  const provider = createOpenAI({
    apiKey: server.owner.key,
    baseURL: 'http://querent.test/api/v1/llm/openai/v1',
    fetch: (url, init) => fetched(String(url), init),
  })
  const { text, usage } = await generateText({ model: provider('music'), prompt: 'How many customers are there?' })
  expect([text.split('\n\n')[0], usage.totalTokens]).toEqual(['There are 59 customers.', 0])
})

test('a response that cannot be gone on from, and input that is no text, are refused by name', async () => {
  const respond = (facts: object) =>
    server.request('POST /llm/openai/v1/responses', { as: server.owner.key, body: { model: 'music', input: 'How many customers are there?', ...facts } })
  expect((await respond({ previous_response_id: 'resp_none' })).status).toBe(404)
  expect((await respond({ input: [{ type: 'function_call_output', call_id: 'c', output: '1' }] })).body.error.param).toBe('input')
  expect((await respond({ tools: [{ type: 'web_search' }] })).body.error.param).toBe('tools')
})
