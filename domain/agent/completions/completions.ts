import type { BatchItem } from 'drizzle-orm/batch'
import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { untilCredentialEnds } from '../../access/live-credential.ts'
import { priceOf } from '../../catalog/models.ts'
import { chartInsert } from '../../charts/charts.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { noteChosen } from '../../query/learned-phrases.ts'
import { noteMissed } from '../../semantics/layer/unmatched-terms.ts'
import { promptTokens } from '../context/conversation.ts'
import { tokensOf } from '../context/history.ts'
import { ANSWER_PROMPT_VERSION } from '../context/prompts/answer.ts'
import { answerQuestion } from '../loop/answer-question.ts'
import { estimateOf, expectedTokens, type Kept, type Prepared, prepareCompletion } from '../loop/prepare.ts'
import { createBreakers } from '../model/breakers.ts'
import { realTiming, type Timing } from '../model/timing.ts'
import type { Attachment } from '../sessions/attachments.ts'
import { UNTITLED } from '../sessions/session-shape.ts'
import { newSession } from '../sessions/sessions.ts'
import { type Completion, type CompletionRow, isCancelled, presentCompletion } from './completion.ts'
import type { CompletionRequest } from './completion-request.ts'
import { holdBeginning, isHeld, newCompletion, recordUnkept, settleAlone, storeBeginning, storeEnding } from './completion-store.ts'
import type { AgentEvent, AnswerStatus, DrawnChart } from './events.ts'
import { keepNoted } from './lost-completions.ts'
import { hasEnded, prefetch, resumed } from './prefetch.ts'
import { RecentMap } from './recent-map.ts'
import { releaseQuestion, reserveQuestion, settlement } from './reservations.ts'
import { type AnswerLog, createRunningCompletions, type RunningCompletions } from './running.ts'

/** What answers share while the process lives. */
export type Answering = Kept & { running: RunningCompletions; seconds: number }

const LEXICONS_KEPT = 50

/** `seconds` is what one answer may take, never more than the settings allow. */
export const createAnswering = ({ seconds = Number.POSITIVE_INFINITY, timing = realTiming as Timing } = {}): Answering => ({
  running: createRunningCompletions(),
  lexicons: new RecentMap(LEXICONS_KEPT),
  breakers: createBreakers(timing),
  timing,
  seconds,
})

export type CompletionEvent =
  | { type: 'status'; status: AnswerStatus }
  | { type: 'text'; text: string }
  /** Another model than the one asked answers from here. */
  | { type: 'model'; model: string }
  | { type: 'attachment'; attachment: Attachment }
  | { type: 'end'; completion: Completion }

/** An answer that has begun. Its events must be read to their end, or `leave` called. */
export type BegunCompletion = {
  row: CompletionRow
  sessionId: string | null
  /** Whether the model has data to ask. */
  hasData: boolean
  events: AsyncIterableIterator<CompletionEvent>
  /** The answer as far as it came. */
  present(): Completion
  /** The client is gone: model and query stop at once, and what had come is stored, also when nobody has read an event yet. */
  leave(): void
}

const LEFT = new Failure('provider_failed', 'the client went away')
const CANCELLED = new Failure('provider_failed', 'the answer was cancelled')

/**
 * Begins to answer a completion request with the caller's rights. Unless `store` is false the session and the running completion are stored before
 * anything is told, and before the model is called where that can fail, everything else in one batch at the end, however it ends; with `isToldWhole` the client hears of nothing before that, and both
 * may be one. Fails with `not_found`, `invalid`, `forbidden`, `session_busy`.
 */
