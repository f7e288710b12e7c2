import { isBuiltinCertain } from '#domain/agent/model/builtin-confidence.ts'
import type { LexiconCache } from '../../analyst/lexicon/lexicon.ts'
import { type ResolvedModel, resolveModel } from '../../catalog/models.ts'
import { costOf } from '../../catalog/prices.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Chosen } from '../../query/learned-phrases.ts'
import type { Missed } from '../../semantics/layer/unmatched-terms.ts'
import { type CompletionRequest, readConversation, readJsonAnswer, requireHonoured, withCommands } from '../completions/completion-request.ts'
import type { Estimate } from '../completions/reservations.ts'
import { layersOf, narrowedTo } from '../context/asked-layers.ts'
import { type Asked, leastTokens, promptTokens } from '../context/conversation.ts'
import type { ToolProfile } from '../context/tools.ts'
import type { Breakers } from '../model/breakers.ts'
import { type BuiltinFacts, createBuiltinModel } from '../model/builtin-model.ts'
import { candidatesOf, ownCandidate } from '../model/candidates.ts'
import { createModelCaller } from '../model/model-caller.ts'
import type { Timing } from '../model/timing.ts'
import type { Refused } from '../sessions/attachments.ts'
import { remember } from '../sessions/messages.ts'
import type { SessionRow } from '../sessions/session-shape.ts'
import { requireSession } from '../sessions/sessions.ts'
import type { Question } from './answer-question.ts'

/** Rounds of tool calls that may fail before a model gets no more tools. */
export const REPAIRS = 2

/** A question with everything settled that can fail before its answer begins. */
export type Prepared = {
  resolved: ResolvedModel
  /** The session it goes on in; `null` for a new one. */
  session: SessionRow | null
  run: Omit<Question, 'signal' | 'isToldWhole' | 'checkpoint'>
  /** What our own model could not place, once it has refused. */
  missed: Map<string, Missed>
  /** The readings that were chosen, once they are answered. */
  chosen: Map<string, Chosen>
  /** What had to be put right in its model's calls, and how often. */
  deviations: Map<string, number>
}

/** What questions share while the process lives. */
export type Kept = { lexicons: LexiconCache; breakers: Breakers; timing: Timing }

