import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { models } from '#db/schema/catalog.ts'
import { completions, messages, usage } from '#db/schema/sessions.ts'
import type { Actor } from '#domain/access/actor.ts'
import { beginCompletion, createAnswering, finishCompletion } from '#domain/agent/completions/completions.ts'
import type { Context } from '#domain/context.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import { type OpenAiServer, type Recorded, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string

beforeAll(async () => {
  server = await answeringServer()
})
beforeEach(async () => {
  provider = await startOpenAiServer()
  model = await server.vendorModel(provider.baseUrl)
  return () => provider.close()
})
afterAll(() => server.close())

const credential = { type: 'signin' as const, id: 'sgn_1', expiresAt: null }
const question = 'Which three countries have the most customers?'

function replying(...replies: (string | Recorded)[]): void {
  provider.replies.push(...replies.map((reply) => (typeof reply === 'string' ? { file: reply } : reply)))
}

const ask = (facts: object = {}) =>
  server.request('POST /llm/session/completions', { as: server.owner.key, body: { model, messages: [{ role: 'user', content: question }], ...facts } })
const stream = (facts: object = {}) =>
  server.open('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: question }], stream: true, ...facts },
  })
const stored = async (id: string) => (await server.db.select().from(completions)).find((row) => row.id === id)
const toolReply = (request: number) => JSON.parse(provider.requests[request]?.body.messages.at(-1).content)

test('a model asks for a semantic query and words the answer; its tokens are counted', async () => {
  replying('query-data.sse', 'answer.sse')
  const { status, body } = await ask()
  expect(status).toBe(200)
  const { content, attachments } = body.choices[0].message
  expect(content).toBe('The USA leads with 13 customers, followed by Canada with 8 and Brazil with 5.')
  expect(attachments).toMatchObject([
    {
      type: 'query',
      datasource_id: CHINOOK_ID,
      rows: [
        ['USA', 13],
        ['Canada', 8],
        ['Brazil', 5],
      ],
      semantic_query: { limit: 3 },
    },
    { type: 'chart', title: 'Customers by country', chart_type: 'bar' },
  ])
  expect(body.usage).toEqual({ prompt_tokens: 2000, completion_tokens: 83, total_tokens: 2083, prompt_tokens_details: { cached_tokens: 0 } })
  expect((await stored(body.id))?.usage).toEqual(body.usage)

  const [first, second] = provider.requests
  expect(first?.headers.authorization).toBe('Bearer sk-canary-77aa')
  expect(first?.body).toMatchObject({ model: 'gpt-4o-mini', stream: true, stream_options: { include_usage: true } })
  expect(first?.body.tools.map((tool: any) => tool.function.name)).toEqual([
    ...['query_data', 'run_sql', 'use_verified_query', 'find_in_schema', 'describe_table', 'find_values', 'explain_change', 'ask_user', 'suggest_questions'],
  ])
  expect(first?.body.messages.map((message: any) => message.role)).toEqual(['system', 'user'])
  expect(second?.body.messages.map((message: any) => message.role)).toEqual(['system', 'user', 'assistant', 'tool'])
  expect(toolReply(1)).toMatchObject({
    row_count: 3,
    rows: [
      ['USA', 13],
      ['Canada', 8],
      ['Brazil', 5],
    ],
  })
})

test('a model may run SQL of its own under the guard', async () => {
  replying('run-sql.sse', 'tracks.sse')
  const answer = await readCompletion(await stream())
  expect(answer.text).toBe('There are 3,503 tracks.')
  expect(answer.statuses).toEqual(['understanding', 'generating_sql', 'executing_query', 'drawing', 'summarizing'])
  expect(answer.attachments).toMatchObject([{ type: 'query', sql: 'select count(*) as tracks from Track', rows: [[3503]] }, { type: 'chart' }])
})

test('a look at the schema is not told as a summary', async () => {
  replying('find-in-schema.sse', 'run-sql.sse', 'tracks.sse')
  const answer = await readCompletion(await stream())
  expect(toolReply(1).found[0]).toMatchObject({ table: 'Track' })
  expect(answer.statuses).toEqual(['understanding', 'planning', 'generating_sql', 'executing_query', 'drawing', 'summarizing'])
})

test('SQL that would write is refused, and the model is told a code', async () => {
  replying('write-sql.sse', 'text.sse')
  const { body } = await ask()
  expect(body.choices[0].message.attachments).toEqual([])
  expect(toolReply(1)).toMatchObject({ error: { code: 'statement_not_allowed' } })
})

