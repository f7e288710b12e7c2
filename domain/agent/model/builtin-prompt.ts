import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { QueryColumn } from '../../query/query-outcome.ts'
import type { RefusalReason } from '../../refusal-reason.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import type { FoundValue } from '../context/find-values.ts'

/** What was asked. */
export function questionIn(prompt: LanguageModelV4Prompt): string {
  const last = prompt.findLast((message) => message.role === 'user')
  // Behind the question stands what a vendor's model is told of the schema for its sake.
  const [first] = last?.role === 'user' ? last.content : []
  return first?.type === 'text' ? first.text : ''
}

/** `number` counts the queries answered, of which it is the last. */
export type Reply = ({ columns: QueryColumn[]; rows: JsonValue[][]; truncated: boolean } | { fault: string; reason: RefusalReason }) & { number: number }

const QUERIES = new Set(['query_data', 'use_verified_query'])

/** What tools answered since the question. */
export const toolResults = (prompt: LanguageModelV4Prompt) =>
  prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : []))

/** What the last query answered, once one has. */
export function replyIn(prompt: LanguageModelV4Prompt): Reply | null {
  const replies = toolResults(prompt).filter(({ toolName }) => QUERIES.has(toolName))
  const output = replies.at(-1)?.output
  if (!output) return null
  const number = replies.length
  if (output.type === 'json') return { ...(output.value as unknown as Exclude<Reply, { fault: string }>), number }
  const error = output.type === 'error-json' ? (output.value as { error?: Fault }).error : undefined
  return { fault: `${error?.message ?? 'the query failed'}.`, reason: reasonOfFault(error), number }
}

type Fault = { code?: string; message?: string }
const OF_RIGHTS = new Set(['forbidden', 'not_found', 'insufficient_scope', 'table_not_allowed'])

/** Whether data was kept from the asker, or failed to answer. */
export const reasonOfFault = (error: Fault | undefined): RefusalReason => (OF_RIGHTS.has(error?.code ?? '') ? 'no_rights' : 'query_failed')

export type LookedUpTexts = { texts: string[]; found: FoundValue[] }

/** What a look-up of values found, once there was one; nothing where it failed. */
export function foundIn(prompt: LanguageModelV4Prompt): LookedUpTexts | null {
  const output = toolResults(prompt).find(({ toolName }) => toolName === 'find_values')?.output
  if (!output) return null
  const { found = [], texts = [] } = output.type === 'json' ? (output.value as Partial<LookedUpTexts>) : {}
  return { found, texts }
}
