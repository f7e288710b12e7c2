import OpenAI from 'openai'
import { expect } from 'vitest'
import { ANSWER, cases, QUESTION, sentence } from './case.ts'
import type { Place } from './place.ts'

const messages = [{ role: 'user' as const, content: QUESTION }]
const plain = [{ role: 'user' as const, content: 'Hello' }]

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk & { event?: { type: string; attachment?: { type: string } }; session_id?: string }
type Answer = OpenAI.Chat.Completions.ChatCompletion & { session_id: string }

/** The two ways in: the drop-in base URL, and the service's own path under its own. */
const WAYS = {
  'openai/v1': { baseURL: (place: Place) => `${place.llm}/openai/v1`, path: '/chat/completions' },
  'session/completions': { baseURL: (place: Place) => place.llm, path: '/session/completions' },
}

const caught = async (work: () => Promise<unknown>): Promise<any> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** The official client, with no retries so that each failure is seen. */
export const openai = Object.entries(WAYS).flatMap(([way, { baseURL, path }]) => {
  const open = (place: Place, apiKey = place.key) => new OpenAI({ apiKey, baseURL: baseURL(place), maxRetries: 0 })
  const ask = (place: Place, body: object, options: object = {}) =>
    open(place).post<Answer>(path, { body: { model: place.model, messages, ...body }, ...options })
  const stream = (place: Place, body: object = {}, options: object = {}) =>
    open(place).post<AsyncIterable<Chunk>>(path, { body: { model: place.model, messages, stream: true, ...body }, stream: true, ...options })
  const read = async (chunks: AsyncIterable<Chunk>) => {
    const all: Chunk[] = []
    for await (const chunk of chunks) all.push(chunk)
    return { all, text: all.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('') }
  }

  return cases(`openai SDK, ${way}`, {
    JSON: async (place) => {
      const answer = await ask(place, {})
      expect([answer.object, sentence(answer.choices[0]?.message.content), answer.choices[0]?.finish_reason]).toEqual(['chat.completion', ANSWER, 'stop'])
    },
    'a session goes on': async (place) => {
      const { session_id } = await ask(place, {})
      expect((await ask(place, { session_id })).session_id).toBe(session_id)
    },
    'stream, with its events and its usage': async (place) => {
      const { all, text } = await read(await stream(place, { stream_options: { include_usage: true } }))
      expect(sentence(text)).toBe(ANSWER)
      expect(all.flatMap((chunk) => (chunk.event?.attachment ? [chunk.event.attachment.type] : []))).toContain('query')
      expect(all.at(-1)?.usage).toMatchObject({ total_tokens: expect.any(Number) })
    },
    "a provider's model, in one piece": async (place) => {
      const { model, provider } = await place.vendor({ file: 'text.sse' })
      const { choices, usage } = await ask(place, { model, messages: plain })
      expect([choices[0]?.message.content, choices[0]?.finish_reason, usage?.total_tokens]).toEqual([expect.stringContaining('Hello'), 'stop', 74])
      expect(provider.requests.map(({ body }) => body.stream)).toEqual([false])
    },
    "a provider's model, streamed": async (place) => {
      const { model } = await place.vendor({ file: 'text.sse' })
      expect((await read(await stream(place, { model, messages: plain }))).text).toContain('Hello')
    },
    'an unknown model is NotFoundError': async (place) => {
      const error = await caught(() => ask(place, { model: 'nope' }))
      expect(error).toBeInstanceOf(OpenAI.NotFoundError)
      expect([error.code, error.param, error.requestID]).toEqual(['not_found', 'model', expect.any(String)])
    },
    'a wrong key is AuthenticationError': async (place) => {
      const error = await caught(() => open(place, 'qk_dev_wrong').post(path, { body: { model: place.model, messages } }))
      expect(error).toBeInstanceOf(OpenAI.AuthenticationError)
    },
    'a wrong body is UnprocessableEntityError': async (place) => {
      const error = await caught(() => ask(place, { messages: [] }))
      expect([error instanceof OpenAI.UnprocessableEntityError, error.code]).toEqual([true, 'invalid'])
    },
    'a failing provider is InternalServerError': async (place) => {
      const { model } = await place.vendor({ file: 'error-401.json', status: 401 })
      const error = await caught(() => ask(place, { model, messages: plain }))
      expect([error instanceof OpenAI.InternalServerError, error.status, error.code]).toEqual([true, 502, 'provider_failed'])
    },
    'a stream that breaks throws after what had come': async (place) => {
      const { model } = await place.vendor({ cutAfter: 'cut-short.sse', waitMs: 200 })
      let text = ''
      const error = await caught(async () => {
        for await (const chunk of await stream(place, { model, messages: plain })) text += chunk.choices[0]?.delta.content ?? ''
      })
      expect([text, error instanceof OpenAI.APIError, error.code]).toEqual(['The USA leads with', true, 'provider_failed'])
    },
    'an aborted stream lets the provider go': async (place) => {
      const { model, provider } = await place.vendor({ drip: 'word ', everyMs: 5 })
      const leaving = new AbortController()
      let seen = 0
      const chunks = await stream(place, { model, messages: plain }, { signal: leaving.signal })
      for await (const chunk of chunks) if (chunk.choices[0]?.delta.content && ++seen === 3) leaving.abort()
      expect(seen).toBeGreaterThanOrEqual(3)
      await provider.abandoned
    },
    'an aborted request lets the provider go': async (place) => {
      const { model, provider } = await place.vendor({ silent: true })
      const leaving = new AbortController()
      const asking = caught(() => ask(place, { model, messages: plain }, { signal: leaving.signal }))
      while (!provider.requests.length) await new Promise((resolve) => setTimeout(resolve, 5))
      leaving.abort()
      expect(await asking).toBeInstanceOf(OpenAI.APIUserAbortError)
      await provider.abandoned
    },
    'an idempotency key asks once': async (place) => {
      const { model, provider } = await place.vendor({ file: 'text.sse' })
      const headers = { 'Idempotency-Key': `once-${way.replaceAll('/', '-')}` }
      const [first, second] = [await ask(place, { model, messages: plain }, { headers }), await ask(place, { model, messages: plain }, { headers })]
      expect([second.id, provider.requests.length]).toEqual([first.id, 1])
    },
  })
})

