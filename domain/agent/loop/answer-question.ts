import { type Context, within } from '../../context.ts'
import type { AnswerReason } from '../../query/terms/answer-reason.ts'
import { failureCode, type QuestionOutcome } from '../../telemetry.ts'
import type { AgentEvent } from '../completions/events.ts'
import { type AgentRun, runAgent } from './agent.ts'

export type Question = AgentRun & {
  /** Of the model that was asked. */
  modelId: string
}

/** What an answer came to, as far as its events told. */
type Came = { queries: number; rows: number; sources: Set<string>; asksBack: boolean; refused: boolean; reason: AnswerReason | null; finished: boolean }

/** `runAgent`, traced and counted as one question: its model calls and queries are parts of it. Nothing of what is asked or answered is told. */
export async function* answerQuestion(asker: Context, run: Question): AsyncGenerator<AgentEvent> {
  const { telemetry } = asker.ports
  const ctx = within(asker, asker.span.child('question', { 'querent.model.id': run.modelId }))
  const started = performance.now()
  const came: Came = { queries: 0, rows: 0, sources: new Set(), asksBack: false, refused: false, reason: null, finished: false }
  let failure: string | null = null
  const onDeviation = (what: string) => {
    telemetry.count('tool_repairs', { kind: what.replaceAll(' ', '_') })
    run.onDeviation?.(what)
  }
  try {
    for await (const event of runAgent(ctx, { ...run, onDeviation })) {
      if (event.type === 'usage-counted') tellUsage(ctx, event.usage)
      else note(came, event)
      yield event
    }
  } catch (error) {
    const isDeadline = failureCode(error) === 'provider_timeout'
    if (!run.signal.aborted || isDeadline) failure = failureCode(error)
    throw error
  } finally {
    const outcome = outcomeOf(came, failure)
    const reason = failure ?? came.reason ?? 'none'
    const answered_by = run.model.isOwn ? 'builtin' : 'model'
    ctx.span.set({
      'querent.question.outcome': outcome,
      'querent.question.answered_by': answered_by,
      'querent.question.reason': reason,
      'querent.question.queries': came.queries,
      'querent.question.rows': came.rows,
      'querent.datasource.ids': [...came.sources].join(',') || undefined,
    })
    ctx.span.end(failure)
    telemetry.count('questions', { outcome, reason, answered_by })
    telemetry.took('question', { answered_by }, (performance.now() - started) / 1000)
  }
}

function tellUsage(
  { span }: Context,
  { prompt_tokens, completion_tokens, prompt_tokens_details: details }: Extract<AgentEvent, { type: 'usage-counted' }>['usage'],
) {
  span.set({
    'gen_ai.usage.input_tokens': prompt_tokens,
    'gen_ai.usage.output_tokens': completion_tokens,
    'gen_ai.usage.cache_read.input_tokens': details?.cached_tokens ?? 0,
  })
}

function note(came: Came, event: AgentEvent): void {
  if (event.type === 'query-finished') {
    came.queries += 1
    came.rows += event.query.row_count
    came.sources.add(event.query.datasource_id)
  } else if (event.type === 'clarification-asked') Object.assign(came, { asksBack: true, reason: event.reason })
  else if (event.type === 'refused') Object.assign(came, { refused: true, reason: event.refused.reason })
  else if (event.type === 'finished') came.finished = true
}

function outcomeOf({ asksBack, refused, finished }: Came, failure: string | null): QuestionOutcome {
  if (failure !== null) return 'failed'
  if (!finished) return 'cancelled'
  if (asksBack) return 'asked_back'
  return refused ? 'refused' : 'answered'
}
