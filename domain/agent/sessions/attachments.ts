import { z } from 'zod'
import { ChartSpec, ChartType } from '../../charts/chart-spec.ts'
import { exampleId } from '../../identifiers.ts'
import { orNull } from '../../or-null.ts'
import { QueryOutcome } from '../../query/query-outcome.ts'
import { AnswerReason } from '../../query/terms/answer-reason.ts'
import { Instant } from '../../strict.ts'
import { AnswerChange } from '../steps/answer-change.ts'

/** Rows a query attachment carries; the data source has the rest. */
export const INLINE_ROWS = 50

const id = z.string().meta({ example: exampleId('att') })

/** By rule, from what ran: never what a model says of itself. */
export const QueryBasis = z.enum(['verified_query', 'semantic_layer', 'model_sql', 'edited_sql']).meta({
  id: 'QueryBasis',
  description:
    'Where the statement came from: verified_query, a person vouches for it; semantic_layer, compiled from the semantic layer; model_sql, written by a model and checked by nobody; edited_sql, written by the reader',
})
export type QueryBasis = z.infer<typeof QueryBasis>

export const QueryAttachment = z
  .object({
    id,
    type: z.literal('query'),
    datasource_id: z.string(),
    ...QueryOutcome.pick({ sql: true, semantic_query: true, columns: true, row_count: true, truncated: true }).shape,
    rows: QueryOutcome.shape.rows.meta({ description: `The first ${INLINE_ROWS} rows` }),
    withheld: z.literal(true).optional().meta({ description: 'The reader may not query the data source: rows and statement are left out' }),
    provenance: z.object({
      tables: z.array(z.string()),
      row_filters_applied: z.boolean(),
      verified_query: z.string().nullable(),
      duration_ms: z.number(),
      basis: QueryBasis.optional().meta({ description: 'Absent from answers stored before it was told' }),
      ran_at: Instant.optional().meta({ description: 'When the rows were read' }),
      filtered_tables: z.array(z.string()).optional().meta({ description: 'Tables of which the asker saw only the rows his row filters leave' }),
      without_model: z.literal(true).optional().meta({ description: 'The built-in analyst was sure of the question, and the model was not asked' }),
      explanation: z.string().optional().meta({ description: 'A semantic query in plain words' }),
    }),
  })
  .meta({ id: 'QueryAttachment' })
export type QueryAttachment = z.infer<typeof QueryAttachment>

export const ChartAttachment = z
  .object({
    id,
    type: z.literal('chart'),
    chart_id: z.string().nullable().meta({ description: 'The stored chart; null when nothing is kept, or the reader may not open it' }),
    chart_type: ChartType,
    title: z.string(),
    spec: orNull(ChartSpec).meta({ description: 'Absent for a table' }),
  })
  .meta({ id: 'ChartAttachment' })
export type ChartAttachment = z.infer<typeof ChartAttachment>

export const SuggestionsAttachment = z.object({ id, type: z.literal('suggestions'), suggestions: z.array(z.string()) }).meta({ id: 'SuggestionsAttachment' })
export type SuggestionsAttachment = z.infer<typeof SuggestionsAttachment>

export const ClarificationAttachment = z
  .object({
    id,
    type: z.literal('clarification'),
    reason: AnswerReason.optional().meta({ description: 'Absent from answers stored before it was told' }),
    question: z.string(),
    options: z.array(z.string()),
  })
  .meta({ id: 'ClarificationAttachment' })
export type ClarificationAttachment = z.infer<typeof ClarificationAttachment>

export const RefusalAttachment = z
  .object({
    id,
    type: z.literal('refusal'),
    reason: AnswerReason,
    words: z.array(z.string()).meta({ description: 'The words of the question that are at fault', example: ['churned'] }),
    datasource_id: z.string().nullable().meta({ description: 'The data source that came nearest to answering' }),
  })
  .meta({ id: 'RefusalAttachment', description: 'There is no answer, and why; the words of the message say it to a reader' })
export type RefusalAttachment = z.infer<typeof RefusalAttachment>
/** Why a question was not answered, before anybody has stored it. */
export type Refused = Omit<RefusalAttachment, 'id' | 'type'>

export const WarningsAttachment = z
  .object({
    id,
    type: z.literal('warnings'),
    warnings: z.array(
      z.object({
        code: z.enum(['untraced_number', 'chart_not_possible', 'answer_cut', 'budget_spent', 'data_not_asked']),
        message: z.string(),
        text: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'WarningsAttachment', description: 'What a reader should know before relying on the answer' })
export type WarningsAttachment = z.infer<typeof WarningsAttachment>
export type AnswerWarning = WarningsAttachment['warnings'][number]

export const StepAttachment = z
  .object({
    id,
    type: z.literal('step'),
    from_attachment_id: z.string().meta({ description: 'The query that was changed' }),
    words: z.string().meta({ description: 'What was changed', example: 'Only where country is Germany' }),
    change: AnswerChange.optional().meta({ description: 'The step itself, for who asked; absent from steps kept before it was told' }),
  })
  .meta({ id: 'StepAttachment', description: 'The answer came of another by a step, not of a question' })
export type StepAttachment = z.infer<typeof StepAttachment>

/** What an answer carries besides its text. */
export const Attachment = z
  .discriminatedUnion('type', [
    QueryAttachment,
    ChartAttachment,
    SuggestionsAttachment,
    ClarificationAttachment,
    RefusalAttachment,
    WarningsAttachment,
    StepAttachment,
  ])
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof Attachment>
