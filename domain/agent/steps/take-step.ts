import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, sessions } from '#db/schema/sessions.ts'
import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { notFound } from '#domain/allow.ts'
import { writeAnswer } from '#domain/analyst/answers/answer.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { ChartSpec } from '#domain/charts/chart-spec.ts'
import { chartInsert } from '#domain/charts/charts.ts'
import { chooseChart } from '#domain/charts/choose.ts'
import { bumped, commitInsert } from '#domain/commit.ts'
import { type Context, instantOf } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { exampleId } from '#domain/identifiers.ts'
import type { Language } from '#domain/language.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import { runDataQuery } from '#domain/query/run-query.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { loadLayer } from '#domain/semantics/layer/load-layer.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { requireDatasource } from '#domain/semantics/sources/datasources.ts'
import { strict } from '#domain/strict.ts'
import { queryFacts } from '../loop/answer-query.ts'
import type { Attachment, ChartAttachment, QueryAttachment } from '../sessions/attachments.ts'
import { Message } from '../sessions/messages.ts'
import type { SessionRow } from '../sessions/session-shape.ts'
import { requireSession } from '../sessions/sessions.ts'
import { withheld } from '../sessions/withheld.ts'
import { AnswerChange } from './answer-change.ts'
import { changeInWords } from './change-in-words.ts'
import { changeQuery } from './change-query.ts'
import { explainGroup } from './why.ts'

/** Rows read for a step: enough to choose a chart by; the stored query reads the rest. */
const ROWS_READ = 1_000

export const NewStep = strict({
  attachment_id: z.string().min(1).max(64).optional().meta({ description: 'The query of the answer to change; its last one when absent' }),
  change: AnswerChange,
}).meta({ id: 'NewStep', example: { change: { action: 'filter', table: 'Customer', column: 'Country', operator: 'equals', values: ['Germany'] } } })

export const Step = z
  .object({ question: Message, answer: Message })
  .meta({ id: 'Step', description: 'The turn a step is kept as: what was done, in words, and the answer it leads to' })
export type Step = z.infer<typeof Step>

export const stepParams = z.object({
  session_id: z.string().meta({ example: exampleId('ses') }),
  message_id: z.string().meta({ description: 'The id of an answer of the session', example: exampleId('msg') }),
})

/** An answer with the query of it that is meant, and what the caller may do it with. */
export type Changeable = { session: SessionRow; attachments: Attachment[]; attachment: QueryAttachment; query: SemanticQuery; layer: Layer }

type Held = Pick<Changeable, 'session' | 'attachments' | 'attachment'>

/** A query of an answer, for a caller who may ask in its session. Fails with `not_found`, also where its rows are withheld from him, and `invalid`. */
async function requireQuery(ctx: Context, sessionId: string, messageId: string, attachmentId: string | undefined): Promise<Held> {
  const session = await requireSession(ctx, sessionId, 'edit')
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.session_id, session.id), eq(messages.role, 'assistant')))
  if (!row) throw notFound('message')
  const [shown] = await withheld(ctx, session.user_id, [{ attachments: row.attachments as Attachment[] }], session.id)
  const attachments = shown?.attachments ?? []
  const queries = attachments.filter((one) => one.type === 'query')
  const attachment = attachmentId === undefined ? queries.at(-1) : queries.find(({ id }) => id === attachmentId)
  if (!attachment && attachmentId === undefined) throw new Failure('invalid', 'this answer rests on no query that could be changed')
  if (!attachment || attachment.withheld) throw notFound('attachment', 'attachment_id')
  return { session, attachments, attachment }
}

/** A query that can be changed in steps. Fails as `requireQuery`, and with `invalid` where it was not computed from the semantic layer. */
export async function requireChangeable(ctx: Context, sessionId: string, messageId: string, attachmentId: string | undefined): Promise<Changeable> {
  return changeable(ctx, await requireQuery(ctx, sessionId, messageId, attachmentId))
}

async function changeable(ctx: Context, { session, attachments, attachment }: Held): Promise<Changeable> {
  if (!attachment.semantic_query) {
    throw new Failure('invalid', 'only an answer that was computed from the semantic layer can be changed in steps', {
      param: 'attachment_id',
      hint: 'its SQL can be edited and run by POST /api/v1/semantic/datasources/{datasource_id}/query',
    })
  }
  const layer = await loadLayer(ctx, await requireDatasource(ctx, attachment.datasource_id, 'view'))
  return { session, attachments, attachment, query: attachment.semantic_query, layer }
}

type Taken = { outcome: QueryOutcome; words: string; content: string; before: ChartAttachment | null }

/**
 * Changes an answer by one step, a query with the caller's rights and the data of now, and keeps it in the session as a turn of its own. No model is called.
 * Fails as `requireChangeable` and as the query does; any query can be taken the place of by a statement of the reader's.
 */
