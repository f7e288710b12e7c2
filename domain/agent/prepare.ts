import type { LanguageModelV4 } from '@ai-sdk/provider'
import { inArray } from 'drizzle-orm'
import { datasources } from '#db/schema/semantics.ts'
import type { PreviousTurn } from '../analyst/analysis.ts'
import type { LexiconCache } from '../analyst/lexicon.ts'
import { type ResolvedModel, resolveModel } from '../catalog/models.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { rowColumns } from '../semantics/datasource.ts'
import type { Layer } from '../semantics/layer.ts'
import { loadLayer } from '../semantics/load-layer.ts'
import { type AgentRun, QUESTION_BUDGET } from './agent.ts'
import { createBuiltinModel } from './builtin-model.ts'
import { type CompletionRequest, readConversation } from './completion-request.ts'
import { remember } from './messages.ts'
import type { SessionRow } from './session-shape.ts'
import { requireSession } from './sessions.ts'

/** Data sources one question is held against. */
const MOST_SOURCES = 20

/** A question with everything settled that can fail before its answer begins. */
export type Prepared = {
  resolved: ResolvedModel
  /** The session it goes on in; `null` for a new one. */
  session: SessionRow | null
  run: Omit<AgentRun, 'signal' | 'checkpoint'>
}

/** Settles model, session, conversation and data sources of a request, with the caller's rights. Fails with `not_found`, `forbidden`, `invalid`. */
export async function prepareCompletion(ctx: Context, request: CompletionRequest, lexicons: LexiconCache): Promise<Prepared> {
  const asked = readConversation(request.messages)
  const session = request.session_id ? await requireSession(ctx, request.session_id, 'edit', 'session_id') : null
  const named = request.model ?? session?.model
  if (!named) throw new Failure('invalid', 'name the model to ask', { param: 'model', hint: 'GET /api/v1/core/models lists them' })
  const resolved = await resolveModel(ctx, named)
  // A model that takes no tools cannot query.
  const sources = resolved.model.capabilities.tools ? resolved.datasourceIds : []
  const [layers, remembered] = await Promise.all([layersOf(ctx, sources), session ? remember(ctx, session.id) : null])
  const place = { layers, now: ctx.now(), timeZone: ctx.settings.timeZone }
  const { params, systemPrompt } = resolved
  const temperature = request.temperature ?? params.temperature
  const topP = request.top_p ?? params.top_p
  const maxOutputTokens = request.max_completion_tokens ?? request.max_tokens ?? params.max_tokens
  return {
    resolved,
    session,
    run: {
      ...place,
      ...asked,
      history: remembered?.history ?? asked.history,
      instructions: systemPrompt,
      model: openModel(ctx, resolved, { ...place, previous: remembered?.previous ?? null, lexicons }),
      options: {
        ...(temperature === undefined ? {} : { temperature }),
        ...(topP === undefined ? {} : { topP }),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(request.response_format?.type.startsWith('json') ? { responseFormat: { type: 'json' } } : {}),
      },
      isOwn: resolved.kind === 'builtin',
      budget: QUESTION_BUDGET,
    },
  }
}

type Place = { layers: Layer[]; now: Date; timeZone: string; previous: PreviousTurn | null; lexicons: LexiconCache }

function openModel(ctx: Context, { kind, connection, upstream }: ResolvedModel, place: Place): LanguageModelV4 {
  if (kind === 'builtin') return createBuiltinModel(place)
  if (!connection) throw new Failure('provider_not_configured', "the model's provider is not set up", { param: 'model' })
  return ctx.ports.models.open(connection, upstream)
}

/** The layers of the data sources that can be asked: switched on and extracted. The ids are those the caller may see. */
async function layersOf(ctx: Context, ids: string[]): Promise<Layer[]> {
  if (!ids.length) return []
  const rows = await ctx.db.select(rowColumns).from(datasources).where(inArray(datasources.id, ids)).orderBy(datasources.id).limit(MOST_SOURCES)
  const layers = await Promise.all(rows.filter(({ status }) => status !== 'disabled').map((row) => loadLayer(ctx, row)))
  return layers.filter((layer) => layer.tables.some((table) => !table.isHidden))
}
