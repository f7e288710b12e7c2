import { called, isUnfounded, type ReplyFacts, type ReplyReading, toolsOf } from '#domain/agent/model/reply-reading.ts'
import { spokenCalls } from '#domain/agent/replies/spoken-calls.ts'
import type { AgentRun } from './agent.ts'
import { untracedFigures } from './trace-figures.ts'
import { resultInWords } from './verified-answer.ts'

const FIGURE = /\p{N}|\[\[/u
const WORD = /[\p{L}\p{N}]/u
/** Words that say what was or will be asked of the data, and ask nothing of it. */
const ANNOUNCED = /\b(?:run_sql|sql|quer(?:y|ies)|statement|abfrage)\b/i

/**
 * A reply of a small model over data, of which nothing is shown before it has ended: words beside a call are about the call, and words about a result
 * that tell what does not stand in it give way to the result itself. A reply that only announces a query is sent back once.
 */
export function bufferedReply(run: AgentRun, { words, outcomes, mayAct, hasFailed, wasUrged }: ReplyFacts): ReplyReading {
  const spoken = spokenCalls(toolsOf(run))
  const known = words.unknown.length
  let held = ''
  const shown = (text: string): string => words.push(text.trim()) + words.flush()

  /** Words about the results there are, or what stands in for them. */
  function aboutResults(text: string, isWhole: boolean): string {
    const said = isWhole ? shown(text) : ''
    const given = [run.question, ...run.history.map((turn) => turn.content)].join(' ')
    const isFounded = words.unknown.length === known && untracedFigures(said, [...outcomes], given).length === 0
    if (said.trim() !== '' && isFounded) return said
    if (said.trim() !== '') run.onDeviation?.('words without a cell')
    words.unknown.length = known
    const last = outcomes.at(-1)
    return last ? resultInWords(last) : ''
  }

  return {
    push(delta) {
      held += spoken.push(delta)
      return ''
    },
    brokenOff: () => (FIGURE.test(held) || ANNOUNCED.test(held) ? '' : shown(held)),
    end(reply) {
      const last = spoken.end(reply.finish === 'length')
      held += last.text
      const calls = reply.toolCalls.length ? reply.toolCalls : last.calls.map(called)
      const isSpoken = last.calls.length > 0 || last.isUnreadable
      if (isSpoken) run.onDeviation?.('a call as text')
      const told = { ...reply, text: isSpoken ? '' : reply.text, toolCalls: mayAct ? calls : reply.toolCalls }
      const onlyAsks = calls.every(({ toolName }) => toolName === 'ask_user')
      if (calls.length && mayAct) return { text: onlyAsks && !ANNOUNCED.test(held) ? shown(held) : '', told }
      if (outcomes.length) return { text: aboutResults(held, !isSpoken), told }
      if (!calls.length && last.isUnreadable) return { text: '', told: { ...reply, unusable: 'unreadable' } }
      if (calls.length) return { text: '', told }
      if (isUnfounded(run, held)) return { text: '', told: { ...reply, unusable: 'unfounded' } }
      const saysNothing = ANNOUNCED.test(held) || !WORD.test(held)
      if (!hasFailed && !saysNothing) return { text: shown(held), told }
      if (mayAct && !wasUrged) return { text: '', told: { ...reply, unusable: 'uncalled' } }
      return { text: saysNothing ? '' : shown(held), told }
    },
  }
}
