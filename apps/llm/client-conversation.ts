import { answerTask, clientTask } from '#domain/agent/answers/client-tasks.ts'
import { presentCompletion } from '#domain/agent/completions/completion.ts'
import { type CompletionRequest, readConversation, withCommands } from '#domain/agent/completions/completion-request.ts'
import { newCompletion } from '#domain/agent/completions/completion-store.ts'
import type { Answering, BegunCompletion, CompletionEvent } from '#domain/agent/completions/completions.ts'
import { sameConversation } from '#domain/agent/sessions/same-conversation.ts'
import { suggestQuestions } from '#domain/agent/sessions/suggestions.ts'
import { resolveModel } from '#domain/catalog/models.ts'
import type { Context } from '#domain/context.ts'

/** A request of a client that sends its whole conversation each time, in the session that holds it so far. */
export async function inItsSession(ctx: Context, request: CompletionRequest): Promise<CompletionRequest> {
  if (request.session_id || request.store === false || request.messages.length < 2) return request
  const { history } = readConversation((await withCommands(ctx, request)).messages)
  const session = await sameConversation(ctx, history, request.model ?? null)
  return session === null ? request : { ...request, session_id: session }
}

/**
 * The answer to what a client asks for its own sake, such as a title for its list, of a model with data: no data is asked, no model called, nothing kept.
 * Null for a question, and for a model without data, which does that itself. Fails with `not_found` for a model the caller may not use.
 */
export async function clientTaskOf(ctx: Context, { lexicons }: Answering, request: CompletionRequest): Promise<BegunCompletion | null> {
  const { question, history } = readConversation(request.messages)
  const task = clientTask(question)
  if (task === null || !request.model) return null
  const { model, datasourceIds } = await resolveModel(ctx, request.model)
  if (!datasourceIds.length) return null
  const next = task === 'follow_ups' ? await suggestQuestions(ctx, { model: request.model, limit: 3 }, lexicons) : []
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const content = answerTask(
    task,
    question,
    asked,
    next.map((each) => each.question),
  )
  const row = { ...newCompletion(ctx, { sessionId: '', model: model.name }), status: 'completed' as const, finish_reason: 'stop' }
  const completion = presentCompletion(row, { content, attachments: [] })
  return { row, sessionId: null, hasData: false, events: said(content, completion), present: () => completion, leave: () => {} }
}

async function* said(text: string, completion: ReturnType<BegunCompletion['present']>): AsyncGenerator<CompletionEvent> {
  yield { type: 'text', text }
  yield { type: 'end', completion }
}
