import { z } from 'zod'
import type { EmbeddingRequest } from '#domain/agent/model/models.ts'
import { refusal, textOf, type WireTarget } from './openai-wire.ts'

/** 2,048 vectors of 1,536 numbers as JSON. */
const REPLY_CHARACTERS = 64_000_000
const LONGEST_MS = 120_000

const Reply = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.union([z.array(z.number()), z.string()]) })),
  usage: z.object({ prompt_tokens: z.int().min(0).optional() }).optional(),
})

type Target = Omit<WireTarget, 'limitName'>

/** OpenAI's embeddings, which other vendors' servers answer too. Fails as a call to a model does; a reply with fewer or more vectors than inputs is a failure. */
export async function askEmbeddings({ url, headers, upstream, transport }: Target, { input, dimensions }: EmbeddingRequest, signal: AbortSignal) {
  const sent = { 'content-type': 'application/json', accept: 'application/json', ...headers }
  const body = JSON.stringify({ model: upstream, input, ...(dimensions === undefined ? {} : { dimensions }) })
  const posted = await transport.post(url, sent, body, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]))
  if (posted.status !== 200) throw await refusal(posted)
  const { data, usage } = Reply.parse(JSON.parse(await textOf(posted, REPLY_CHARACTERS)))
  const inputs = typeof input === 'string' || typeof input[0] === 'number' ? 1 : input.length
  if (data.length !== inputs) throw new Error(`${inputs} embeddings were asked for, and ${data.length} came`)
  const ordered = data.every(({ index }) => index !== undefined) ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : data
  return { vectors: ordered.map(({ embedding }) => embedding), promptTokens: usage?.prompt_tokens ?? null }
}
