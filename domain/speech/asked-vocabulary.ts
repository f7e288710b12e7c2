import { asTold } from '#domain/agent/blind-mode.ts'
import { layersOf, narrowedTo } from '../agent/context/asked-layers.ts'
import { requireSession } from '../agent/sessions/sessions.ts'
import { resolveModel } from '../catalog/models.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { requireDatasource } from '../semantics/sources/datasources.ts'
import { hasOddWord, withMoreValues } from './knowledge/more-values.ts'
import { NOTHING_KNOWN, type Vocabulary, vocabularyOf } from './knowledge/vocabulary.ts'

/** What a recording is spoken about: each narrows it. */
export type SpokenAbout = { sessionId?: string | undefined; model?: string | undefined; datasourceId?: string | undefined }
/** The names that are known, and with them those that a text seems to hold and no sample does. */
export type Knowledge = { vocabulary: Vocabulary; widened(heard: string): Promise<Vocabulary> }
/** `isModel`: whether `model` named one that answers questions. */
export type AskedVocabulary = Knowledge & { isModel: boolean }

/**
 * The names a caller may see of what he speaks about: of a data source, else of those of a model that answers questions, else of those a session was last asked
 * about. A model that is none of ours is the speech engine's. Fails with `not_found` for a session or data source that is not his to see.
 */
export async function askedVocabulary(ctx: Context, { sessionId, model, datasourceId }: SpokenAbout): Promise<AskedVocabulary> {
  const session = sessionId ? await requireSession(ctx, sessionId, 'view', 'session_id') : null
  const named = model ? await datasourcesOf(ctx, model) : null
  const sources = named ?? (session?.model ? await datasourcesOf(ctx, session.model) : null)
  if (datasourceId && !sources?.includes(datasourceId)) {
    if (named) narrowedTo(datasourceId, named)
    await requireDatasource(ctx, datasourceId, 'view', 'datasource_id')
  }
  const ids = datasourceId ? [datasourceId] : (sources ?? [])
  const layers = await layersOf(ctx, ids)
  const vocabulary = layers.length ? vocabularyOf(layers.map(asTold)) : NOTHING_KNOWN
  let more: Promise<Vocabulary> | undefined
  const widened = async (heard: string) => {
    const open = layers.filter(({ isBlind }) => !isBlind)
    if (!open.length || !hasOddWord(heard, vocabulary)) return vocabulary
    more ??= withMoreValues(ctx, open, vocabulary)
    return more
  }
  return { vocabulary, widened, isModel: named !== null }
}

/** The data sources of a model that answers questions; `null` when there is none of that name. */
async function datasourcesOf(ctx: Context, name: string): Promise<string[] | null> {
  try {
    return (await resolveModel(ctx, name)).datasourceIds
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  }
}
