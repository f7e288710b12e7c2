import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ClarificationAttachment, WarningsAttachment } from '#web/api/llm.gen.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import type { Step } from '../asking.ts'
import { WorkedCard } from '../direct-work/worked-card.tsx'
import type { Attachment, ChartAttachment, Message, QueryAttachment } from '../shapes.ts'
import { suggestionsOf, wordMeant } from '../turn-data.ts'
import { AnswerCard } from './answer-card.tsx'
import { Choices } from './choices.tsx'
import { Feedback } from './feedback.tsx'
import { Steps } from './steps.tsx'
import { Words } from './words.tsx'

const Refusal = lazy(() => import('./refusal.tsx').then((module) => ({ default: module.Refusal })))

type AnswerBodyProps = {
  question: string
  message: Message
  worked: Message[]
  steps: Step[]
  isLast: boolean
  isReadOnly: boolean
  onAsk: (question: string) => void
}

/** An answer: how it came about, its words, its card, what to know before relying on it, and where to go on. */
export function AnswerBody({ question, message, worked, steps, isLast, isReadOnly, onAsk }: AnswerBodyProps) {
  const { content, attachments, is_incomplete, completion_id } = message
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Steps steps={steps} isRunning={false} />
      {content !== '' && <Words>{content}</Words>}
      {is_incomplete && (
        <p className="flex items-center gap-3 text-sm text-warn">
          {text.incomplete}
          {isLast && !isReadOnly && question !== '' && (
            <Button size="small" onClick={() => onAsk(question)}>
              {text.askAgain}
            </Button>
          )}
        </p>
      )}
      <Attachments attachments={attachments} message={message} worked={worked} isLast={isLast} isReadOnly={isReadOnly} onAsk={onAsk} />
      {completion_id !== null && !isReadOnly && <Feedback completionId={completion_id} isLast={isLast} />}
    </div>
  )
}

type AttachmentsProps = {
  attachments: Attachment[]
  message?: Message
  worked?: Message[]
  isLast: boolean
  isReadOnly?: boolean
  onAsk: (question: string) => void
}

export function Attachments({ attachments, message, worked = NONE, isLast, isReadOnly = false, onAsk }: AttachmentsProps) {
  return (
    <>
      {cardsOf(attachments).map(({ query, chart }) =>
        message && !query.withheld ? (
          <WorkedCard key={query.id} query={query} chart={chart} message={message} steps={worked} isReadOnly={isReadOnly} />
        ) : (
          <AnswerCard key={query.id} query={query} chart={chart} message={message} isReadOnly={isReadOnly} />
        ),
      )}
      {attachments.map((attachment) => {
        if (attachment.type === 'warnings') return <Warnings key={attachment.id} warnings={attachment.warnings} />
        if (attachment.type === 'refusal')
          return (
            <Suspense key={attachment.id}>
              <Refusal {...attachment} />
            </Suspense>
          )
        if (isReadOnly) return null
        if (attachment.type === 'clarification')
          return (
            <Choices
              key={attachment.id}
              label={questionBack(attachment)}
              isSaid={message?.content.includes(attachment.question)}
              options={attachment.options}
              isOpen={isLast}
              onAsk={onAsk}
            />
          )
        if (attachment.type === 'suggestions' && isLast) return <Suggestions key={attachment.id} {...suggestionsOf(attachment.suggestions)} onAsk={onAsk} />
        return null
      })}
    </>
  )
}

/** What else the question may have meant, before what one may ask next. */
const Suggestions = ({ meant, next, onAsk }: { meant: string[]; next: string[]; onAsk: (question: string) => void }) => (
  <>
    {meant.length > 0 && <Choices label={text.orMeant} options={meant} isOpen onAsk={onAsk} />}
    {next.length > 0 && <Choices label={text.goOn} options={next} isOpen onAsk={onAsk} />}
  </>
)

/** In the reader's language where it is known what was asked for. */
function questionBack({ question, options }: ClarificationAttachment): string {
  const word = wordMeant(options)
  return word === null ? question : text.meant(word, question)
}

const NONE: Message[] = []

/** Each query with the chart that was drawn of it, which follows it. */
function cardsOf(attachments: Attachment[]): { query: QueryAttachment; chart: ChartAttachment | null }[] {
  const cards: { query: QueryAttachment; chart: ChartAttachment | null }[] = []
  for (const attachment of attachments) {
    const last = cards.at(-1)
    if (attachment.type === 'query') cards.push({ query: attachment, chart: null })
    else if (attachment.type === 'chart' && last) last.chart = attachment
  }
  return cards
}

const Warnings = ({ warnings }: { warnings: WarningsAttachment['warnings'] }) => (
  <ul className="grid gap-1 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
    {warnings.map(({ code, message, text: what }) => (
      <li key={`${code} ${message}`} className="flex items-start gap-2">
        <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
        {text.warningOf(code, message, what)}
      </li>
    ))}
  </ul>
)