test('arguments that cannot be read are corrected', async () => {
  replying('malformed-arguments.sse', 'query-data.sse', 'answer.sse')
  const answer = await readCompletion(await stream())
  expect(answer.statuses).toContain('correcting')
  expect(answer.attachments.map((attachment) => attachment.type)).toEqual(['query', 'chart'])
  expect(toolReply(1)).toEqual({ error: { code: 'invalid_arguments', message: 'the arguments are not valid JSON' } })
})

test('after two corrections a model gets no more tools, and says so in words', async () => {
  replying('unknown-table.sse', 'unknown-table.sse', 'unknown-table.sse', 'text.sse')
  const { body } = await ask()
  // Its tools stay in the prompt, which begins with them.
  expect(provider.requests.map((request) => [request.body.tools.length, request.body.tool_choice])).toEqual([
    [9, 'auto'],
    [9, 'auto'],
    [9, 'auto'],
    [9, 'none'],
  ])
  expect(toolReply(1)).toMatchObject({ error: { code: 'query_invalid' } })
  expect(body).toMatchObject({ status: 'completed', choices: [{ message: { attachments: [] } }] })
})

test('a model asks back instead of guessing', async () => {
  replying('ask-user.sse')
  const { body } = await ask()
  expect(body.choices[0].message).toMatchObject({
    content: 'Do you mean the billing country or the country of the customer?',
    attachments: [{ type: 'clarification', options: ['billing country', 'country of the customer'] }],
  })
})

test('a question back stands in the text whatever was said before it', async () => {
  replying('ask-user-after-words.sse')
  const answer = await readCompletion(await stream())
  expect(answer.text).toBe('That can be meant in two ways.\n\nDo you mean the billing country or the country of the customer?')
  expect(answer.attachments).toMatchObject([{ type: 'clarification', question: 'Do you mean the billing country or the country of the customer?' }])
})

test('what could be asked next comes with the answer, without another call', async () => {
  replying('query-data.sse', 'suggest.sse')
  const { body } = await ask()
  expect(body.choices[0].message.attachments.at(-1)).toMatchObject({ type: 'suggestions', suggestions: ['Which country pays most?'] })
  expect(provider.requests).toHaveLength(2)
})

test('figures that stand in no result are flagged', async () => {
  replying('query-data.sse', 'answer-made-up.sse')
  const { body } = await ask()
  const warnings = body.choices[0].message.attachments.at(-1)
  expect(warnings.warnings.map((warning: any) => [warning.code, warning.text])).toEqual([
    ['untraced_number', '22.5%'],
    ['untraced_number', '4,711'],
  ])
})

test('a model that tells figures without asking the data is sent back to its tools, and not heard if it insists', async () => {
  replying('answer-made-up.sse', 'query-data.sse', 'answer.sse')
  const answer = await readCompletion(await stream())
  expect(answer.text).toBe('The USA leads with 13 customers, followed by Canada with 8 and Brazil with 5.')
  expect(provider.requests[1]?.body.messages.at(-1).content).toMatch(/Call a tool first/)
  replying(...Array<string>(4).fill('answer-made-up.sse'))
  const { status, body } = await ask()
  expect([status, body.error]).toMatchObject([502, { code: 'provider_failed', message: 'the model told figures without asking the data' }])
  expect((await server.db.select().from(completions)).at(-1)).toMatchObject({ status: 'failed' })
})

test('a model without data is a plain chat: no tools, no schema', async () => {
  model = await server.vendorModel(provider.baseUrl, { bound: false })
  replying('text.sse')
  const { body } = await ask({
    messages: [
      { role: 'system', content: 'Speak like a pirate.' },
      { role: 'user', content: 'Hello' },
    ],
    temperature: 0.2,
    max_tokens: 50,
  })
  expect(body.choices[0].message).toEqual({ role: 'assistant', content: 'Hello! Ask me anything about your music shop.', attachments: [] })
  const [{ body: sent }] = provider.requests as [OpenAiServer['requests'][number]]
  expect([sent.tools, sent.temperature, sent.max_tokens]).toEqual([undefined, 0.2, 50])
  expect(sent.messages[0].content).toContain('Speak like a pirate.')
  expect(JSON.stringify(sent)).not.toContain('Customer')
})

