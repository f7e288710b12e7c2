import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { asTold, blindTurns } from '#domain/agent/blind-mode.ts'
import type { OpenVectors } from '#domain/analyst/vectors/word-vectors.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { Usage } from '../completions/events.ts'
import { describeAsked, describeLayers } from './describe-layer.ts'
import { fitHistory, historyTokens, schemaCharacters, type Turn, tokensOf } from './history.ts'
import { answerPrompt, CHAT_PROMPT, dayLine } from './prompts/answer.ts'
import { sanitizeText } from './sanitize-text.ts'
import { type ToolProfile, toolDefinitions } from './tools.ts'

/** Kept free of a model's window for what it answers and what its tools tell. */
const ANSWER_TOKENS = 2_000
/** About what the instructions take that stand before the schema. */
const INSTRUCTION_TOKENS = 600
/** Less than this of a schema is of no use. */
const LEAST_SCHEMA_TOKENS = 300

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
  /** What it is told to work with; all of it when absent. */
  profile?: ToolProfile
  question: string
  /** Finds tables of a large source by words near to theirs; by their letters alone when absent. */
  vectors?: OpenVectors
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

/**
 * The prompt of a question's first model call: instructions and schema, which stay the same from question to question, then what the owner and the caller
 * say, the day, the conversation, and the question with what it alone needs of the schema.
 */
export function openingPrompt(asked: Asked): LanguageModelV4Prompt {
  const { question, windowTokens = null, profile = 'full' } = asked
  const layers = asked.layers.map(asTold)
  const more = [asked.instructions, asked.callerInstructions].filter((text): text is string => Boolean(text?.trim()))
  const day = dayLine({ today: dayIn(asked.timeZone, asked.now), timeZone: asked.timeZone })
  const fixed = tokensOf(more.join('')) + tokensOf(question) + answerTokens(windowTokens) + (layers.length ? toolTokens(profile) : 0)
  const room = schemaCharacters(windowTokens, fixed + INSTRUCTION_TOKENS)
  const base = layers.length ? answerPrompt(describeLayers(layers, room), profile) : CHAT_PROMPT
  const hint = layers.length ? describeAsked(layers, question, room, asked.vectors) : ''
  const taken = fixed + tokensOf(base) + tokensOf(hint)
  return [
    { role: 'system', content: [base, ...more, day].join('\n\n'), providerOptions: CACHED },
    ...fitHistory(blindTurns(asked.history, asked.layers), historyTokens(windowTokens, taken), layers.some(({ isBlind }) => isBlind) ? [] : asked.earlier).map(
      message,
    ),
    { role: 'user', content: [{ type: 'text', text: question }, ...(hint ? [{ type: 'text' as const, text: `\n\n${hint}` }] : [])] },
  ]
}

/** What tells a provider that caches only where it is told to that the prompt up to here comes again. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } }, bedrock: { cachePoint: { type: 'default' } } }

/** The tokens a question over data takes at least, before anything is told of its schema. */
export const leastTokens = ({ windowTokens = null, profile = 'full', instructions, callerInstructions, question }: Asked): number =>
  tokensOf([instructions, callerInstructions, question].join('')) + answerTokens(windowTokens) + toolTokens(profile) + INSTRUCTION_TOKENS + LEAST_SCHEMA_TOKENS

/** Of a small window a part. */
const answerTokens = (windowTokens: number | null): number => (windowTokens === null ? ANSWER_TOKENS : Math.min(ANSWER_TOKENS, Math.floor(windowTokens / 4)))

/** About how many tokens a question's first model call takes before a word is answered. */
export const promptTokens = (asked: Asked): number =>
  openingPrompt(asked).reduce(
    (sum, { content }) => sum + tokensOf(typeof content === 'string' ? content : textIn(content)),
    asked.layers.length ? toolTokens(asked.profile ?? 'full') : 0,
  )

/** What a call took whose provider tells no counts. */
export function reckoned(prompt: LanguageModelV4Prompt, { text, toolCalls }: { text: string; toolCalls: { input: string }[] }): Usage {
  const prompt_tokens = prompt.reduce((sum, { content }) => sum + tokensOf(typeof content === 'string' ? content : JSON.stringify(content)), 0)
  const completion_tokens = tokensOf(text + toolCalls.map(({ input }) => input).join(''))
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, is_estimated: true }
}

const textIn = (parts: object[]): string => parts.map((part) => ('text' in part ? String(part.text) : '')).join('')

const tokensOfTools = new Map<ToolProfile, number>()

function toolTokens(profile: ToolProfile): number {
  const known = tokensOfTools.get(profile) ?? tokensOf(JSON.stringify(toolDefinitions(profile)))
  tokensOfTools.set(profile, known)
  return known
}

const message = ({ role, content, data }: Turn): LanguageModelV4Message =>
  role === 'user'
    ? { role, content: [{ type: 'text', text: content }] }
    : { role, content: [{ type: 'text', text: data ? `${content}\n<data name="what it was read from">${sanitizeText(data, 2_000)}</data>` : content }] }
