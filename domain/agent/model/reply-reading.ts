import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import { describeLayers } from '../context/describe-layer.ts'
import { toolDefinitions } from '../context/tools.ts'
import type { AgentRun } from '../loop/agent.ts'
import type { ShownWords } from '../loop/shown-words.ts'
import { untracedFigures } from '../loop/trace-figures.ts'
import type { spokenCalls } from '../replies/spoken-calls.ts'
import type { ModelCallResult } from './model-call.ts'

/** One reply of a model; `unusable` says why its words are not shown, where it called nothing. */
export type ToldReply = ModelCallResult & { unusable?: 'unreadable' | 'unfounded' | 'uncalled' }

/** What is known when a reply begins. */
export type ReplyFacts = {
  words: ShownWords
  outcomes: readonly QueryOutcome[]
  mayAct: boolean
  /** A round of its calls has failed, and whether it was told already that it called nothing. */
  hasFailed: boolean
  wasUrged: boolean
}

/** A reply as it comes in. */
export type ReplyReading = {
  push(delta: string): string
  /** What was kept back of a reply that broke off and tells no figure. */
  brokenOff(): string
  /** What was kept back and may be shown, and what the reply came to. */
  end(reply: ModelCallResult): { text: string; told: ToldReply }
}

/** A citation, which no result can stand behind yet. */
const CITATION = /\[\[[^\]]*\]\]/

/** The tools a run's model is told of. */
export const toolsOf = (run: AgentRun) => toolDefinitions(run.profile).map(({ name }) => name as Parameters<typeof spokenCalls>[0][number])

let count = 0

/** A call written as text, as a call. */
export const called = ({ name, input }: { name: string; input: unknown }): LanguageModelV4ToolCall => {
  count = (count + 1) % 1_000_000
  return { type: 'tool-call', toolCallId: `spoken_${count}`, toolName: name, input: typeof input === 'string' ? input : JSON.stringify(input) }
}

/** Whether words tell a figure that nobody gave the model. */
export function isUnfounded({ question, history, layers, instructions, callerInstructions }: AgentRun, text: string): boolean {
  if (CITATION.test(text)) return true
  const given = [question, instructions, callerInstructions, ...history.map((turn) => turn.content), describeLayers(layers)].join(' ')
  return untracedFigures(text, [], given).length > 0
}
