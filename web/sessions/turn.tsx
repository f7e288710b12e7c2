import { memo, useRef } from 'react'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { AnswerBody } from './answer/answer-body.tsx'
import { LiveAnswer } from './answer/live-answer.tsx'
import { stepsOf } from './asking.ts'
import { type Turn, withoutMeaning } from './turn-data.ts'
import { useNear } from './use-near.ts'

type TurnProps = { turn: Turn; isLast: boolean; startsNear?: boolean; isReadOnly?: boolean; onAsk: (question: string) => void }

/** A question, at the right, and below it its answer. What is far from view is left out and keeps its place. */
export const TurnView = memo(function TurnView({ turn, isLast, startsNear = false, isReadOnly = false, onAsk }: TurnProps) {
  const { question, answer, live } = turn
  const place = useRef<HTMLElement>(null)
  const { isNear, height } = useNear(place, startsNear)
  const isShown = isNear || isLast || live !== null
  return (
    <article
      ref={place}
      id={answer?.id}
      aria-label={question || text.answer}
      className="grid min-w-0 grid-cols-1 content-start gap-4"
      style={isShown ? undefined : { height: height ?? USUAL_HEIGHT }}
    >
      {isShown && <Content turn={turn} isLast={isLast} isReadOnly={isReadOnly} onAsk={onAsk} />}
    </article>
  )
})

/** Of an answer with a chart. */
const USUAL_HEIGHT = 640

function Content({ turn, isLast, isReadOnly, onAsk }: { turn: Turn; isLast: boolean; isReadOnly: boolean; onAsk: (question: string) => void }) {
  const { question, answer, live, completionId, steps } = turn
  return (
    <>
      {question !== '' && <Question>{withoutMeaning(question)}</Question>}
      {live && <LiveAnswer asking={live} stored={answer} onAsk={onAsk} />}
      {!answer && !live && <Unanswered question={question} isLast={isLast && !isReadOnly} onAsk={onAsk} />}
      {answer && !live && (
        <AnswerBody question={question} message={answer} worked={steps} steps={stepsOf(completionId)} isLast={isLast} isReadOnly={isReadOnly} onAsk={onAsk} />
      )}
    </>
  )
}

export const Question = ({ children }: { children: string }) => (
  <p className="max-w-[85%] justify-self-end rounded-xl bg-accent-soft px-3.5 py-2 break-words whitespace-pre-wrap">{children}</p>
)

const Unanswered = ({ question, isLast, onAsk }: { question: string; isLast: boolean; onAsk: (question: string) => void }) => (
  <p className="flex items-center gap-3 text-sm text-muted">
    {text.unanswered}
    {isLast && (
      <Button size="small" onClick={() => onAsk(question)}>
        {text.askAgain}
      </Button>
    )}
  </p>
)
