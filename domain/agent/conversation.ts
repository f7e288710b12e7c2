import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Layer } from '../semantics/layer.ts'
import { describeLayers } from './describe-layer.ts'
import { fitHistory, historyTokens, schemaCharacters, type Turn, tokensOf } from './history.ts'
import { answerPrompt, chatPrompt } from './prompts/answer.ts'
import { toolDefinitions } from './tools.ts'
import { tame } from './untrusted.ts'

/** Kept free of a model's window for what it answers and what its tools tell. */
const ANSWER_TOKENS = 2_000
/** About what the instructions take that stand before the schema. */
const INSTRUCTION_TOKENS = 600

export type Asked = {
  layers: Layer[]
  /** The model's own instructions, as its owner wrote them. */
  instructions: string | null
  /** What the caller's own `system` messages say. */
  callerInstructions: string | null
  history: Turn[]
  /** Questions asked before those of `history`, oldest first. */
  earlier?: string[]
  /** The tokens prompt and answer may take together; `null` where nobody said. */
  windowTokens?: number | null
  question: string
  now: Date
  timeZone: string
}

let format: { timeZone: string; of: Intl.DateTimeFormat } | undefined

/** Kept, for making one costs more than all the rest of a prompt; a deployment has one time zone. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  if (format?.timeZone !== timeZone) {
    format = { timeZone, of: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'long' }) }
  }
  return format.of
}

const MINUTE_MS = 60_000
let latest = { minute: Number.NaN, timeZone: '', day: '' }

/** The day it is there. Told anew each minute, for telling it costs more than the prompt it stands in; no day ends within a minute. */
function dayIn(timeZone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (latest.minute !== minute || latest.timeZone !== timeZone) latest = { minute, timeZone, day: dayFormat(timeZone).format(now) }
  return latest.day
}

/** The prompt of a question's first model call. */
export function openingPrompt(asked: Asked): LanguageModelV4Prompt {
  const { layers, question, windowTokens = null } = asked
  const facts = { today: dayIn(asked.timeZone, asked.now), timeZone: asked.timeZone }
  const more = [asked.instructions, asked.callerInstructions].filter((text): text is string => Boolean(text?.trim()))
  const fixed = tokensOf(more.join('')) + tokensOf(question) + ANSWER_TOKENS + (layers.length ? toolTokens() : 0)
  const sources = () => describeLayers(layers, question, schemaCharacters(windowTokens, fixed + INSTRUCTION_TOKENS))
  const base = layers.length ? answerPrompt({ ...facts, sources: sources() }) : chatPrompt(facts)
  return [
    { role: 'system', content: [base, ...more].join('\n\n') },
    ...fitHistory(asked.history, historyTokens(windowTokens, fixed + tokensOf(base)), asked.earlier).map(message),
    { role: 'user', content: [{ type: 'text', text: asked.question }] },
  ]
}

/** About how many tokens a question's first model call takes before a word is answered. */
export const promptTokens = (asked: Asked): number =>
  openingPrompt(asked).reduce(
    (sum, { content }) => sum + tokensOf(typeof content === 'string' ? content : textIn(content)),
    asked.layers.length ? toolTokens() : 0,
  )

const textIn = (parts: object[]): string => parts.map((part) => ('text' in part ? String(part.text) : '')).join('')

let tokensOfTools: number | undefined

/** The schemas of the tools are longer than most questions' prompts. */
function toolTokens(): number {
  tokensOfTools ??= tokensOf(JSON.stringify(toolDefinitions()))
  return tokensOfTools
}

const message = ({ role, content, data }: Turn): LanguageModelV4Message =>
  role === 'user'
    ? { role, content: [{ type: 'text', text: content }] }
    : { role, content: [{ type: 'text', text: data ? `${content}\n<data name="what it was read from">${tame(data, 2_000)}</data>` : content }] }
