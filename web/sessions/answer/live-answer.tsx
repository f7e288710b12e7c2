import { WifiOff } from 'lucide-react'
import { asFailure } from '#web/api/failure.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { putAway } from '../ask.ts'
import { type Asking, NEW } from '../asking.ts'
import type { Message } from '../shapes.ts'
import { Attachments } from './answer-body.tsx'
import { Steps } from './steps.tsx'
import { Words } from './words.tsx'

/** An answer while it comes: its steps, its words, and its card once the words above it have come to their end, so that nothing moves. */
export function LiveAnswer({ asking, stored, onAsk }: { asking: Asking; stored: Message | null; onAsk: (question: string) => void }) {
  const isRunning = asking.phase === 'running' || asking.phase === 'waiting'
  const hasCard = asking.attachments.some(({ type }) => type === 'query')
  const content = asking.text || stored?.content || ''
  const attachments = asking.attachments.length > 0 ? asking.attachments : (stored?.attachments ?? [])
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3" aria-busy={isRunning}>
      <Steps steps={asking.steps} isRunning={isRunning} />
      {asking.phase === 'waiting' && (
        <p role="status" className="flex items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          <WifiOff size={15} aria-hidden="true" />
          {navigator.onLine ? text.connectionLost : text.offline}
        </p>
      )}
      {content !== '' && <Words>{content}</Words>}
      {isRunning && hasCard && <Skeleton className="h-[26.75rem]" />}
      {!isRunning && attachments.length > 0 && <Attachments attachments={attachments} isLast={false} onAsk={onAsk} />}
      {asking.phase === 'failed' && <BrokenOff asking={asking} onAsk={onAsk} />}
    </div>
  )
}

/** Why there is no answer, in the reader's terms, and the way on. */
function BrokenOff({ asking, onAsk }: { asking: Asking; onAsk: (question: string) => void }) {
  const { code, retryAfter } = asFailure(asking.error)
  const told = toldOf(code, retryAfter)
  const again = () => {
    putAway(asking.sessionId ?? NEW)
    onAsk(asking.question)
  }
  return (
    <div className="grid gap-2">
      {told && <p className="text-sm font-medium">{told}</p>}
      <FailureNote
        error={asking.error}
        action={
          <Button size="small" onClick={again}>
            {text.askAgain}
          </Button>
        }
      />
    </div>
  )
}

function toldOf(code: string, retryAfter: number | null): string | null {
  if (code === 'rate_limited') return retryAfter === null ? text.limited : text.limitedFor(retryAfter)
  if (code === 'interrupted') return text.restarted
  if (code === 'offline' || code === 'unexpected') return text.notSent
  return null
}
