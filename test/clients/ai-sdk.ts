import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { DefaultChatTransport, generateText, readUIMessageStream, streamText, type UIMessage, type UIMessageChunk } from 'ai'
import { expect } from 'vitest'
import { ANSWER, cases, QUESTION, sentence } from './case.ts'
import type { Place } from './place.ts'

const settings = (place: Place) => ({ baseURL: `${place.llm}/openai/v1`, apiKey: place.key })
const compatible = (place: Place, model = place.model) => createOpenAICompatible({ name: 'querent', includeUsage: true, ...settings(place) })(model)

export const aiSdk = [
  ...cases('@ai-sdk/openai-compatible', {
    generateText: async (place) => {
      const { text, finishReason } = await generateText({ model: compatible(place), prompt: QUESTION, maxRetries: 0 })
      expect([sentence(text), finishReason]).toEqual([ANSWER, 'stop'])
    },
    'streamText, with its usage': async (place) => {
      const result = streamText({ model: compatible(place), prompt: QUESTION, maxRetries: 0 })
      expect(sentence((await Array.fromAsync(result.textStream)).join(''))).toBe(ANSWER)
      expect([await result.finishReason, (await result.usage).totalTokens]).toEqual(['stop', expect.any(Number)])
    },
    'an unknown model is an APICallError with its status': async (place) => {
      await expect(generateText({ model: compatible(place, 'nope'), prompt: QUESTION, maxRetries: 0 })).rejects.toMatchObject({
        statusCode: 404,
        message: 'no such model',
      })
    },
    'a stream that breaks is told': async (place) => {
      const { model } = await place.vendor({ cutAfter: 'cut-short.sse', waitMs: 200 })
      const errors: unknown[] = []
      const result = streamText({ model: compatible(place, model), prompt: 'Hello', maxRetries: 0, onError: ({ error }) => void errors.push(error) })
      expect((await Array.fromAsync(result.textStream)).join('')).toBe('The USA leads with')
      expect(errors).toHaveLength(1)
    },
    'an aborted stream lets the provider go': async (place) => {
      const { model, provider } = await place.vendor({ drip: 'word ', everyMs: 5 })
      const leaving = new AbortController()
      const result = streamText({ model: compatible(place, model), prompt: 'Hello', maxRetries: 0, abortSignal: leaving.signal, onError: () => {} })
      for await (const _ of result.textStream) leaving.abort()
      await provider.abandoned
    },
  }),
  ...cases('@ai-sdk/openai, responses', {
    'generateText and streamText': async (place) => {
      const model = createOpenAI(settings(place))(place.model)
      expect(sentence((await generateText({ model, prompt: QUESTION, maxRetries: 0 })).text)).toBe(ANSWER)
      const { textStream } = streamText({ model, prompt: QUESTION, maxRetries: 0 })
      expect(sentence((await Array.fromAsync(textStream)).join(''))).toBe(ANSWER)
    },
  }),
  ...cases('@ai-sdk/openai, chat', {
    generateText: async (place) => {
      expect(sentence((await generateText({ model: createOpenAI(settings(place)).chat(place.model), prompt: QUESTION, maxRetries: 0 })).text)).toBe(ANSWER)
    },
  }),
]

const asked: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }
const transport = (place: Place, model = place.model) =>
  new DefaultChatTransport({
    api: `${place.llm}/session/completions?protocol=ui-message`,
    headers: { authorization: `Bearer ${place.key}` },
    body: { model },
    prepareReconnectToStreamRequest: ({ id }) => ({ api: `${place.llm}/session/completions/${id}/events?protocol=ui-message` }),
  })
const send = (place: Place, { model = place.model, signal }: { model?: string; signal?: AbortSignal } = {}) =>
  transport(place, model).sendMessages({ trigger: 'submit-message', chatId: 'chat-1', messageId: undefined, messages: [asked], abortSignal: signal })
const last = async (stream: ReadableStream<UIMessageChunk>): Promise<any> => (await Array.fromAsync(readUIMessageStream({ stream }))).at(-1)
const textOf = (message: any): string => message.parts.map((part: any) => (part.type === 'text' ? part.text : '')).join('')

/** The transport behind `useChat`, with its own parsing and checking of parts. */
export const uiTransport = cases('AI SDK UI transport', {
  'a message with its text, its query and its chart': async (place) => {
    const message = await last(await send(place))
    expect([textOf(message), message.metadata.model]).toEqual([ANSWER, place.model])
    const query = message.parts.find((part: any) => part.type === 'data-query')
    expect(query.data).toMatchObject({ rows: [[59]], row_count: 1 })
    expect(message.parts.some((part: any) => part.type === 'data-chart')).toBe(true)
  },
  'statuses are transient, and the stream ends with its finish': async (place) => {
    const chunks: any[] = await Array.fromAsync(await send(place))
    expect(chunks[0]).toMatchObject({ type: 'start', messageId: expect.stringMatching(/^cmp_/) })
    expect(chunks.filter((chunk) => chunk.type === 'data-status').every((chunk) => chunk.transient)).toBe(true)
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop', messageMetadata: { usage: expect.any(Object) } })
  },
  'a finished answer is resumed': async (place) => {
    const { id } = await last(await send(place))
    const again = await transport(place).reconnectToStream({ chatId: id })
    if (!again) throw new Error('there is nothing to resume')
    const message = await last(again)
    expect([message.id, textOf(message)]).toEqual([id, ANSWER])
  },
  'a running answer is followed live, and goes on without its follower': async (place) => {
    const { model } = await place.vendor({ drip: 'word ', everyMs: 5 })
    const leaving = new AbortController()
    const first = (await send(place, { model, signal: leaving.signal })).getReader()
    const { value } = await first.read()
    const followed = await transport(place, model).reconnectToStream({ chatId: (value as any).messageId })
    let words = 0
    for await (const chunk of followed ?? []) if (chunk.type === 'text-delta' && ++words === 3) break
    expect([words, (await first.read()).done]).toEqual([3, false])
    leaving.abort()
  },
  'a refused request is an error with its status': async (place) => {
    await expect(send(place, { model: 'nope' })).rejects.toMatchObject({ statusCode: 404 })
  },
  'a stream that breaks is an error part after what had come': async (place) => {
    const { model } = await place.vendor({ cutAfter: 'cut-short.sse', waitMs: 200 })
    const chunks: any[] = await Array.fromAsync(await send(place, { model }))
    expect(chunks.map((chunk) => chunk.delta ?? '').join('')).toBe('The USA leads with')
    expect(chunks.at(-1)).toMatchObject({ type: 'error', errorText: expect.any(String) })
  },
  'an aborted message lets the provider go': async (place) => {
    const { model, provider } = await place.vendor({ drip: 'word ', everyMs: 5 })
    const leaving = new AbortController()
    const reader = (await send(place, { model, signal: leaving.signal })).getReader()
    for (let type = ''; type !== 'text-delta'; ) type = (await reader.read()).value?.type ?? ''
    leaving.abort()
    await provider.abandoned
  },
})
