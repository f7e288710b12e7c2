import { z } from 'zod'
import { strict } from '../strict.ts'

const amount = z.number().min(0).max(1_000_000)

export const ModelPrice = strict({
  input: amount.meta({ description: 'Of a million tokens of prompts', example: 2.5 }),
  output: amount.meta({ description: 'Of a million tokens of answers', example: 10 }),
  cached_input: amount.optional().meta({ description: 'Of a million tokens of prompts the provider had read before; as input when absent', example: 0.25 }),
}).meta({ id: 'ModelPrice', description: 'In the currency of the deployment' })
export type ModelPrice = z.infer<typeof ModelPrice>

const MILLION = 1_000_000

/** What tokens cost. `cached` are some of `prompt`. */
export function costOf(
  { input, output, cached_input = input }: ModelPrice,
  { prompt, cached, completion }: { prompt: number; cached: number; completion: number },
) {
  const known = Math.min(cached, prompt)
  return ((prompt - known) * input + known * cached_input + completion * output) / MILLION
}
