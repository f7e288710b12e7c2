import type { Asking } from './asking.ts'
import { stepOf } from './direct-work/chain.ts'
import type { Message } from './shapes.ts'

/** A question with its answer, as the page shows them. */
export type Turn = {
  key: string
  question: string
  answer: Message | null
  /** What was made of the answer without asking again, in the order it came. */
  steps: Message[]
  /** The answer while it is being given. */
  live: Asking | null
  completionId: string | null
}

/** Messages, oldest first, as questions with their answers; what is being given stands last, and takes the place of the question stored for it. */
export function turnsOf(messages: Message[], asking: Asking | undefined): Turn[] {
  const turns: Turn[] = []
  const bearers = new Map<string, Turn>()
  for (const message of messages) {
    if (message.role === 'user') {
      turns.push(turnOf(message, message.content, null))
      continue
    }
    const open = turns.at(-1)?.answer === null ? turns.pop() : undefined
    const bearer = bearers.get(stepOf(message)?.from ?? '')
    if (bearer?.answer) bearer.steps.push(message)
    else turns.push(open ? { ...open, answer: message } : turnOf(message, '', message))
    const turn = bearer ?? turns.at(-1)
    for (const { id } of message.attachments) if (turn) bearers.set(id, turn)
  }
  if (!asking) return turns
  const stored = turns.find(({ completionId }) => completionId !== null && completionId === asking.completionId)
  // Once the answer is stored, it is what is shown.
  if (stored?.answer && asking.phase !== 'failed') return turns
  if (stored) stored.live = asking
  else turns.push({ key: asking.completionId ?? 'asking', question: asking.question, answer: null, live: asking, steps: [], completionId: asking.completionId })
  return turns
}

const turnOf = (message: Message, question: string, answer: Message | null): Turn => ({
  key: keyOf(message),
  question,
  answer,
  steps: [],
  live: null,
  completionId: message.completion_id,
})

const keyOf = ({ completion_id, id }: Message): string => completion_id ?? id

/** What an option of a question back, or of a reading, means: it is the question with its meaning behind it, and only the meaning is shown. */
const MEANING = /^.+, (?:meaning: |reading ".+" as )(.+)$/s
export function meaningOf(option: string): string {
  const words = MEANING.exec(option)?.[1]
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : option
}
/** What is asked back, told in the reader's language where all options are readings of one word. */
export function wordMeant(options: string[]): string | null {
  const words = options.map((option) => READ.exec(option)?.[1])
  return words[0] !== undefined && words.every((one) => one === words[0]) ? words[0] : null
}
const READ = /, reading "(.+)" as .+$/s
/** The question of an option alone: of one that goes on from another option, what was asked last. */
export const withoutMeaning = (question: string): string => question.replace(/(?: \(after: .+\))?, meaning: .+$/s, '')
/** Suggestions that are other readings of the question asked, and questions one may ask next. */
export const suggestionsOf = (suggestions: string[]): { meant: string[]; next: string[] } => ({
  meant: suggestions.filter((one) => MEANING.test(one)),
  next: suggestions.filter((one) => !MEANING.test(one)),
})
