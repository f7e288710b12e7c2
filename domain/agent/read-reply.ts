import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { AgentRun } from './agent.ts'
import { describeLayers } from './describe-layer.ts'
import type { ModelCallResult } from './model-call.ts'
import { spokenCalls } from './replies/spoken-calls.ts'
import type { ShownWords } from './shown-words.ts'
import { toolDefinitions } from './tools.ts'
import { untracedFigures } from './trace-figures.ts'

/** One reply of a model; `unusable` says why its words are not shown, where it called nothing. */
export type ToldReply = ModelCallResult & { unusable?: 'unreadable' | 'unfounded' }

/** A citation, which no result can stand behind yet. */
const CITATION = /\[\[[^\]]*\]\]/
const FIGURE = /[\p{N}]|\[\[/u
/** Words are kept back for no longer than this. */
const LONGEST_SENTENCE = 80
/** The last end of a sentence in a text. */
const SENTENCE_END = /[.!?:\n](?=[^.!?:\n]*$)/

/**
 * The words of a stranger's model over data, as they may be shown: without the tool calls it wrote among them, and before there is a result without figures,
 * which are held back until the reply has ended and shown only when they stand in the question or in the schema.
 */
export function readReply(run: AgentRun, { words, hasResult, mayAct }: { words: ShownWords; hasResult: boolean; mayAct: boolean }) {
  const tools = toolDefinitions(run.profile).map(({ name }) => name as Parameters<typeof spokenCalls>[0][number])
  const spoken = spokenCalls(tools)
  let figures = ''
  let sentence = ''
  /** Sentence by sentence as long as there is no result: the first that tells a figure is kept back, with all behind it. */
  const push = (text: string): string => {
    if (hasResult) return text
    if (figures !== '') {
      figures += text
      return ''
    }
    sentence += text
    const end = sentence.length > LONGEST_SENTENCE ? sentence.length : sentence.search(SENTENCE_END) + 1
    const [ready, rest] = [sentence.slice(0, end), sentence.slice(end)]
    if (FIGURE.test(rest)) {
      figures = rest
      sentence = ''
    } else sentence = rest
    if (!FIGURE.test(ready)) return ready
    figures = ready + rest
    sentence = ''
    return ''
  }
  return {
    push: (delta: string): string => words.push(push(spoken.push(delta))),
    /** What was kept back of a reply that broke off and tells no figure. */
    brokenOff: (): string => words.push(sentence) + words.flush(),
    /** What was kept back and may be shown, and what the reply came to. */
    end(reply: ModelCallResult): { text: string; told: ToldReply } {
      const last = spoken.end()
      const rest = push(last.text) + sentence
      const calls = reply.toolCalls.length ? reply.toolCalls : last.calls.map(called)
      if (last.calls.length || last.isUnreadable) run.onDeviation?.('a call as text')
      const told = { ...reply, toolCalls: mayAct ? calls : reply.toolCalls }
      if (!calls.length && last.isUnreadable && !hasResult) return { text: words.flush(), told: { ...told, unusable: 'unreadable' } }
      const unfounded = figures !== '' && isUnfounded(run, figures)
      if (!calls.length && unfounded) return { text: words.flush(), told: { ...told, unusable: 'unfounded' } }
      if (unfounded) figures = ''
      return { text: words.push(rest + figures) + words.flush(), told: last.calls.length ? { ...told, text: withoutCalls(reply.text, figures) } : told }
    },
  }
}

let count = 0

const called = ({ name, input }: { name: string; input: unknown }): LanguageModelV4ToolCall => {
  count = (count + 1) % 1_000_000
  return { type: 'tool-call', toolCallId: `spoken_${count}`, toolName: name, input: typeof input === 'string' ? input : JSON.stringify(input) }
}

/** Of a reply that held a call, the words before it. */
const withoutCalls = (text: string, figures: string): string => figures || text.split(/[<{`[]/, 1)[0]?.trim() || ''

/** Whether words tell a figure that nobody gave the model. */
function isUnfounded({ question, history, layers, instructions, callerInstructions }: AgentRun, text: string): boolean {
  if (CITATION.test(text)) return true
  const given = [question, instructions, callerInstructions, ...history.map((turn) => turn.content), describeLayers(layers)].join(' ')
  return untracedFigures(text, [], given).length > 0
}
