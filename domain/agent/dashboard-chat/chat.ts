import { priceOf, resolveModel } from '../../catalog/models.ts'
import { requireDashboard } from '../../charts/dashboards.ts'
import { narrow } from '../../charts/filters/apply.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { type DataQuery, runDataQuery } from '../../query/run-query.ts'
import type { CompletionRow } from '../completions/completion.ts'
import { newCompletion } from '../completions/completion-store.ts'
import type { Answering } from '../completions/completions.ts'
import type { AgentEvent, AnswerStatus } from '../completions/events.ts'
import { releaseQuestion, reserveQuestion, settlement } from '../completions/reservations.ts'
import type { RunQuery } from '../loop/answer-query.ts'
import { answerQuestion, type Question } from '../loop/answer-question.ts'
import { estimateOf, REPAIRS } from '../loop/prepare.ts'
import { createBuiltinModel } from '../model/builtin-model.ts'
import { candidatesOf } from '../model/candidates.ts'
import { createModelCaller } from '../model/model-caller.ts'
import type { Refused } from '../sessions/attachments.ts'
import { openNow, type RestsOn, together } from './answer-dependencies.ts'
import { askerOfChat, type ChatAsker } from './chat-asker.ts'
import { type ChatScope, scopeOfChat, sourcesOfChat } from './chat-scope.ts'
import type { ChatPart, ChatQuestion, ChatTurn } from './chat-shape.ts'
import { type Answered, answerStored, forgetTurns, listTurns, rememberThread, storeQuestion } from './chat-turns.ts'

const BUILTIN = 'builtin'

export type ChatEvent =
  | { type: 'status'; status: AnswerStatus }
  | { type: 'text'; text: string }
  | { type: 'part'; part: ChatPart }
  | { type: 'end'; turn: ChatTurn }

/** An answer that has begun. Its events must be read to their end, or `leave` called. */
export type BegunChat = { turn: ChatTurn; events: AsyncGenerator<ChatEvent>; leave(): void }

/** What the caller said on a dashboard. Fails with `not_found`, and with `forbidden` for a token without `can_chat`. */
export async function readChat(ctx: Context, dashboardId: string, threadId?: string): Promise<ChatTurn[]> {
  await requireDashboard(ctx, dashboardId, 'view')
  return listTurns(ctx, dashboardId, await askerOfChat(ctx), { threadId, now: await allOpenNow(ctx, dashboardId) })
}

/** Forgets what the caller said on a dashboard, in one thread or in all. Fails as `readChat`. */
export async function forgetChat(ctx: Context, dashboardId: string, threadId?: string): Promise<void> {
  await requireDashboard(ctx, dashboardId, 'view')
  await forgetTurns(ctx, dashboardId, await askerOfChat(ctx), threadId)
}

/**
 * Begins to answer a question about what a dashboard shows, over the rows its reader may see: effective filters are those of all lenders, the reader's or his
 * token's, and what is chosen on the dashboard. The model is the one the token names, on the account of the token's maker.
 * Fails with `not_found`, `forbidden`, `invalid`, `session_busy`, `rate_limited`.
 */
