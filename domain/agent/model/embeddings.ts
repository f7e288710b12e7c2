import { z } from 'zod'
import { fromBase64, toBase64 } from '../../access/base64.ts'
import { requireUser } from '../../allow.ts'
import { priceOf, resolveModel } from '../../catalog/models.ts'
import { costOf } from '../../catalog/prices.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { releaseQuestion, reserveQuestion, settlement } from '../completions/reservations.ts'
import { tokensOf } from '../context/history.ts'
import type { EmbeddingRequest, EmbeddingVector } from './models.ts'

const MOST_INPUTS = 2_048
const MOST_CHARACTERS = 500_000
const tokens = z.array(z.int().min(0).max(10_000_000)).min(1).max(100_000)

/** OpenAI's request of embeddings. */
export const EmbeddingsRequest = z
  .object({
    model: z.string().min(1).max(200).meta({ description: 'Name or id of a model whose provider has embeddings' }),
    input: z
      .union([
        z.string().min(1).max(MOST_CHARACTERS),
        z.array(z.string().min(1).max(MOST_CHARACTERS)).min(1).max(MOST_INPUTS),
        tokens,
        z.array(tokens).min(1).max(MOST_INPUTS),
      ])
      .meta({ description: 'A text, several, or their tokens' }),
    encoding_format: z.enum(['float', 'base64']).default('float'),
    dimensions: z.int().min(1).max(100_000).optional(),
    user: z.string().max(500).optional().meta({ description: 'Not passed on' }),
  })
  .meta({ id: 'EmbeddingsRequest', example: { model: 'text-embedding-3-small', input: ['revenue by region', 'customers'] } })
export type EmbeddingsRequest = z.output<typeof EmbeddingsRequest>

export const Embeddings = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string().meta({ description: 'Base64 of 32-bit floats, little end first' })]),
      }),
    ),
    model: z.string(),
    usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
  })
  .meta({ id: 'Embeddings' })
export type Embeddings = z.infer<typeof Embeddings>

/**
 * Embeddings of a model's provider, passed through: its tokens and costs count as those of a question do. Fails with `not_found` for the model, `invalid` where
 * its provider has none here, `rate_limited` over a budget, and with what the provider fails with.
 */
export async function createEmbeddings(ctx: Context, { model, input, encoding_format, dimensions }: EmbeddingsRequest): Promise<Embeddings> {
  const resolved = await resolveModel(ctx, model)
  const { kind, provider, upstream } = resolved
  const none = new Failure('invalid', `the provider "${provider.name}" (${kind}) of the model "${resolved.model.name}" has no embeddings here`, {
    param: 'model',
    hint: 'name a model of a provider of the kind openai, openai-compatible or mistral',
  })
  if (kind === 'builtin') throw none
  const connection = await resolved.connect()
  if (!connection) throw none
  const embed = ctx.ports.models.embeddings?.(connection, upstream)
  if (!embed) throw none
  const id = ctx.newId('cmp')
  const reckoned = reckon(input)
  const price = priceOf(resolved, resolved.model.name)
  const cost = price ? costOf(price, { prompt: reckoned, cached: 0, completion: 0 }) : 0
  if (resolved.isBudgeted) await reserveQuestion(ctx, { id, tokens: reckoned, cost })
  try {
    const request: EmbeddingRequest = { input, ...(dimensions === undefined ? {} : { dimensions }) }
    const { vectors, promptTokens } = await embed(request, ctx.signal)
    const prompt_tokens = promptTokens ?? reckoned
    const usage = { prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens }
    const row = { id, user_id: requireUser(ctx).userId, model: resolved.model.name, usage, created_at: instantOf(ctx) }
    await ctx.db.write(settlement(ctx, row, { reserved: resolved.isBudgeted, asked: [], price }))
    const data = vectors.map((vector, index) => ({ object: 'embedding' as const, index, embedding: encoded(vector, encoding_format) }))
    return { object: 'list', data, model: resolved.model.name, usage: { prompt_tokens, total_tokens: prompt_tokens } }
  } catch (error) {
    if (resolved.isBudgeted) await releaseQuestion(ctx, id)
    throw error
  }
}

/** About how many tokens are sent. */
function reckon(input: EmbeddingsRequest['input']): number {
  const of = (one: string | number | number[]): number => (typeof one === 'string' ? tokensOf(one) : typeof one === 'number' ? 1 : one.length)
  return typeof input === 'string' ? of(input) : input.reduce<number>((sum, one) => sum + of(one), 0)
}

/** A vector in the form asked for, whichever its provider tells. */
function encoded(vector: EmbeddingVector, format: 'float' | 'base64'): number[] | string {
  if (format === 'base64') return typeof vector === 'string' ? vector : toBase64(new Uint8Array(new Float32Array(vector).buffer))
  return typeof vector === 'string' ? [...new Float32Array(fromBase64(vector).buffer)] : vector
}
