import { bufferedReply } from '#domain/agent/loop/buffered-reply.ts'
import type { AgentRun } from '../loop/agent.ts'
import { spokenCalls } from '../replies/spoken-calls.ts'
import { called, isUnfounded, type ReplyFacts, type ReplyReading, toolsOf } from './reply-reading.ts'

const FIGURE = /[\p{N}]|\[\[/u
/** Words are kept back for no longer than this. */
const LONGEST_SENTENCE = 80
/** The last end of a sentence in a text. */
const SENTENCE_END = /[.!?:\n](?=[^.!?:\n]*$)/

/**
 * The words of a stranger's model over data, as they may be shown: without the tool calls it wrote among them, and before there is a result without figures,
 * which are held back until the reply has ended and shown only when they stand in the question or in the schema.
 */
export function readReply(run: AgentRun, facts: ReplyFacts): ReplyReading {
  if (run.profile === 'small') return bufferedReply(run, facts)
  const { words, outcomes, mayAct } = facts
  const hasResult = outcomes.length > 0
  const spoken = spokenCalls(toolsOf(run))
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
    push: (delta) => words.push(push(spoken.push(delta))),
    brokenOff: () => words.push(sentence) + words.flush(),
    end(reply) {
      const last = spoken.end(reply.finish === 'length')
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

/** Of a reply that held a call, the words before it. */
const withoutCalls = (text: string, figures: string): string => figures || text.split(/[<{`[]/, 1)[0]?.trim() || ''
