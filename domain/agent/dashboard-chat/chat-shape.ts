import { z } from 'zod'
import { ChartSpec, ChartType } from '../../charts/chart-spec.ts'
import { FILTERS_PARAMETER } from '../../charts/filters/selection.ts'
import { exampleId } from '../../identifiers.ts'
import { orNull } from '../../or-null.ts'
import { QueryColumn, QueryOutcome } from '../../query/query-outcome.ts'
import { AnswerReason } from '../../query/terms/answer-reason.ts'
import { Instant, strict } from '../../strict.ts'

export const ChatQuestion = strict({
  question: z.string().trim().min(1).max(2_000),
  thread_id: z.string().min(1).max(64).optional().meta({ description: 'The thread to go on in; a new one when absent' }),
  filters: FILTERS_PARAMETER.meta({ description: 'What is chosen on the dashboard, as its data takes it: the answer is over the same rows' }),
}).meta({ id: 'ChatQuestion', example: { question: 'How much of it in 2025?' } })
export type ChatQuestion = z.infer<typeof ChatQuestion>

const { rows, row_count, truncated } = QueryOutcome.shape

/** What an answer on a dashboard carries beside its words: rows and how they are drawn, never the statement, which tells the filters of others. */
export const ChatPart = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('rows'),
      columns: z.array(QueryColumn.pick({ name: true, label: true, role: true, type: true, unit: true, grain: true, aggregate: true })),
      rows,
      row_count,
      truncated,
    }),
    z.object({ type: z.literal('chart'), chart_type: ChartType, title: z.string(), spec: orNull(ChartSpec) }),
    z.object({ type: z.literal('suggestions'), suggestions: z.array(z.string()) }),
    z.object({ type: z.literal('clarification'), reason: AnswerReason.optional(), question: z.string(), options: z.array(z.string()) }),
    z.object({ type: z.literal('refusal'), reason: AnswerReason }),
    z.object({ type: z.literal('warnings'), warnings: z.array(z.object({ code: z.string(), message: z.string() })) }),
  ])
  .meta({ id: 'ChatPart', description: 'The rows of a query, then how they are drawn' })
export type ChatPart = z.infer<typeof ChatPart>

export const ChatTurn = z
  .object({
    id: z.string().meta({ example: exampleId('cmp') }),
    thread_id: z.string().meta({ example: exampleId('thr') }),
    question: z.string(),
    content: z.string(),
    parts: z.array(ChatPart),
    withheld: z.boolean().meta({ description: 'The answer is left out: what it tells of is not open any more' }),
    status: z.enum(['running', 'completed', 'incomplete', 'failed', 'cancelled']),
    created_at: Instant,
    expires_at: Instant.meta({
      description:
        'When the thread is forgotten: of a guest the host names after the days set for the deployment, of others with the token it was last asked with',
    }),
  })
  .meta({ id: 'ChatTurn' })
export type ChatTurn = z.infer<typeof ChatTurn>
