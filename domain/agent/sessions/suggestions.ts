import { z } from 'zod'
import { suggestOpenings } from '../../analyst/answers/suggest.ts'
import type { LexiconCache } from '../../analyst/lexicon/lexicon.ts'
import { resolveModel } from '../../catalog/models.ts'
import type { Context } from '../../context.ts'
import { exampleId } from '../../identifiers.ts'
import { idFilter } from '../../list-filters.ts'
import type { Layer } from '../../semantics/layer.ts'
import { layersOf, narrowedTo } from '../context/asked-layers.ts'

const USUAL = 4

export const SuggestionQuery = z.object({
  model: z.string().min(1).max(200).meta({ description: 'Name or id of the model that would be asked' }),
  datasource_id: idFilter("Questions of this one of the model's data sources"),
  limit: z.coerce.number().int().min(1).max(12).default(USUAL).meta({ description: 'Questions at most' }),
})

export const Suggestion = z
  .object({
    question: z.string().meta({ example: 'What is the revenue by country?' }),
    datasource_id: z.string().meta({ example: exampleId('ds') }),
    is_verified: z.boolean().meta({ description: 'A person vouches for the query that answers it' }),
  })
  .meta({ id: 'Suggestion', description: 'A question to begin with' })
export type Suggestion = z.infer<typeof Suggestion>

/**
 * Questions to begin with, taken from the semantic layers of a model's data sources: verified ones first, then such as the analyst answers by itself. Each
 * source has its share. Fails with `not_found` for a model or data source the caller may not ask.
 */
export async function suggestQuestions(
  ctx: Context,
  { model, datasource_id, limit }: z.infer<typeof SuggestionQuery>,
  lexicons: LexiconCache,
): Promise<Suggestion[]> {
  const { datasourceIds } = await resolveModel(ctx, model)
  const layers = await layersOf(ctx, narrowedTo(datasource_id, datasourceIds))
  const clock = { now: ctx.now(), timeZone: ctx.settings.timeZone }
  const lists = layers.map((layer) => [...verifiedOf(layer), ...openingsOf(layer, limit, clock, lexicons)])
  const found: Suggestion[] = []
  for (let at = 0; found.length < limit && lists.some((list) => at < list.length); at++) {
    for (const list of lists) {
      const next = list[at]
      if (next && found.length < limit && !found.some(({ question }) => question === next.question)) found.push(next)
    }
  }
  return found
}

/** As many as leave room for others. */
const MOST_VERIFIED = 2
const verifiedOf = ({ datasourceId, verifiedQueries }: Layer): Suggestion[] =>
  verifiedQueries.slice(0, MOST_VERIFIED).map(({ question }) => ({ question, datasource_id: datasourceId, is_verified: true }))

const openingsOf = (layer: Layer, most: number, clock: Parameters<typeof suggestOpenings>[2], lexicons: LexiconCache): Suggestion[] =>
  suggestOpenings(layer, most, clock, lexicons).map((question) => ({ question, datasource_id: layer.datasourceId, is_verified: false }))