export async function takeStep(ctx: Context, sessionId: string, messageId: string, input: z.infer<typeof NewStep>, lexicons: LexiconCache): Promise<Step> {
  const held = await requireQuery(ctx, sessionId, messageId, input.attachment_id)
  const { session, attachment } = held
  const { change } = input
  const { outcome, words, content, before } =
    change.action === 'sql' ? await ofStatement(ctx, held, change) : await ofQuery(ctx, await changeable(ctx, held), change, lexicons)
  const at = instantOf(ctx)
  const said = { session_id: session.id, completion_id: null, is_incomplete: false, created_at: at }
  const question: Message = { ...said, id: ctx.newId('msg'), role: 'user', content: words, attachments: [] }
  const stepped = { id: ctx.newId('att'), ...queryFacts(attachment.datasource_id, outcome, { ranAt: at, isEdited: change.action === 'sql' }) }
  const chart = drawn(ctx, { session, datasourceId: attachment.datasource_id, outcome, change, before, words: outcome.explanation ?? words })
  const step = { id: ctx.newId('att'), type: 'step' as const, from_attachment_id: attachment.id, words, change }
  const answer: Message = { ...said, id: ctx.newId('msg'), role: 'assistant', content, attachments: [step, stepped, ...(chart ? [chart.attachment] : [])] }
  const spoken = ctx.db
    .update(sessions)
    .set({ message_count: sql`${sessions.message_count} + 2`, last_message_at: at, ...bumped(ctx, sessions) })
    .where(eq(sessions.id, session.id))
  const facts = { type: 'session.stepped', resource: { type: 'session', id: session.id }, details: { message_id: answer.id, action: change.action } }
  await commitInsert(ctx, ctx.db.insert(messages).values([question, answer]), facts, [spoken, ...(chart?.statements ?? [])])
  return { question, answer }
}

type StatementChange = Extract<AnswerChange, { action: 'sql' }>

async function ofStatement(ctx: Context, { attachment }: Held, change: StatementChange): Promise<Taken> {
  const { language = 'en' } = ctx.request
  const outcome = await runDataQuery(ctx, attachment.datasource_id, { sql: change.sql }, { rowLimit: ROWS_READ, authority: 'caller' })
  const { row_count: count, truncated } = outcome
  return { outcome, words: statementInWords[language], content: rowsInWords[language](count, truncated), before: null }
}

const statementInWords: Record<Language, string> = { en: 'SQL of your own', de: 'Eigenes SQL' }
const rowsInWords: Record<Language, (count: number, isMore: boolean) => string> = {
  en: (count, isMore) => `${isMore ? 'More than ' : ''}${count} ${count === 1 ? 'row' : 'rows'}.`,
  de: (count, isMore) => `${isMore ? 'Mehr als ' : ''}${count} ${count === 1 ? 'Zeile' : 'Zeilen'}.`,
}

type QueryChange = Exclude<AnswerChange, { action: 'sql' }>

async function ofQuery(
  ctx: Context,
  { attachments, attachment, query: asked, layer }: Changeable,
  change: QueryChange,
  lexicons: LexiconCache,
): Promise<Taken> {
  const why = change.action === 'why' ? await explainGroup(ctx, attachment.datasource_id, { layer, query: asked, change }) : null
  const query = why ? why.query : changeQuery(layer, asked, change)
  const outcome = await runDataQuery(ctx, attachment.datasource_id, { semantic_query: query }, { rowLimit: ROWS_READ, authority: 'caller' })
  const changed = { layer, change, query: asked, columns: attachment.columns }
  const words = sanitizeText(changeInWords(changed), 300)
  const content = why ? sanitizeText(why.said) : worded(ctx, { layer, query, outcome, words, lexicons })
  return { outcome, words: sanitizeText(changeInWords(changed, ctx.request.language), 300), content, before: chartOf(attachments, attachment) }
}

function worded(
  ctx: Context,
  { layer, query, outcome, words, lexicons }: { layer: Layer; query: SemanticQuery; outcome: QueryOutcome; words: string; lexicons: LexiconCache },
): string {
  const compiled = compileQuery(layer, query)
  const result = { columns: [], rows: outcome.rows, truncated: outcome.truncated, durationMs: outcome.duration_ms }
  const clock = { now: ctx.now(), timeZone: ctx.settings.timeZone }
  return writeAnswer({ question: words, layer, query, compiled, result, clock, cache: lexicons, language: ctx.request.language }).text
}

/** The chart of a query is the one that follows it. */
function chartOf(attachments: Attachment[], query: QueryAttachment): ChartAttachment | null {
  const next = attachments[attachments.findIndex(({ id }) => id === query.id) + 1]
  return next?.type === 'chart' ? next : null
}

type Drawing = { session: SessionRow; datasourceId: string; outcome: QueryOutcome; change: AnswerChange; before: ChartAttachment | null; words: string }

/** The chart of a step: as it was asked for; else of the same type where the groups are the same; of a comparison bars and a line, else the usual one. */
function drawn(ctx: Context, { session, datasourceId, outcome, change, before, words }: Drawing) {
  if (outcome.rows.length === 0) return null
  const keeps = change.action === 'filter' || change.action === 'unfilter' || change.action === 'sort' || change.action === 'limit'
  const compared = outcome.semantic_query?.compare ? ('combo' as const) : null
  const wanted = change.action === 'chart' ? change.chart_type : keeps ? (before?.chart_type ?? null) : compared
  const chosen = chooseChart(outcome.columns, outcome.rows, wanted, { query: outcome.semantic_query })
  if (change.action === 'chart' && chosen.chart_type !== change.chart_type)
    throw new Failure('invalid', chosen.note ?? 'this result cannot be drawn so', { param: 'change.chart_type' })
  const isDrawable = chosen.spec === null || ChartSpec.safeParse(chosen.spec).success
  const title = words.replace(/\.$/, '').slice(0, 200)
  const { chart_type, spec } = isDrawable ? chosen : { chart_type: 'table' as const, spec: null }
  const query = outcome.semantic_query ? { semantic_query: outcome.semantic_query } : { sql: outcome.sql }
  const stored = chartInsert(ctx, { title, datasource_id: datasourceId, model_id: null, session_id: session.id, query, spec, chart_type })
  return { statements: stored.statements, attachment: { id: ctx.newId('att'), type: 'chart' as const, chart_id: stored.id, chart_type, title, spec } }
}
