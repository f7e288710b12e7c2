import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, inputRequired } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { behindAnswer } from '#domain/agent/answers/markdown.ts'
import { type BegunCompletion, beginCompletion, finishCompletion } from '#domain/agent/completions/completions.ts'
import type { AnswerStatus } from '#domain/agent/completions/events.ts'
import type { Attachment, ClarificationAttachment, QueryAttachment } from '#domain/agent/sessions/attachments.ts'
import { listModels } from '#domain/catalog/models.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { CHART_PAGE } from './chart-page.ts'
import { id, MOST_LISTED } from './data-tools.ts'
import { asksByForm } from './elicitation.ts'
import { type Told, type ToolCall, tool } from './tool.ts'

const input = z.strictObject({
  question: z.string().trim().min(1).max(20_000),
  model: z.string().min(1).max(200).optional().describe('A name of list_models; the first that has data sources when absent'),
  session_id: id.optional().describe('The session of an earlier answer'),
})
type Call = ToolCall<z.output<typeof input>>

/** How far a call has said it is. */
type Progress = { last: number }

/** How far each status is on the way to an answer, of a hundred. */
const PROGRESS: Record<AnswerStatus, [number, string]> = {
  understanding: [5, 'Understanding the question'],
  planning: [15, 'Planning'],
  generating_sql: [30, 'Writing the query'],
  validating_sql: [45, 'Checking the query'],
  executing_query: [55, 'Reading the data'],
  correcting: [65, 'Correcting the query'],
  drawing: [80, 'Drawing'],
  summarizing: [90, 'Writing the answer'],
}

/** What comes back with the reader's choice. It says nothing a caller could not say by `session_id`, whose owner is checked when it is used. */
const Resumed = z.object({ session_id: id })
const CHOICE = 'choice'
const Choice = z.object({ answer: z.string().trim().min(1).max(2_000) })

export const ask = tool({
  scope: 'llm:completions',
  title: 'Ask a question',
  description: 'Answers a question in plain words from data, with the query and the rows it was read from, and a chart. Pass session_id to go on.',
  input,
  output: z.object({
    completion_id: z.string(),
    session_id: z.string().nullable(),
    model: z.string(),
    status: z.string(),
    answer: z.string(),
    attachments: z.array(z.looseObject({ type: z.string() })).describe('Queries with their first rows, charts, suggestions, clarifications, warnings'),
  }),
  isReadOnly: false,
  page: CHART_PAGE,
  run: async (call) => {
    const progress = { last: 0 }
    const first = await answered(call, resumed(call), progress)
    const { unclear, session } = first
    if (!unclear || !session) return told(first)
    if (mayElicit(call.asked)) return { more: chooseOne(unclear, session) }
    const choice = Choice.safeParse(await call.elicit?.(formOf(unclear)))
    return told(choice.success ? await answered(call, { question: choice.data.answer, session_id: session }, progress) : first)
  },
})

/** One answer, and what it asks back. */
async function answered({ ctx, answering, asked }: Call, { question, model, session_id }: Call['input'], progress: Progress) {
  const named = model ?? (session_id ? undefined : await firstModel(ctx))
  const messages = [{ role: 'user' as const, content: question }]
  const begun = await beginCompletion(ctx, answering, { messages, ...(named ? { model: named } : {}), ...(session_id ? { session_id } : {}) })
  const completion = await withProgress(asked, begun, progress)
  const { content = '', attachments = [] } = completion.choices[0]?.message ?? {}
  const unclear = attachments.find((attachment): attachment is ClarificationAttachment => attachment.type === 'clarification')
  return { completion, content, attachments, unclear, session: completion.session_id ?? null }
}

function told({ completion, content, attachments, session }: Awaited<ReturnType<typeof answered>>): Told {
  const queries = attachments.filter((attachment): attachment is QueryAttachment => attachment.type === 'query' && !attachment.withheld)
  const { id: completion_id, model, status } = completion
  return {
    result: { completion_id, session_id: session, model, status, answer: content, attachments },
    text: `${content}${behindAnswer(attachments)}${choicesOf(attachments)}` || 'There is no answer.',
    seen: { objects: { ...(session ? { session_id: session } : {}) }, statements: queries.map(({ sql }) => sql) },
  }
}

/** A question whose reader has since chosen among the readings it was asked back with is that choice, in the same session. */
function resumed({ asked, input }: Call): Call['input'] {
  const choice = acceptedContent(asked.inputResponses, CHOICE, Choice)
  const state = asked.requestState<string>()
  if (!choice || typeof state !== 'string') return input
  const read = Resumed.safeParse(parsed(state))
  if (!read.success) throw new Failure('invalid', 'requestState is none this tool has sent', { param: 'requestState' })
  return { question: choice.answer, session_id: read.data.session_id }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the reply may be the question, as of 2026-07-28: the client says what it can with each request, and is asked once. */
function mayElicit({ envelope, inputResponses }: Call['asked']): boolean {
  if (inputResponses?.[CHOICE] !== undefined) return false
  return asksByForm((envelope as Record<string, ClientCapabilities | undefined> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation)
}

function formOf({ question, options }: ClarificationAttachment) {
  const answer = options.length ? { type: 'string' as const, title: 'Meaning', enum: options } : { type: 'string' as const, title: 'Answer' }
  return { message: question, requestedSchema: { type: 'object' as const, properties: { answer }, required: ['answer'] } }
}

const chooseOne = (unclear: ClarificationAttachment, session: string) =>
  inputRequired({
    inputRequests: { [CHOICE]: inputRequired.elicit({ mode: 'form', ...formOf(unclear) }) },
    requestState: JSON.stringify({ session_id: session }),
  })

const choicesOf = (attachments: readonly Attachment[]): string =>
  attachments
    .flatMap((attachment) =>
      attachment.type === 'clarification' && attachment.options.length ? [attachment.options.map((option) => `- ${option}`).join('\n')] : [],
    )
    .map((options) => `\n\n${options}`)
    .join('')

/** Reads an answer to its end, and tells whoever asked with a progress token how far it is; the figure only grows, as the protocol asks. */
async function withProgress(asked: Call['asked'], begun: BegunCompletion, progress: Progress) {
  const progressToken = asked._meta?.progressToken
  if (progressToken === undefined) return finishCompletion(begun)
  for await (const event of begun.events) {
    if (event.type === 'end') return event.completion
    if (event.type !== 'status') continue
    const [far, message] = PROGRESS[event.status]
    progress.last = Math.max(progress.last + 1, far)
    // A client that no longer listens ends the answer by leaving, not by this.
    await asked.notify({ method: 'notifications/progress', params: { progressToken, progress: progress.last, total: 100, message } }).catch(() => {})
  }
  return begun.present()
}

async function firstModel(ctx: Context): Promise<string> {
  const { items } = await listModels(ctx, { page: 1, page_size: MOST_LISTED })
  const usable = items.filter((model) => model.is_enabled)
  const found = usable.find((model) => model.datasource_ids.length > 0) ?? usable[0]
  if (!found) throw new Failure('not_found', 'there is no model to ask', { param: 'model' })
  return found.name
}