export async function beginCompletion(ctx: Context, answering: Answering, request: CompletionRequest, { isToldWhole = false } = {}): Promise<BegunCompletion> {
  const prepared = await prepareCompletion(ctx, request, answering)
  const { resolved, session, run } = prepared
  const model = resolved.model.name
  const fresh = session ? null : newSession(ctx, { title: sanitizeText(run.question, 80) || UNTITLED, model })
  const kept = request.store !== false
  const row = newCompletion(ctx, { sessionId: session?.id ?? fresh?.id ?? '', model })
  const reserved = resolved.isBudgeted
  if (reserved) await reserveQuestion(ctx, estimateOf(row.id, resolved, run))
  const stored = Promise.withResolvers<void>()
  // Where a runtime ends work with its request, this keeps the process from the answer's beginning until it is stored.
  ctx.defer(() => stored.promise)
  const waits = kept && fresh !== null && isToldWhole && ctx.idempotencyId === null
  if (waits) holdBeginning(ctx, row, fresh, run.question)
  const beginning = waits ? Promise.resolve() : kept ? storeBeginning(ctx, row, fresh, run.question) : recordUnkept(ctx, row)
  beginning.catch(() => {})
  // In a session of its own, without a key to repeat it by, nothing can be against the question: the model is called while it is stored.
  if (session || ctx.idempotencyId !== null) {
    try {
      await beginning
    } catch (error) {
      if (reserved) await releaseQuestion(ctx, row.id).finally(stored.resolve)
      else stored.resolve()
      throw error
    }
  }
  const course: Course = {
    row,
    kept,
    reserved,
    beginning,
    isToldWhole,
    controller: new AbortController(),
    came: { content: '', attachments: [], charts: [] },
    marks: [],
    isOver: false,
    begun: false,
    stored: stored.resolve,
    leave() {
      course.controller.abort(LEFT)
      void events.return(undefined).catch(() => {})
      // A generator that has not begun ends without its `finally`.
      if (!course.begun) ctx.defer(() => settle(ctx, prepared, course).finally(course.stored))
      course.begun = true
    },
  }
  const events = answer(ctx, answering, prepared, course)
  const { leave } = course
  if (ctx.signal.aborted) leave()
  else ctx.signal.addEventListener('abort', leave, { once: true })
  const first = await events.next()
  return {
    row,
    sessionId: kept ? row.session_id : null,
    hasData: run.layers.length > 0,
    events: resumed([Promise.resolve(first)], events),
    present: () => present(course),
    leave,
  }
}

/** Reads an answer to its end, or to where its client left. */
export async function finishCompletion({ events, present }: BegunCompletion): Promise<Completion> {
  for await (const event of events) if (event.type === 'end') return event.completion
  return present()
}

const present = ({ row, kept, came }: Course): Completion => presentCompletion(kept ? row : { ...row, session_id: '' }, came)

type Course = AnswerLog & {
  row: CompletionRow
  kept: boolean
  reserved: boolean
  /** Settles when the question is stored. */
  beginning: Promise<void>
  isToldWhole: boolean
  controller: AbortController
  came: Answer
  begun: boolean
  /** To be called when the answer is stored. */
  stored(): void
  /** The client is gone. */
  leave(): void
}

/** What has come of an answer so far. */
type Answer = { content: string; attachments: Attachment[]; charts: BatchItem<'sqlite'>[] }

async function* answer(ctx: Context, { running, seconds: most }: Answering, prepared: Prepared, course: Course): AsyncGenerator<CompletionEvent> {
  const seconds = Math.min(most, ctx.settings.question.seconds)
  const { row, kept, controller, came } = course
  course.begun = true
  running.add(row.id, course, () => controller.abort(CANCELLED))
  const noted = kept ? keepNoted(ctx, row, came, { isStored: () => !isHeld(row), onEnded: () => controller.abort(CANCELLED) }) : () => {}
  const unwatched = untilCredentialEnds(ctx, (failure) => controller.abort(failure))
  const deadline = setTimeout(() => controller.abort(new Failure('provider_timeout', `no answer within ${seconds} seconds`)), seconds * 1000)
  let isFresh = true
  const checkpoint = async () => {
    // Stored a moment ago: nobody but this process can have been told of it.
    if (!isFresh && kept && !isHeld(row) && (await isCancelled(ctx, row.id))) controller.abort(CANCELLED)
    isFresh = false
    controller.signal.throwIfAborted()
  }
  try {
    const events = answerQuestion(ctx, { ...prepared.run, isToldWhole: course.isToldWhole, signal: controller.signal, checkpoint })
    for await (const event of resumed(await prefetch(events, course.beginning), events)) {
      const shown = take(ctx, prepared, course, event)
      if (!shown) continue
      if (shown.type !== 'text' && shown.type !== 'end') course.marks.push({ at: came.content.length, mark: shown })
      yield shown
    }
    row.status = 'completed'
  } catch (error) {
    if (error !== LEFT && error !== CANCELLED) {
      fail(row, came, error)
      throw error
    }
  } finally {
    clearTimeout(deadline)
    noted()
    unwatched()
    running.remove(row.id)
    // Not by a signal of the listener: that costs more than all other listeners of an answer.
    ctx.signal.removeEventListener('abort', course.leave)
    controller.abort(LEFT)
    await settle(ctx, prepared, course).finally(course.stored)
    course.isOver = true
  }
  yield { type: 'end', completion: present(course) }
}