export async function beginChat(ctx: Context, answering: Answering, dashboardId: string, { question, thread_id, filters }: ChatQuestion): Promise<BegunChat> {
  const { embedded } = await requireDashboard(ctx, dashboardId, 'view')
  const asker = await askerOfChat(ctx)
  const scope = await scopeOfChat(ctx, dashboardId, filters)
  if (scope.sources.size === 0) throw new Failure('invalid', 'this dashboard shows nothing that can be asked about', { param: 'dashboard_id' })
  const remembered =
    thread_id === undefined ? null : await rememberThread(ctx, dashboardId, asker, { threadId: thread_id, now: await allOpenNow(ctx, dashboardId) })
  const { resolved, run, noted } = await prepare(ctx, answering, { asker, scope, question, remembered })
  const threadId = thread_id ?? ctx.newId('thr')
  const row = newCompletion(asker.payer, { sessionId: threadId, model: resolved.model.name })
  const reserved = resolved.isBudgeted
  if (reserved) await reserveQuestion(asker.payer, estimateOf(row.id, resolved, run))
  try {
    await storeQuestion(ctx, dashboardId, asker, {
      id: row.id,
      threadId,
      isNew: thread_id === undefined,
      question,
      perDay: asker.isGuest ? (embedded.questions_per_day ?? null) : null,
    })
  } catch (error) {
    if (reserved) await releaseQuestion(asker.payer, row.id)
    throw error
  }
  const controller = new AbortController()
  const said: Answered = { content: '', parts: [], asked: null, rests_on: {}, status: 'cancelled' }
  const begunAs = { id: row.id, thread_id: threadId, question, created_at: row.created_at, expires_at: asker.expiresAt }
  const stored = Promise.withResolvers<void>()
  // Where a runtime ends work with its request, this keeps the process until the answer is stored.
  ctx.defer(() => stored.promise)
  let begun = false
  const settle = () => store(ctx, asker, { row, said, facts: { reserved, asked: noted.sources, price: priceOf(resolved, row.model) } }).finally(stored.resolve)
  const leave = () => {
    controller.abort(LEFT)
    void events.return(undefined).catch(() => {})
    if (!begun) ctx.defer(settle)
    begun = true
  }
  async function* answer(): AsyncGenerator<ChatEvent> {
    begun = true
    const seconds = Math.min(answering.seconds, ctx.settings.question.seconds)
    const deadline = setTimeout(() => controller.abort(new Failure('provider_timeout', `no answer within ${seconds} seconds`)), seconds * 1000)
    const checkpoint = async () => controller.signal.throwIfAborted()
    try {
      for await (const event of answerQuestion(ctx, { ...run, isToldWhole: false, signal: controller.signal, checkpoint })) {
        for (const shown of take(said, row, event)) yield shown
      }
      if (noted.unreached.size > 0) {
        const warnings = [...noted.unreached].map(([name, reason]) => ({ code: 'filter_not_applied', message: `"${name}" does not cut these rows: ${reason}` }))
        said.parts.push({ type: 'warnings', warnings })
        yield { type: 'part', part: { type: 'warnings', warnings } }
      }
      said.status = 'completed'
    } catch (error) {
      if (error === LEFT) return
      said.status = said.content || said.parts.length > 0 ? 'incomplete' : 'failed'
      throw error
    } finally {
      clearTimeout(deadline)
      controller.abort(LEFT)
      said.asked = noted.asked
      // What was said before is told again in what follows from it.
      said.rests_on = together(remembered?.restsOn ?? {}, noted.restsOn)
      await settle()
    }
    const { content, parts, status } = said
    yield { type: 'end', turn: { ...begunAs, content, parts, withheld: false, status } }
  }
  const events = answer()
  return { turn: { ...begunAs, content: '', parts: [], withheld: false, status: 'running' }, events, leave }
}

/** All that is open to the caller on a dashboard, as answers are held against it. */
async function allOpenNow(ctx: Context, dashboardId: string): Promise<RestsOn> {
  const sources = await sourcesOfChat(ctx, dashboardId)
  return Object.fromEntries(await Promise.all([...sources].map(async ([id, source]) => [id, await openNow(source)] as const)))
}

const LEFT = new Failure('provider_failed', 'the client went away')

type Preparing = { asker: ChatAsker; scope: ChatScope; question: string; remembered: Awaited<ReturnType<typeof rememberThread>> | null }

