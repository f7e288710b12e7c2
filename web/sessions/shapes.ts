import type { Attachment, QueryAttachment } from '#web/api/llm.gen.ts'

export type { Attachment, ChartAttachment, Message, QueryAttachment, SemanticQuery } from '#web/api/llm.gen.ts'
export type Column = QueryAttachment['columns'][number]
export type ChartType = Extract<Attachment, { type: 'chart' }>['chart_type']
export type AnswerStatus = 'understanding' | 'planning' | 'generating_sql' | 'validating_sql' | 'executing_query' | 'correcting' | 'drawing' | 'summarizing'

export type Basis = NonNullable<QueryAttachment['provenance']['basis']>

/** What a query rests on. Answers stored before it was told say it by what they hold. */
export function basisOf({ provenance, semantic_query }: QueryAttachment): Basis {
  if (provenance.basis) return provenance.basis
  return provenance.verified_query !== null ? 'verified_query' : semantic_query ? 'semantic_layer' : 'model_sql'
}

export const isNumeric = ({ type }: Pick<Column, 'type'>): boolean => type === 'integer' || type === 'number' || type === 'decimal'
