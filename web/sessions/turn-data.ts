import type { Asking } from './asking.ts'
import type { Message } from './shapes.ts'

/** A question with its answer, as the page shows them. */
export type Turn = {
  key: string
  question: string
  answer: Message | null
  /** The answer while it is being given. */
  live: Asking | null
  completionId: string | null
}

/** Messages, oldest first, as questions with their answers; what is being given stands last, and takes the place of the question stored for it. */
export function turnsOf(messages: Message[], asking: Asking | undefined): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const open = turns.at(-1)
    if (message.role === 'user') turns.push({ key: keyOf(message), question: message.content, answer: null, live: null, completionId: message.completion_id })
    else if (open && open.answer === null) open.answer = message
    else turns.push({ key: keyOf(message), question: '', answer: message, live: null, completionId: message.completion_id })
  }
  if (!asking) return turns
  const stored = turns.find(({ completionId }) => completionId !== null && completionId === asking.completionId)
  // Once the answer is stored, it is what is shown.
  if (stored?.answer && asking.phase !== 'failed') return turns
  if (stored) stored.live = asking
  else turns.push({ key: asking.completionId ?? 'asking', question: asking.question, answer: null, live: asking, completionId: asking.completionId })
  return turns
}

const keyOf = ({ completion_id, id }: Message): string => completion_id ?? id

/** What an option of a question back, or of a reading, means: it is the question with its meaning behind it, and only the meaning is shown. */
const MEANING = /, (?:meaning: |reading ".+" as )(.+)$/s
export function meaningOf(option: string): string {
  const words = MEANING.exec(option)?.[1]
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : option
}
export const withoutMeaning = (question: string): string => question.replace(/, meaning: .+$/s, '')
