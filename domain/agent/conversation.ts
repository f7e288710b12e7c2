import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Layer } from '../semantics/layer.ts'
import { describeLayers } from './describe-layer.ts'
import { answerPrompt, chatPrompt } from './prompts/answer.ts'
import { tame } from './untrusted.ts'

/** One earlier message of a conversation; `data` says what its answer was read from. */
export type Turn = { role: 'user' | 'assistant'; content: string; data?: string }

const HISTORY_TURNS = 20
const HISTORY_CHARACTERS = 24_000
const TURN_CHARACTERS = 6_000

export type Asked = {
  layers: Layer[]
  /** The model's own instructions, as its owner wrote them. */
  instructions: string | null
  /** What the caller's own `system` messages say. */
  callerInstructions: string | null
  history: Turn[]
  question: string
  now: Date
  timeZone: string
}

/** The prompt of a question's first model call. */
export function openingPrompt(asked: Asked): LanguageModelV4Prompt {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: asked.timeZone, year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'long' })
  const facts = { today: today.format(asked.now), timeZone: asked.timeZone }
  const base = asked.layers.length ? answerPrompt({ ...facts, sources: describeLayers(asked.layers, asked.question) }) : chatPrompt(facts)
  const more = [asked.instructions, asked.callerInstructions].filter((text): text is string => Boolean(text?.trim()))
  return [
    { role: 'system', content: [base, ...more].join('\n\n') },
    ...recent(asked.history).map(message),
    { role: 'user', content: [{ type: 'text', text: asked.question }] },
  ]
}

const message = ({ role, content, data }: Turn): LanguageModelV4Message =>
  role === 'user'
    ? { role, content: [{ type: 'text', text: content }] }
    : { role, content: [{ type: 'text', text: data ? `${content}\n<data name="what it was read from">${tame(data, 2_000)}</data>` : content }] }

/** The latest turns that fit, oldest first, each cut to a bearable length, beginning with a question. */
function recent(history: Turn[]): Turn[] {
  const kept: Turn[] = []
  let left = HISTORY_CHARACTERS
  for (const turn of history.slice(-HISTORY_TURNS).toReversed()) {
    const content = turn.content.length > TURN_CHARACTERS ? `${turn.content.slice(0, TURN_CHARACTERS)}…` : turn.content
    if (content.length > left) break
    left -= content.length
    kept.unshift({ ...turn, content })
  }
  while (kept[0]?.role === 'assistant') kept.shift()
  return kept.filter((turn) => turn.content !== '')
}
