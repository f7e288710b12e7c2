import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import type { AgentEvent, Usage } from '../completions/events.ts'
import { isEmptyResult } from '../context/looked-up-values.ts'
import type { AnswerWarning, Refused } from '../sessions/attachments.ts'
import type { ToolFault } from './answer-query.ts'
import type { ShownWords } from './shown-words.ts'

/** What one question may cost. Seconds are the caller's to count: his signal ends the run. */
export type Budget = { modelCalls: number; queries: number; repairs: number; tokens: number; rows: number }

/** What a run has come to so far. */
export type Progress = {
  prompt: LanguageModelV4Message[]
  outcomes: QueryOutcome[]
  warnings: AnswerWarning[]
  usage: Usage
  text: string
  queries: number
  failedRounds: number
  /** It was told that it called nothing. */
  wasUrged: boolean
  /** What was asked of the data, and what came of it. */
  asked: Map<string, { result: number } | { fault: ToolFault }>
  /** An empty result of our own model's query, which it may yet ask for in another way before anything is told. */
  held: AgentEvent[]
  /** The data source that answered last. */
  answeredBy: string | null
  /** It ends with a question back. */
  asksBack: boolean
  /** What a stranger's model says, as it may be shown; our own model's words need no care. */
  words: ShownWords | null
}

/** Rows that a run may still read. */
export const rowsLeft = ({ budget }: { budget: Budget }, { outcomes }: Progress): number => outcomes.reduce((left, { rows }) => left - rows.length, budget.rows)

/** Whether it may ask the data once more. */
export const mayQuery = (run: { budget: Budget }, progress: Progress): boolean => progress.queries < run.budget.queries && rowsLeft(run, progress) > 0

/** Notes words of the answer, and tells them. */
export function say(progress: Progress, text: string): AgentEvent {
  progress.text += text
  return { type: 'text-delta', text }
}

/** Where what was read last holds no row. */
export function emptyIn({ outcomes, answeredBy }: Progress): Refused | null {
  const last = outcomes.at(-1)
  return last && isEmptyResult(last.rows) ? { reason: 'empty_result', words: [], datasource_id: answeredBy } : null
}

/** What was held back, since nothing takes its place. */
export function* released({ held }: Progress): Generator<AgentEvent> {
  yield* held.splice(0)
}

/** What stands in for the words of a model that said none. */
export function silence({ outcomes, failedRounds }: Progress): string {
  if (outcomes.length) return 'The result is shown below.'
  return failedRounds ? 'I could not put this question to the data.' : 'The model gave no answer.'
}
