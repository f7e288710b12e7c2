import type { Message } from '#web/api/llm.gen.ts'
import { text } from '#web/text/sessions.ts'
import { AnswerCard } from './answer-card.tsx'

export const Question = ({ children }: { children: string }) => (
  <p className="max-w-[85%] justify-self-end rounded-xl bg-accent-soft px-3.5 py-2 break-words whitespace-pre-wrap">{children}</p>
)
export const Words = ({ children }: { children: string }) => <div className="leading-6 break-words whitespace-pre-wrap">{children}</div>

type TurnProps = { message: Message; onAsk: (question: string) => void; isLast: boolean }

/** One message of a session: a question, or an answer with what it rests on and, below the last one, where to go on. */
export function Turn({ message, onAsk, isLast }: TurnProps) {
  if (message.role === 'user') return <Question>{withoutMeaning(message.content)}</Question>
  const charts = message.attachments.filter((one) => one.type === 'chart')
  const queries = message.attachments.filter((one) => one.type === 'query')
  return (
    <div className="grid min-w-0 gap-3">
      {message.content !== '' && <Words>{message.content}</Words>}
      {queries.map((query, at) => (
        <AnswerCard key={query.id} query={query} chart={charts[at] ?? null} />
      ))}
      {message.attachments.map((attachment) => {
        if (attachment.type === 'clarification')
          return (
            <Choices
              key={attachment.id}
              label={attachment.question}
              choices={attachment.options.map((option) => ({ label: meaningOf(option), question: option }))}
              isOpen={isLast}
              onAsk={onAsk}
            />
          )
        if (attachment.type === 'suggestions' && isLast)
          return (
            <Choices
              key={attachment.id}
              label={text.goOn}
              choices={attachment.suggestions.map((question) => ({ label: question, question }))}
              isOpen
              onAsk={onAsk}
            />
          )
        return null
      })}
    </div>
  )
}

type ChoicesProps = { label: string; choices: { label: string; question: string }[]; isOpen: boolean; onAsk: (question: string) => void }
const Choices = ({ label, choices, isOpen, onAsk }: ChoicesProps) => (
  <fieldset className="grid gap-2" disabled={!isOpen}>
    <legend className="mb-2 text-sm text-muted">{label}</legend>
    {choices.map((choice) => (
      <button
        key={choice.question}
        type="button"
        onClick={() => onAsk(choice.question)}
        className="justify-self-start rounded-lg border border-line bg-surface px-3 py-1.5 text-left text-sm transition-colors duration-100 enabled:hover:border-line-strong enabled:hover:bg-raised disabled:text-muted"
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
)

/** An option of a question back is the question with its meaning behind it: only the meaning is shown. */
const MEANING = /, (?:meaning: |reading ".+" as )(.+)$/s
function meaningOf(option: string): string {
  const words = MEANING.exec(option)?.[1]
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : option
}
const withoutMeaning = (question: string): string => question.replace(/, meaning: .+$/s, '')
