import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { asFailure } from '#web/api/failure.ts'
import { text } from '#web/text/shell.ts'
import { CopyButton } from './copy-button.tsx'

/** A failure as the reader is told it: what went wrong, what helps, the request's id to quote, and what to do. */
export function FailureNote({ error, action }: { error: unknown; action?: ReactNode }) {
  const { code, message, hint, requestId } = asFailure(error)
  const told = code === 'offline' ? text.offline : (text.failures[code] ?? message)
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg border border-line bg-bad-soft px-3 py-2.5 text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
      <div className="grid min-w-0 gap-1">
        <p className="break-words">{told}</p>
        {told !== message && code !== 'offline' && <p className="break-words text-muted">{message}</p>}
        {hint && <p className="text-muted">{hint}</p>}
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {action}
          {requestId && (
            <span className="flex items-center gap-1 text-xs text-muted">
              {text.request} <code className="font-mono">{requestId}</code>
              <CopyButton value={requestId} label={text.copyRequestId} />
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