/** Notes what an event says, and answers what a reader is shown of it. */
function take(ctx: Context, prepared: Prepared, course: Course, event: AgentEvent): CompletionEvent | null {
  const { row, came } = course
  const attached = (attachment: Attachment): CompletionEvent => {
    came.attachments.push(attachment)
    return { type: 'attachment', attachment }
  }
  switch (event.type) {
    case 'status-changed':
      return { type: 'status', status: event.status }
    case 'model-changed':
      row.model = event.model
      return { type: 'model', model: event.model }
    case 'text-delta':
      came.content += event.text
      return { type: 'text', text: event.text }
    case 'query-finished':
      return attached({ id: ctx.newId('att'), ...event.query })
    case 'chart-drawn':
      return attached(chartAttachment(ctx, prepared, course, event.chart))
    case 'suggestions-made':
      return attached({ id: ctx.newId('att'), type: 'suggestions', suggestions: event.suggestions })
    case 'clarification-asked':
      return attached({ id: ctx.newId('att'), type: 'clarification', reason: event.reason, question: event.question, options: event.options })
    case 'refused':
      return attached({ id: ctx.newId('att'), type: 'refusal', ...event.refused })
    case 'warnings-raised':
      return attached({ id: ctx.newId('att'), type: 'warnings', warnings: event.warnings })
    case 'usage-counted':
      row.usage = event.usage
      return null
    case 'finished':
      row.finish_reason = event.reason
      return null
  }
}

function chartAttachment(ctx: Context, { resolved }: Prepared, { row, kept, came }: Course, chart: DrawnChart): Attachment {
  const { title, datasourceId, query, spec, chart_type } = chart
  const shown = { id: ctx.newId('att'), type: 'chart' as const, chart_type, title, spec }
  if (!kept) return { ...shown, chart_id: null }
  const stored = chartInsert(ctx, { title, datasource_id: datasourceId, model_id: resolved.model.id, session_id: row.session_id, query, spec, chart_type })
  came.charts.push(...stored.statements)
  return { ...shown, chart_id: stored.id }
}

function fail(row: CompletionRow, came: Answer, error: unknown): void {
  row.status = came.content || came.attachments.length ? 'incomplete' : 'failed'
  row.error = error instanceof Failure ? { code: error.code, message: error.message } : { code: 'internal', message: 'internal error' }
}

/** Whoever leaves just before the provider counts has used no less; of an answer that was asked for in one piece, what it was expected to take. */
function countUncounted({ row, came }: Course, { run }: Prepared): void {
  const isUnheard = run.model.isUnheard && row.status === 'cancelled'
  if (row.usage.total_tokens > 0 || run.model.isOwn || (came.content === '' && !isUnheard)) return
  const prompt_tokens = promptTokens(run)
  const completion_tokens = came.content === '' ? expectedTokens(run) : tokensOf(came.content)
  row.usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Stores how an answer ended. Of one whose question could not be stored nothing is left. */
async function settle(ctx: Context, prepared: Prepared, course: Course): Promise<void> {
  const { resolved, missed, chosen, deviations } = prepared
  const { row, kept, reserved, came, beginning } = course
  if (!(await hasEnded(beginning))) {
    if (reserved) await releaseQuestion(ctx, row.id)
    return
  }
  // Neither finished nor failed: the client left, or somebody cancelled.
  if (row.status === 'running') Object.assign(row, { status: 'cancelled', finish_reason: 'stop' })
  if (row.status !== 'completed') countUncounted(course, prepared)
  const { id, status, usage } = row
  ctx.ports.log({
    level: 'info',
    message: 'question answered',
    completion_id: id,
    model: resolved.model.id,
    prompt: ANSWER_PROMPT_VERSION,
    status,
    code: row.error?.code,
    prompt_tokens: usage.prompt_tokens,
    completion_tokens: usage.completion_tokens,
    cached_tokens: usage.prompt_tokens_details?.cached_tokens,
    deviations: deviations.size ? [...deviations].map(([what, times]) => `${what}: ${times}`).join('; ') : undefined,
  })
  const used = settlement(ctx, row, {
    reserved,
    asked: came.attachments.flatMap((one) => (one.type === 'query' ? [one.datasource_id] : [])),
    price: priceOf(resolved, row.model),
  })
  const noted = [...[...missed.values()].flatMap((refused) => noteMissed(ctx, refused)), ...[...chosen.values()].flatMap((choice) => noteChosen(ctx, choice))]
  if (kept) await storeEnding(ctx, { row, ...came, asked: resolved.model.name, settlement: [...used, ...noted] })
  else await settleAlone(ctx, used)
}
