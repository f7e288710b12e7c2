import { z } from 'zod'
import type { ChartQuery } from '../../charts/chart-shape.ts'
import type { ChosenChart } from '../../charts/choose.ts'
import type { AnswerReason } from '../../query/terms/answer-reason.ts'
import type { AnswerWarning, QueryAttachment, Refused } from '../sessions/attachments.ts'

export const AnswerStatus = z
  .enum(['understanding', 'planning', 'generating_sql', 'validating_sql', 'executing_query', 'correcting', 'drawing', 'summarizing'])
  .meta({ id: 'AnswerStatus' })
export type AnswerStatus = z.infer<typeof AnswerStatus>

export const Usage = z
  .object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z
      .object({ cached_tokens: z.int().meta({ description: 'Of prompt_tokens, those the provider had read before' }) })
      .optional()
      .meta({ description: 'Absent where the provider tells nothing of it' }),
    is_estimated: z.literal(true).optional().meta({ description: 'The provider told no counts: these are reckoned from the texts' }),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

/** Adds what one call took to what a question took. */
export function addUsage(sum: Usage, { prompt_tokens_details: cached, is_estimated, ...counts }: Usage): void {
  if (is_estimated) sum.is_estimated = true
  for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const) sum[name] += counts[name]
  if (cached) sum.prompt_tokens_details = { cached_tokens: (sum.prompt_tokens_details?.cached_tokens ?? 0) + cached.cached_tokens }
}

export type FinishReason = 'stop' | 'length' | 'content_filter'

/** A chart as it was drawn, before anybody has stored it. */
export type DrawnChart = Omit<ChosenChart, 'note'> & { title: string; datasourceId: string; query: ChartQuery }

/** What happens while a question is answered, in order; `finished` is always the last, unless the run throws. */
export type AgentEvent =
  | { type: 'status-changed'; status: AnswerStatus }
  | { type: 'text-delta'; text: string }
  | { type: 'model-changed'; model: string }
  | { type: 'query-finished'; query: Omit<QueryAttachment, 'id'> }
  | { type: 'chart-drawn'; chart: DrawnChart }
  | { type: 'suggestions-made'; suggestions: string[] }
  | { type: 'clarification-asked'; reason: AnswerReason; question: string; options: string[] }
  | { type: 'refused'; refused: Refused }
  | { type: 'warnings-raised'; warnings: AnswerWarning[] }
  | { type: 'usage-counted'; usage: Usage }
  | { type: 'finished'; reason: FinishReason }
