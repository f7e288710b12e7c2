import { fenced, sanitizeText } from './sanitize-text.ts'

/** One earlier message of a conversation; `data` says what its answer was read from, `isStep` that a click wrote it, not a person. */
export type Turn = { role: 'user' | 'assistant'; content: string; data?: string; isStep?: true }

/** What a conversation takes of a model's window when that is not known, and at most. */
const USUAL_TOKENS = 6_000
const MOST_TOKENS = 32_000
const CHARACTERS_PER_TOKEN = 4
const STEP = 500
/** Characters all data sources take at most. */
export const MOST_SCHEMA = 24_000
const LEAST_SCHEMA = 1_200
/** Characters one result takes at most. */
export const MOST_RESULT = 12_000
const LEAST_RESULT = 1_000
const TURN_CHARACTERS = 6_000
/** What is kept of turns that are left out: of each question so much, and of all so many. */
const QUESTION_CHARACTERS = 160
const QUESTIONS = 20

/**
 * About how many tokens a text is: four characters of Latin letters each, of other scripts one and a half, which is what the vendors' tokenizers come to
 * within a third. Nothing depends on more.
 */
export function tokensOf(text: string): number {
  let wide = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x24f) wide++
  return Math.ceil((text.length - wide) / 4 + wide / 1.5)
}

/** The tokens a history may take of a window of `windowTokens`, of which `restTokens` go to the rest of the prompt and the answer. */
export const historyTokens = (windowTokens: number | null, restTokens: number): number =>
  windowTokens === null ? USUAL_TOKENS : inSteps(Math.max(0, Math.min(MOST_TOKENS, Math.floor((windowTokens - restTokens) * 0.8))))

/** The rest of a prompt is a little different with each question: what it leaves is not to move the cut of a conversation. */
const inSteps = (tokens: number): number => (tokens < STEP ? tokens : tokens - (tokens % STEP))

/** Characters the schemas of data sources may take in a prompt: in a small window half of what is left, so that something is told and something remembered. */
export const schemaCharacters = (windowTokens: number | null, restTokens: number): number =>
  windowTokens === null ? MOST_SCHEMA : Math.max(LEAST_SCHEMA, Math.min(MOST_SCHEMA, Math.floor((windowTokens - restTokens) / 2) * CHARACTERS_PER_TOKEN))

/** Characters one result may take when a model is told of it. */
export const resultCharacters = (windowTokens: number | null): number =>
  windowTokens === null ? MOST_RESULT : Math.max(LEAST_RESULT, Math.min(MOST_RESULT, Math.floor(windowTokens / 10) * CHARACTERS_PER_TOKEN))

/**
 * The latest turns that fit into `tokens`, oldest first, each cut to a bearable length, beginning with a question. The cut stays where it is from question to
 * question, for providers read the same beginning once: only what finds no room moves it, and then so far that half of the room is free. What was left out,
 * with `earlier` questions nobody has loaded, is told before the first of them: the questions that were asked, fenced, since they are nobody's instructions.
 */
export function fitHistory(history: Turn[], tokens: number, earlier: string[] = []): Turn[] {
  const turns = history.map((turn) => {
    const content = turn.content.length > TURN_CHARACTERS ? `${turn.content.slice(0, TURN_CHARACTERS)}…` : turn.content
    return { ...turn, content }
  })
  const exchanges: { at: number; cost: number }[] = []
  for (const [at, { role, content, data }] of turns.entries()) {
    const cost = tokensOf(content) + (data ? tokensOf(data.slice(0, 2_000)) : 0)
    const current = exchanges.at(-1)
    if (role === 'user') exchanges.push({ at, cost })
    else if (current) current.cost += cost
  }
  let first = 0
  let taken = 0
  for (const [index, { cost }] of exchanges.entries()) {
    taken += cost
    if (taken <= tokens) continue
    while (first < index && taken > tokens / 2) taken -= exchanges[first++]?.cost ?? 0
    if (taken > tokens) taken -= exchanges[first++]?.cost ?? 0
  }
  const start = exchanges[first]?.at ?? turns.length
  const kept = turns.slice(start)
  const said = kept.filter((turn) => turn.content !== '')
  const cut = history.slice(0, history.length - kept.length)
  const questions = [...earlier, ...cut.flatMap(({ role, content }) => (role === 'user' && content.trim() ? [content] : []))].slice(-QUESTIONS)
  const [opening, ...rest] = said
  if (!questions.length || !opening) return said
  return [{ ...opening, content: `${summaryOf(questions)}\n\n${opening.content}` }, ...rest]
}

const summaryOf = (questions: string[]): string =>
  fenced('asked before in this conversation, left out here', questions.map((question) => `- ${sanitizeText(question, QUESTION_CHARACTERS)}`).join('\n'))
