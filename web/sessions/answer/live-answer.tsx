import { WifiOff } from 'lucide-react'
import { asFailure } from '#web/api/failure.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { putAway } from '../ask.ts'
import { type Asking, NEW } from '../asking.ts'
import type { Message } from '../shapes.ts'
import { Attachments } from './answer-body.tsx'
import { Steps } from './steps.tsx'
import { Words } from './words.tsx'

/** An answer while it comes: its steps, its words, and its card once the words above it have come to their end, so that nothing moves. */
export function LiveAnswer({ asking, stored, onAsk }: { asking: Asking; stored: Message | null; onAsk: (question: string) => void }) {
  const isRunning = asking.phase === 'running' || asking.phase === 'waiting'
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
      {!isRunning && attachments.length > 0 && <Attachments attachments={attachments} isLast={false} onAsk={onAsk} />}
      {asking.phase === 'failed' && <BrokenOff asking={asking} onAsk={onAsk} />}
    </div>
  )
}

/** Why there is no answer, in the reader's terms, and the way on. */
function BrokenOff({ asking, onAsk }: { asking: Asking; onAsk: (question: string) => void }) {
  const { code, message, retryAfter } = asFailure(asking.error)
  const told = toldOf(code, retryAfter)
  const again = () => {
    putAway(asking.sessionId ?? NEW)
    onAsk(asking.question)
  }
  const button = (
    <Button size="small" onClick={again}>
      {text.askAgain}
    </Button>
  )
  if (!told) return <FailureNote error={asking.error} action={button} />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="min-w-0 flex-1">
        {told}
        {code === 'rate_limited' && <span className="block text-muted">{message}</span>}
      </p>
      {button}
    </div>
  )
}

function toldOf(code: string, retryAfter: number | null): string | null {
  if (code === 'rate_limited') return retryAfter === null ? text.limited : text.limitedFor(retryAfter)
  if (code === 'interrupted') return text.restarted
  if (code === 'offline' || code === 'unexpected') return text.notSent
  return null
}