export const openaiModels = cases('openai SDK', {
  'models.list': async (place) => {
    const client = new OpenAI({ apiKey: place.key, baseURL: `${place.llm}/openai/v1`, maxRetries: 0 })
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(expect.arrayContaining(['music', 'builtin']))
  },
  'chat.completions.create, typed, and its stream helper': async (place) => {
    const client = new OpenAI({ apiKey: place.key, baseURL: `${place.llm}/openai/v1`, maxRetries: 0 })
    const whole = await client.chat.completions.create({ model: place.model, messages })
    expect(sentence(whole.choices[0]?.message.content)).toBe(ANSWER)
    const final = await client.chat.completions.stream({ model: place.model, messages }).finalContent()
    expect(sentence(final)).toBe(ANSWER)
  },
  'responses.create and its stream': async (place) => {
    const client = new OpenAI({ apiKey: place.key, baseURL: `${place.llm}/openai/v1`, maxRetries: 0 })
    const whole = await client.responses.create({ model: place.model, input: QUESTION })
    expect([whole.status, sentence(whole.output_text)]).toEqual(['completed', ANSWER])
    const final = await client.responses.stream({ model: place.model, input: QUESTION, previous_response_id: whole.id }).finalResponse()
    expect(sentence(final.output_text)).toBe(ANSWER)
  },
  'a stored response, read, streamed again and deleted': async (place) => {
    const client = new OpenAI({ apiKey: place.key, baseURL: `${place.llm}/openai/v1`, maxRetries: 0 })
    const { id } = await client.responses.create({ model: place.model, input: QUESTION })
    const kept = await client.responses.retrieve(id)
    expect([kept.id, sentence(kept.output_text)]).toEqual([id, ANSWER])
    const { data } = await client.responses.inputItems.list(id)
    expect(JSON.stringify(data)).toContain(QUESTION)
    const types: string[] = []
    for await (const event of await client.responses.retrieve(id, { stream: true })) types.push(event.type)
    expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed'])
    await client.responses.delete(id)
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  },
  'an answer in the shape of a schema': async (place) => {
    const client = new OpenAI({ apiKey: place.key, baseURL: `${place.llm}/openai/v1`, maxRetries: 0 })
    const schema = { type: 'object', properties: { customers: { type: 'integer' } }, required: ['customers'], additionalProperties: false }
    const { choices } = await client.chat.completions.create({
      model: place.model,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'count', strict: true, schema } },
    })
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ customers: 59 })
  },
})