test('earlier turns of the session are the context, with what they were read from', async () => {
  replying('query-data.sse', 'answer.sse', 'text.sse')
  const { body } = await ask()
  await ask({ session_id: body.session_id, messages: [{ role: 'user', content: 'And the fewest?' }] })
  const sent = provider.requests[2]?.body.messages
  expect(sent.map((message: any) => message.role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(sent[2].content).toContain('<data name="what it was read from">{"measures":[{"aggregate":"count","table":"Customer"')
})

test('a provider that limits is told as such, with its patience, and none of its words', async () => {
  replying({ file: 'error-429.json', status: 429, headers: { 'retry-after': '20' } })
  const { status, headers, body, text } = await ask()
  expect([status, headers.get('retry-after'), body.error.code]).toEqual([429, '20', 'rate_limited'])
  expect(text).not.toMatch(/org-secret|RPM/)
})

test('a provider that fails is told as such, and what was asked is kept', async () => {
  replying({ file: 'error-500.json', status: 500 })
  const { status, body, text } = await ask()
  expect([status, body.error.code, body.error.type]).toEqual([502, 'provider_failed', 'provider_error'])
  expect(text).not.toContain('secret-upstream-detail')
  const [failed] = (await server.db.select().from(completions)).filter((row) => row.model === model)
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'provider_failed' } })
  const said = (await server.db.select().from(messages)).filter((row) => row.completion_id === failed?.id)
  expect(said).toMatchObject([{ role: 'user', content: question }])
})

test('a refused key is told without the key', async () => {
  replying({ file: 'error-401.json', status: 401 })
  const { body, text } = await ask()
  expect(body.error).toMatchObject({ code: 'provider_failed', hint: 'check api_key of the provider' })
  expect(text).not.toContain('sk-canary')
})

test.each([
  ['an error in the middle', { file: 'error-midway.sse' }],
  ['a stream without an end', { file: 'cut-short.sse' }],
  ['a cut connection', { cutAfter: 'cut-short.sse' }],
] as [string, Recorded][])('%s ends the stream with an error and [DONE], and what had come is kept', async (_, reply) => {
  replying(reply)
  const answer = await readCompletion(await stream())
  expect([answer.text, answer.done, answer.finish]).toEqual(['The USA leads with', true, []])
  expect(answer.error).toMatchObject({ code: 'provider_failed', type: 'provider_error' })
  expect(JSON.stringify(answer.chunks)).not.toContain('secret-upstream-detail')
  const { id } = answer.chunks[0]
  expect(await stored(id)).toMatchObject({ status: 'incomplete', error: { code: 'provider_failed' } })
  const said = (await server.db.select().from(messages)).filter((row) => row.completion_id === id)
  expect(said).toMatchObject([{ role: 'user' }, { role: 'assistant', content: 'The USA leads with', is_incomplete: true }])
})

test('what a model without data said in one piece with its error is kept too', async () => {
  const plain = await server.vendorModel(provider.baseUrl, { bound: false })
  replying({ file: 'error-midway.sse' })
  const answer = await readCompletion(await stream({ model: plain }))
  expect([answer.text, answer.error?.code]).toEqual(['The USA leads with', 'provider_failed'])
})

test('a provider that cannot be reached is told as such', async () => {
  await provider.close()
  expect((await ask()).body.error).toMatchObject({ code: 'provider_failed', hint: 'check base_url' })
})

test('when the client goes away the provider is let go at once, and what had come is kept', async () => {
  replying({ drip: 'word ', everyMs: 5 })
  const response = await stream()
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('word ')) text += decoder.decode((await reader?.read())?.value)
  await reader?.cancel()
  await provider.abandoned
  await server.querent.idle()
  const { id } = JSON.parse(text.slice('data: '.length, text.indexOf('\n')))
  expect(await stored(id)).toMatchObject({ status: 'cancelled' })
  // The provider counts at the end only: what it said until then is counted by its length.
  const [cancelled, counted] = [await stored(id), (await server.db.select().from(usage)).find((row) => row.model === model)]
  expect(cancelled?.usage.completion_tokens).toBeGreaterThan(0)
  expect(counted?.completion_tokens).toBe(cancelled?.usage.completion_tokens)
  const answer = (await server.db.select().from(messages)).find((row) => row.completion_id === id && row.role === 'assistant')
  expect(answer).toMatchObject({ content: expect.stringMatching(/^(word )+$/), is_incomplete: true })
})