/** Settles model, session, conversation and data sources of a request, with the caller's rights. Fails with `not_found`, `forbidden`, `invalid`. */
export async function prepareCompletion(ctx: Context, request: CompletionRequest, { lexicons, breakers, timing }: Kept): Promise<Prepared> {
  requireHonoured(request)
  const asked = readConversation((await withCommands(ctx, request)).messages)
  const session = request.session_id ? await requireSession(ctx, request.session_id, 'edit', 'session_id') : null
  const named = request.model ?? session?.model
  if (!named) throw new Failure('invalid', 'name the model to ask', { param: 'model', hint: 'GET /api/v1/core/models lists them' })
  const resolved = await resolveModel(ctx, named)
  // A model that takes no tools cannot query.
  const bound = narrowedTo(request.datasource_id, resolved.datasourceIds)
  const sources = resolved.model.capabilities.tools ? bound : []
  const [layers, remembered] = await Promise.all([layersOf(ctx, sources), session ? remember(ctx, session.id) : null])
  const { wordVectors } = ctx.ports
  const place = { layers, now: ctx.now(), timeZone: ctx.settings.timeZone, ...(wordVectors ? { vectors: wordVectors } : {}) }
  const { params, systemPrompt } = resolved
  const { modelCalls, queries, tokens, rows } = ctx.settings.question
  const { retries, ...deadlines } = ctx.settings.modelCalls
  const missed = new Map<string, Missed>()
  const onRefusal = (refused: Missed) => void missed.set(refused.datasourceId, refused)
  const { previous = null, unanswered = null, unansweredBefore = [] } = remembered ?? {}
  const turns = {
    previous,
    unanswered,
    unansweredBefore,
    earlier: remembered ? [] : asked.history.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
  }
  const chosen = new Map<string, Chosen>()
  const onChosen = (choice: Chosen) => void chosen.set(choice.datasourceId, choice)
  const askerId = ctx.actor.type === 'user' ? ctx.actor.userId : null
  let refusal: Refused | null = null
  const onSpoken = (refused: Refused | null) => {
    refusal = refused
  }
  const responseFormat = readJsonAnswer(request.response_format)
  const told = { onRefusal, onChosen, onSpoken }
  const facts: BuiltinFacts = { ...place, ...turns, ...told, lexicons, askerId, language: ctx.request.language, wantsJson: responseFormat !== null }
  const builtin = () => createBuiltinModel(facts)
  const hasEarlier = asked.history.length > 0 || Boolean(remembered?.history.length)
  const isSure = params.builtin_first === true && resolved.kind !== 'builtin' && isBuiltinCertain(asked.question, facts, hasEarlier)
  // What it is sure of it reads without what was asked before.
  const own = () => createBuiltinModel({ ...facts, previous: null, unanswered: null, unansweredBefore: [], earlier: [] })
  const candidates = isSure ? ([ownCandidate(resolved.model.name, own)] as const) : candidatesOf(ctx, resolved, builtin)
  const temperature = request.temperature ?? params.temperature
  const topP = request.top_p ?? params.top_p
  const maxOutputTokens = request.max_completion_tokens ?? request.max_tokens ?? params.max_tokens
  const windowTokens = params.context_tokens ?? null
  const profile = params.prompt_profile ?? usualProfile(resolved.upstream, windowTokens)
  const deviations = new Map<string, number>()
  requireRoom({ ...place, ...asked, instructions: systemPrompt, windowTokens, profile }, named)
  return {
    resolved,
    session,
    missed,
    chosen,
    deviations,
    run: {
      ...place,
      ...asked,
      history: remembered?.history ?? asked.history,
      earlier: remembered?.earlier ?? [],
      windowTokens,
      profile,
      onDeviation: (what) => void deviations.set(what, (deviations.get(what) ?? 0) + 1),
      refusal: () => refusal,
      instructions: systemPrompt,
      isWithoutData: bound.length > sources.length,
      isWithoutModel: isSure,
      modelId: resolved.model.id,
      model: createModelCaller(candidates, { deadlines, retries, breakers, timing, telemetry: ctx.ports.telemetry, log: ctx.ports.log }),
      options: {
        ...(temperature === undefined ? {} : { temperature }),
        ...(topP === undefined ? {} : { topP }),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(responseFormat ? { responseFormat } : {}),
      },
      budget: { modelCalls, queries, tokens, rows, repairs: REPAIRS },
    },
  }
}

/** Below this a window has no room for all tools. */
const SMALL_WINDOW = 8_000
const SMALL_BILLIONS = 4

/** By the size a model's name tells (`qwen2.5-coder-1.5b`), or its window. */
function usualProfile(upstream: string, windowTokens: number | null): ToolProfile {
  const billions = /(\d+(?:\.\d+)?)b(?![a-z0-9])/i.exec(upstream)?.[1]
  const isSmall = billions !== undefined && Number(billions) <= SMALL_BILLIONS
  return isSmall || (windowTokens !== null && windowTokens < SMALL_WINDOW) ? 'small' : 'full'
}

/** Fails with `invalid` where a model's window cannot hold a question over data at all. */
function requireRoom(asked: Asked, model: string): void {
  const { layers, windowTokens = null } = asked
  if (windowTokens === null || layers.length === 0) return
  const least = leastTokens(asked)
  if (least <= windowTokens) return
  throw new Failure('invalid', `a question over data takes at least ${least} tokens, and the model "${model}" has a window of ${windowTokens}`, {
    param: 'model',
    hint: asked.profile === 'full' ? 'raise its context_tokens, or set its prompt_profile to "small"' : 'raise its context_tokens, or shorten its instructions',
  })
}

/** What an answer is expected to take where nothing limits it. */
const ANSWER_TOKENS = 1_000

/** What a question takes as far as it is known before: of data it takes two calls, one that asks for a query and one that words its result. */
export function estimateOf(id: string, { kind, price }: ResolvedModel, run: Prepared['run']): Estimate {
  if (kind === 'builtin' || run.isWithoutModel) return { id, tokens: 0, cost: 0 }
  const calls = run.layers.length ? 2 : 1
  const prompt = promptTokens(run) * calls
  const completion = expectedTokens(run) * calls
  return { id, tokens: prompt + completion, cost: price ? costOf(price, { prompt, cached: 0, completion }) : 0 }
}

export const expectedTokens = ({ options }: Prepared['run']): number => options.maxOutputTokens ?? ANSWER_TOKENS
