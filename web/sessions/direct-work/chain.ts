import type { AnswerChange } from '#web/api/llm.gen.ts'
import type { ChartAttachment, Message, QueryAttachment } from '../shapes.ts'

/** What a card can show: what the answer brought, or what a step led to. */
export type State = {
  query: QueryAttachment
  chart: ChartAttachment | null
  message: Message
  /** What the step did; empty for the answer itself. */
  words: string
  change?: AnswerChange | undefined
  parent: string | null
}

/** A step as it stands in the conversation: the message it led to. */
export function stepOf(message: Message): { from: string; words: string; change: AnswerChange | undefined } | null {
  const step = message.attachments.find((one) => one.type === 'step')
  return step ? { from: step.from_attachment_id, words: step.words, change: step.change } : null
}

/** The states of one card by the id of their query, in the order they came: its own first, then what steps made of it and of each other. */
export function statesOf(own: State, steps: Message[]): Map<string, State> {
  const states = new Map([[own.query.id, own]])
  for (const message of steps) {
    const step = stepOf(message)
    const query = message.attachments.find((one) => one.type === 'query')
    if (!step || !query || !states.has(step.from)) continue
    const chart = message.attachments.find((one) => one.type === 'chart') ?? null
    states.set(query.id, { query, chart, message, words: step.words, change: step.change, parent: step.from })
  }
  return states
}

/** The states on the way to one, and where going on again leads: the latest that came of each. */
export function pathTo(states: Map<string, State>, id: string): { past: State[]; future: State[] } {
  const past: State[] = []
  for (let state = states.get(id); state; state = state.parent === null ? undefined : states.get(state.parent)) past.unshift(state)
  const future: State[] = []
  const childOf = (parent: string) => [...states.values()].findLast((state) => state.parent === parent)
  for (let next = childOf(id); next; next = childOf(next.query.id)) future.push(next)
  return { past, future }
}