test('a question can be read while it is being answered, so that no crash loses it', async () => {
  replying({ drip: 'word ', everyMs: 5 })
  const { body: session } = await server.request('POST /llm/sessions/new', { as: server.owner.key, body: {} })
  const response = await stream({ session_id: session.id })
  const read = (path: string) => server.request(`GET /llm/sessions/${session.id}${path}`, { as: server.owner.key })
  expect((await read('/messages')).body).toMatchObject([{ role: 'user', content: question }])
  expect((await read('')).body).toMatchObject({ message_count: 1 })
  const busy = await ask({ session_id: session.id })
  expect([busy.body.error.code, (await read('')).body.message_count]).toEqual(['session_busy', 1])
  await response.body?.cancel()
  await server.querent.idle()
  expect((await read('/messages')).body).toHaveLength((await read('')).body.message_count)
})

test('a cancelled answer is told with what had come', async () => {
  replying({ drip: 'word ', everyMs: 5 })
  const reader = (await stream()).body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('word ')) text += decoder.decode((await reader?.read())?.value)
  const { id } = JSON.parse(text.slice('data: '.length, text.indexOf('\n')))
  const { body } = await server.request(`POST /llm/session/completions/${id}/cancel`, { as: server.owner.key })
  expect(body).toMatchObject({ status: 'cancelled', choices: [{ message: { content: expect.stringMatching(/^(word )+$/) } }] })
  await reader?.cancel()
  await server.querent.idle()
})

test('a client that goes away before the first word lets the provider go too', async () => {
  replying({ silent: true })
  const leaving = new AbortController()
  const asking = server.open('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: question }] },
    signal: leaving.signal,
  })
  while (!provider.requests.length) await new Promise((resolve) => setTimeout(resolve, 5))
  leaving.abort()
  await provider.abandoned
  expect(await (await asking).json()).toMatchObject({ status: 'cancelled' })
})

test('a question that cannot be stored is told as such, and the provider that was asked meanwhile is let go', async () => {
  replying({ drip: 'word ', everyMs: 5 })
  const before = (await server.db.select().from(completions)).length
  await server.db.run(sql`create trigger unstored before insert on completions begin select raise(abort, 'no'); end`)
  const { status } = await stream()
  await server.db.run(sql`drop trigger unstored`)
  expect(status).toBe(500)
  await server.querent.idle()
  if (provider.requests.length) await provider.abandoned
  expect(await server.db.select().from(completions)).toHaveLength(before)
})

test('a question that goes on in a session is stored before the provider is asked', async () => {
  replying('text.sse')
  const { session_id } = (await ask()).body
  await server.db.run(sql`create trigger unstored before insert on completions begin select raise(abort, 'no'); end`)
  const { status } = await stream({ session_id })
  await server.db.run(sql`drop trigger unstored`)
  expect([status, provider.requests.length]).toEqual([500, 1])
})

test('an answer that takes too long is ended, and told as such', async () => {
  replying({ drip: 'word ', everyMs: 5 })
  const system = server.querent.systemContext('llm')
  const actor: Actor = { type: 'user', userId: server.owner.id, role: 'admin', email: '', name: '', groupIds: [], attributes: {}, credential, scopes: ['*'] }
  const { db, service, request, settings, ports, span, signal } = system
  const facts = { db, service, request, settings, ports, span, signal, actor, expectedRevision: null, idempotencyId: null }
  const ctx: Context = {
    ...facts,
    catalogVersion: () => null,
    now: () => system.now(),
    newId: (prefix) => system.newId(prefix),
    defer: (work) => system.defer(work),
  }
  const begun = await beginCompletion(ctx, createAnswering({ seconds: 0.2 }), { model, messages: [{ role: 'user', content: question }] })
  await expect(finishCompletion(begun)).rejects.toMatchObject({ code: 'provider_timeout' })
  // On a busy machine the time may be over before the provider is asked.
  if (provider.requests.length) await provider.abandoned
  expect(await stored(begun.row.id)).toMatchObject({ status: 'incomplete', error: { code: 'provider_timeout' } })
})

test('a model that takes no tools is asked without data, and says so', async () => {
  await server.db
    .update(models)
    .set({ capabilities: { tools: false, vision: false, transcription: false } })
    .where(eq(models.name, model))
  replying('text.sse')
  const { attachments } = (await ask()).body.choices[0].message
  expect(provider.requests[0]?.body.tools).toBeUndefined()
  expect(attachments).toMatchObject([{ type: 'warnings', warnings: [{ code: 'data_not_asked' }] }])
})

test("OpenAI's own kind is asked by chat completions", async () => {
  model = await server.vendorModel(provider.baseUrl, { kind: 'openai' })
  replying('query-data.sse', 'answer.sse')
  expect((await ask()).body.choices[0].message.attachments).toMatchObject([{ type: 'query' }, { type: 'chart' }])
  expect(provider.requests.map((request) => request.path)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
})
