import type { LanguageModelV4ToolCall, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { toldBlind } from '#domain/agent/blind-mode.ts'
import { type Context, instantOf } from '../../context.ts'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { type AgentEvent, addUsage } from '../completions/events.ts'
import { type Asked, openingPrompt, reckoned } from '../context/conversation.ts'
import { resultCharacters } from '../context/history.ts'
import { lookUp, lookUpValues } from '../context/look-up.ts'
import { isEmptyResult } from '../context/looked-up-values.ts'
import { readToolCall, toolDefinitions } from '../context/tools.ts'
import type { ModelCallResult } from '../model/model-call.ts'
import type { CallOptions, ModelCaller } from '../model/model-caller.ts'
import { readReply } from '../model/read-reply.ts'
import { assistantMessage, reproach, unusable } from '../model/reply-messages.ts'
import type { ToldReply } from '../model/reply-reading.ts'
import { NOTHING_ASKED, repeatsQuestion } from '../replies/repeats-question.ts'
import type { Refused } from '../sessions/attachments.ts'
import { answerChange } from '../why/answer-change.ts'
import { answerQuery, drawChart, type QueryCall, queryFacts, queryKey, type RunQuery, type ToolFault, toldResult } from './answer-query.ts'
import { askedIn, numberLanguage } from './number-language.ts'
import { type Budget, emptyIn, mayQuery, type Progress, released, rowsLeft, say, silence } from './progress.ts'
import { shownWords } from './shown-words.ts'
import { untracedFigures } from './trace-figures.ts'

export type AgentRun = Asked & {
  /** Our own is told results whole and takes its figures from them. Others are told a bounded part, and their figures are checked. */
  model: ModelCaller
  options: Pick<CallOptions, 'temperature' | 'topP' | 'maxOutputTokens' | 'responseFormat'>
  budget: Budget
  signal: AbortSignal
  /** The client hears nothing before the end. */
  isToldWhole: boolean
  /** The model has data sources that it cannot query, since it takes no tools. */
  isWithoutData?: boolean
  /** Our own model answers in the place of the one that was asked, since it is sure. */
  isWithoutModel?: boolean
  /** Called before each model call and each query; what it throws ends the run. */
  checkpoint(): Promise<void>
  /** Told what had to be put right in a model's calls before they could be read. */
  onDeviation?(what: string): void
  /** Why our own model gave no answer; null when it did, or was not asked. */
  refusal?(): Refused | null
  /** How its queries are run; with the caller's rights when absent. */
  runQuery?: RunQuery
}

/** Where a round of tool calls leads. */
type Round = { next: 'answer' | 'stop'; failed: boolean; results: LanguageModelV4ToolResultPart[] }

/**
 * Answers a question with a model and tools over the caller's data sources: the same loop whatever the model. It ends with text whenever the model
 * can be brought to say something; it throws what the provider fails with, and the signal's reason on abort.
 */
export async function* runAgent(ctx: Context, run: AgentRun): AsyncGenerator<AgentEvent> {
  const outcomes: QueryOutcome[] = []
  const progress: Progress = {
    prompt: openingPrompt(run),
    outcomes,
    warnings: run.isWithoutData ? [{ code: 'data_not_asked', message: 'This model takes no tools (capabilities.tools), so none of its data was asked.' }] : [],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    text: '',
    queries: 0,
    failedRounds: 0,
    wasUrged: false,
    asked: new Map(),
    held: [],
    asksBack: false,
    answeredBy: null,
    words: run.model.isOwn || run.layers.length === 0 ? null : shownWords(outcomes, numberLanguage(askedIn(run))),
  }
  yield { type: 'status-changed', status: 'understanding' }
  for (let call = 1; call <= run.budget.modelCalls; call++) {
    if (progress.usage.total_tokens >= run.budget.tokens) {
      progress.warnings.push({ code: 'budget_spent', message: 'The tokens one question may use were spent before the answer was complete.' })
      break
    }
    const mayAct = run.layers.length > 0 && call < run.budget.modelCalls && progress.failedRounds <= run.budget.repairs && mayQuery(run, progress)
    const reply = yield* ask(ctx, run, progress, mayAct)
    if (reply.unusable) {
      if (!mayAct) throw unusable(reply.unusable)
      // To call nothing fails no query: it is urged once and leaves the repairs there are.
      if (reply.unusable !== 'uncalled') progress.failedRounds += 1
      progress.wasUrged ||= reply.unusable === 'uncalled'
      progress.prompt.push(...reproach(reply))
      yield { type: 'status-changed', status: 'correcting' }
      continue
    }
    if (!reply.toolCalls.length || !mayAct || reply.finish === 'content_filter') return yield* finish(run, progress, reply.finish)
    const round = yield* act(ctx, run, progress, reply.toolCalls)
    if (round.next === 'stop') break
    if (round.failed) progress.failedRounds += 1
    progress.prompt.push(assistantMessage(reply), { role: 'tool', content: round.results })
    if (round.failed) yield { type: 'status-changed', status: 'correcting' }
    // After a look at the schema there is nothing to sum up yet.
    else if (progress.outcomes.length) yield { type: 'status-changed', status: 'summarizing' }
  }
  yield* finish(run, progress, 'stop')
}

async function* ask(ctx: Context, run: AgentRun, progress: Progress, mayAct: boolean): AsyncGenerator<AgentEvent, ToldReply> {
  await run.checkpoint()
  const { responseFormat, ...options } = run.options
  // The tools stay in place when they may not be called any more: the prompt begins with them. A question about no data is passed on as it was asked.
  const about = run.layers.length
    ? { tools: toolDefinitions(run.profile, run.layers.length), toolChoice: { type: mayAct ? ('auto' as const) : ('none' as const) } }
    : { isWhole: run.isToldWhole, ...(responseFormat ? { responseFormat } : {}) }
  const reply = run.model.call({ ...options, ...about, prompt: [...progress.prompt], abortSignal: run.signal }, ctx.span)
  const { words, outcomes, failedRounds, wasUrged } = progress
  const reader = words && readReply(run, { words, outcomes, mayAct, hasFailed: failedRounds > 0, wasUrged })
  let announced = false
  let separated = progress.text === ''
  const shown = (text: string): AgentEvent | null => {
    if (text === '') return null
    const delta = separated ? text : `\n\n${text}`
    separated = true
    return say(progress, delta)
  }
  try {
    for (;;) {
      const { done, value } = await reply.next()
      if (done) {
        const usage = run.model.isOwn || value.usage.total_tokens > 0 ? value.usage : reckoned(progress.prompt, value)
        const { text, told } = reader ? reader.end(value) : { text: '', told: value }
        const last = shown(text)
        if (last) yield last
        addUsage(progress.usage, usage)
        yield { type: 'usage-counted', usage: { ...progress.usage } }
        return told
      }
      if (value.type === 'text-delta') yield* released(progress)
      if (value.type === 'model-changed') yield value
      else if (value.type === 'text-delta') {
        const event = shown(reader ? reader.push(value.text) : value.text)
        if (event) yield event
      } else if (!announced) {
        announced = true
        yield { type: 'status-changed', status: value.name === 'run_sql' ? 'generating_sql' : 'planning' }
      }
    }
  } catch (error) {
    const last = shown(reader?.brokenOff() ?? '')
    if (last) yield last
    throw error
  } finally {
    await reply.return(undefined as never)
  }
}

async function* act(ctx: Context, run: AgentRun, progress: Progress, calls: LanguageModelV4ToolCall[]): AsyncGenerator<AgentEvent, Round> {
  const round: Round = { next: 'answer', failed: false, results: [] }
  const told = (call: LanguageModelV4ToolCall, value: { [key: string]: JsonValue }, failed = false) => {
    round.failed ||= failed
    round.results.push({
      type: 'tool-result',
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      output: { type: failed ? 'error-json' : 'json', value: value as never },
    })
  }
  let answersNow = false
  for (const toolCall of calls) {
    const read = readToolCall(toolCall.toolName, toolCall.input, run.layers)
    for (const what of read.deviations) run.onDeviation?.(what)
    if ('faults' in read) {
      told(toolCall, { error: { code: 'invalid_arguments', message: read.faults.join('; ') } }, true)
      continue
    }
    const { call } = read
    if (call.name === 'ask_user' && !run.model.isOwn && repeatsQuestion(call.input.question, run.question)) {
      told(toolCall, NOTHING_ASKED, true)
      continue
    }
    if (call.name === 'ask_user') {
      // Whatever was said before: a client that knows no attachments shows the text alone.
      const question = progress.words ? progress.words.push(call.input.question) + progress.words.flush() : call.input.question
      if (!progress.text.includes(question)) yield say(progress, progress.text === '' ? question : `\n\n${question}`)
      progress.asksBack = true
      yield { type: 'clarification-asked', reason: run.refusal?.()?.reason ?? 'ambiguous', ...call.input }
      return { ...round, next: 'stop' }
    }
    if (call.name === 'find_in_schema' || call.name === 'describe_table') {
      const { value, failed } = lookUp(run.layers, call, resultCharacters(run.windowTokens ?? null), run.vectors)
      told(toolCall, value, failed)
      continue
    }
    if (call.name === 'suggest_questions') {
      yield { type: 'suggestions-made', suggestions: call.input.suggestions }
      answersNow ||= progress.text !== ''
      told(toolCall, { ok: true })
      continue
    }
    if (!mayQuery(run, progress)) {
      told(toolCall, { error: { code: 'budget_spent', message: 'no more queries for this question: answer from what you have' } })
      continue
    }
    if (call.name === 'find_values') {
      progress.queries += 1
      await run.checkpoint()
      const { value, failed } = await lookUpValues(ctx, run, call.input)
      told(toolCall, value, failed)
      continue
    }
    if (call.name === 'explain_change') {
      progress.queries += 1
      await run.checkpoint()
      yield { type: 'status-changed', status: 'executing_query' }
      const reply = await answerChange(ctx, call.input, run)
      if ('fault' in reply) told(toolCall, { error: reply.fault as never }, true)
      else {
        progress.outcomes.push(reply.outcome)
        progress.answeredBy = call.input.datasource_id
        yield* reply.events
        told(toolCall, {
          said: reply.said,
          ...(run.model.isOwn ? {} : toldResult(reply.outcome, progress.outcomes.length, resultCharacters(run.windowTokens ?? null))),
        })
      }
      continue
    }
    const key = JSON.stringify([call.name, call.input.datasource_id, queryKey(call)])
    const before = progress.asked.get(key)
    if (before && 'result' in before) {
      told(toolCall, { result: before.result, note: `this query was answered before: its result is number ${before.result}` })
      continue
    }
    if (before) {
      told(toolCall, { error: { ...before.fault, message: `the same query, the same fault: change it. ${before.fault.message}` } as never }, true)
      continue
    }
    progress.queries += 1
    await run.checkpoint()
    const fault = yield* query(ctx, run, progress, call, (value) => told(toolCall, value))
    progress.asked.set(key, fault ? { fault } : { result: progress.outcomes.length })
    if (fault) told(toolCall, { error: fault as never }, true)
  }
  return { ...round, next: answersNow && calls.every((call) => call.toolName === 'suggest_questions') ? 'stop' : 'answer' }
}

async function* query(
  ctx: Context,
  run: AgentRun,
  progress: Progress,
  call: QueryCall,
  told: (value: { [key: string]: JsonValue }) => void,
): AsyncGenerator<AgentEvent, ToolFault | null> {
  yield { type: 'status-changed', status: 'executing_query' }
  const reply = await answerQuery(ctx, call, {
    layers: run.layers,
    mostRows: rowsLeft(run, progress),
    signal: run.signal,
    runQuery: run.runQuery,
    onRepair: run.profile === 'small' ? (what) => run.onDeviation?.(what) : undefined,
  })
  if ('fault' in reply) return reply.fault
  const { outcome, verified } = reply
  if (progress.held.splice(0).length > 0) progress.outcomes.pop()
  progress.outcomes.push(outcome)
  progress.answeredBy = call.input.datasource_id
  const finished: AgentEvent = {
    type: 'query-finished',
    query: queryFacts(call.input.datasource_id, outcome, { verified, ranAt: instantOf(ctx), isWithoutModel: run.isWithoutModel }),
  }
  if (run.model.isOwn && isEmptyResult(outcome.rows)) progress.held.push(finished)
  else yield finished
  const drawn = drawChart(call, outcome, run.question)
  if (drawn) {
    yield { type: 'status-changed', status: 'drawing' }
    const event: AgentEvent = { type: 'chart-drawn', chart: drawn.chart }
    if (progress.held.length > 0) progress.held.push(event)
    else yield event
    if (drawn.note) progress.warnings.push({ code: 'chart_not_possible', message: drawn.note })
  }
  told(
    run.model.isOwn
      ? { columns: outcome.columns as never, rows: outcome.rows, truncated: outcome.truncated }
      : run.layers.some((layer) => layer.isBlind && layer.datasourceId === call.input.datasource_id)
        ? toldBlind(outcome, progress.outcomes.length, call.name === 'run_sql' ? call.input.sql : outcome.sql)
        : toldResult(outcome, progress.outcomes.length, resultCharacters(run.windowTokens ?? null)),
  )
  return null
}

async function* finish(run: AgentRun, progress: Progress, reason: ModelCallResult['finish']): AsyncGenerator<AgentEvent> {
  yield* released(progress)
  const { text, outcomes, warnings } = progress
  if (text.trim() === '') yield say(progress, silence(progress))
  else if (!run.model.isOwn && run.layers.length && !progress.asksBack) {
    const untraced = untracedFigures(text, outcomes, [run.question, ...run.history.map((turn) => turn.content)].join(' '))
    warnings.push(
      ...untraced.map((figure) => ({ code: 'untraced_number' as const, message: `"${figure}" does not stand in any result of this answer`, text: figure })),
    )
  }
  for (const written of progress.words?.unknown ?? []) warnings.push({ code: 'untraced_number', message: 'A cell was cited that no result has', text: written })
  const refused = progress.asksBack ? null : (run.refusal?.() ?? emptyIn(progress))
  if (refused) yield { type: 'refused', refused }
  if (reason === 'length') warnings.push({ code: 'answer_cut', message: 'The answer was cut at the longest length allowed.' })
  if (warnings.length) yield { type: 'warnings-raised', warnings }
  yield { type: 'finished', reason }
}