async function prepare(ctx: Context, { lexicons, breakers, timing }: Answering, { asker, scope, question, remembered }: Preparing) {
  const { payer } = asker
  const resolved = await resolveModel(payer, asker.model ?? BUILTIN)
  const { modelCalls, queries, tokens, rows } = ctx.settings.question
  const { retries, ...deadlines } = ctx.settings.modelCalls
  const layers = [...scope.sources.values()].map(({ layer }) => layer)
  const { wordVectors } = ctx.ports
  const place = { layers, now: ctx.now(), timeZone: ctx.settings.timeZone, ...(wordVectors ? { vectors: wordVectors } : {}) }
  const { previous = null, unanswered = null, unansweredBefore = [], history = [] } = remembered ?? {}
  let refusal: Refused | null = null
  const onSpoken = (refused: Refused | null) => {
    refusal = refused
  }
  const builtin = () =>
    createBuiltinModel({
      ...place,
      previous,
      unanswered,
      unansweredBefore,
      earlier: [],
      lexicons,
      onRefusal: () => {},
      onSpoken,
      language: ctx.request.language,
    })
  const { params, systemPrompt } = resolved
  const noted: Noted = { asked: null, sources: [], unreached: new Map(), restsOn: {} }
  const run: Omit<Question, 'signal' | 'isToldWhole' | 'checkpoint'> = {
    ...place,
    question,
    history,
    refusal: () => refusal,
    callerInstructions: null,
    earlier: [],
    windowTokens: params.context_tokens ?? null,
    instructions: systemPrompt,
    model: createModelCaller(candidatesOf(payer, resolved, builtin), {
      deadlines,
      retries,
      breakers,
      timing,
      telemetry: ctx.ports.telemetry,
      log: ctx.ports.log,
    }),
    modelId: resolved.model.id,
    options: {
      ...(params.temperature === undefined ? {} : { temperature: params.temperature }),
      ...(params.top_p === undefined ? {} : { topP: params.top_p }),
      ...(params.max_tokens === undefined ? {} : { maxOutputTokens: params.max_tokens }),
    },
    budget: { modelCalls, queries, tokens, rows, repairs: REPAIRS },
    runQuery: askWithin(scope, noted),
  }
  return { resolved, run, noted }
}

/** What was asked last, without what is chosen on the dashboard, of which sources, which of that could not reach it, and the tables that were read. */
type Noted = { asked: DataQuery | null; sources: string[]; unreached: Map<string, string>; restsOn: RestsOn }

/** Runs what a model asks for within the scope of a dashboard. */
function askWithin({ sources, conditions }: ChatScope, noted: Noted): RunQuery {
  return async (ctx, datasourceId, query, options) => {
    const source = sources.get(datasourceId)
    if (!source) throw new Failure('not_found', 'no such data source')
    const asked = narrow(source.layer, query, conditions)
    for (const { filter, reason } of asked.unreached) noted.unreached.set(filter, reason)
    const { authority, tables } = source
    const outcome = await runDataQuery(ctx, datasourceId, asked.query, { ...options, authority, narrowed: asked.narrowed, only: tables })
    noted.asked = query
    noted.sources.push(datasourceId)
    noted.restsOn = together(noted.restsOn, { [datasourceId]: await openNow(source, outcome.tables) })
    return outcome
  }
}

/** Notes what an event says, and answers what its reader is shown of it. */
function* take(said: Answered, row: CompletionRow, event: AgentEvent): Generator<ChatEvent> {
  const part = partOf(event)
  if (part) {
    said.parts.push(part)
    yield { type: 'part', part }
  }
  if (event.type === 'status-changed') yield { type: 'status', status: event.status }
  else if (event.type === 'text-delta') {
    said.content += event.text
    yield { type: 'text', text: event.text }
  } else if (event.type === 'usage-counted') row.usage = event.usage
  else if (event.type === 'model-changed') row.model = event.model
}

function partOf(event: AgentEvent): ChatPart | null {
  switch (event.type) {
    case 'query-finished': {
      const { columns, rows, row_count, truncated } = event.query
      const told = columns.map(({ name, label, role, type, unit, grain, aggregate }) => ({ name, label, role, type, unit, grain, aggregate }))
      return { type: 'rows', columns: told, rows, row_count, truncated }
    }
    case 'chart-drawn':
      return { type: 'chart', chart_type: event.chart.chart_type, title: event.chart.title, spec: event.chart.spec }
    case 'suggestions-made':
      return { type: 'suggestions', suggestions: event.suggestions }
    case 'clarification-asked':
      return { type: 'clarification', reason: event.reason, question: event.question, options: event.options }
    case 'refused':
      return { type: 'refusal', reason: event.refused.reason }
    case 'warnings-raised':
      return { type: 'warnings', warnings: event.warnings.map(({ code, message }) => ({ code, message })) }
    default:
      return null
  }
}

type Stored = { row: CompletionRow; said: Answered; facts: Parameters<typeof settlement>[2] }

/** Stores how an answer ended, and counts what it used on the account that pays for it. */
async function store(ctx: Context, { payer }: ChatAsker, { row, said, facts }: Stored): Promise<void> {
  await ctx.db.write([answerStored(ctx, row.id, said), ...settlement(payer, row, facts)])
}
