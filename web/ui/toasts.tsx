import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { asFailure } from '#web/api/failure.ts'
import { text } from '#web/text/shell.ts'
import { Button, IconButton } from './button.tsx'

type Toast = { id: number; message: string; tone: 'plain' | 'bad'; undo: (() => void) | null }
/** How long a message is shown. */
export const SHOWN_MS = 8_000

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const become = (list: readonly Toast[]) => {
  toasts = list
  for (const listener of listeners) listener()
}
const close = (id: number) => become(toasts.filter((toast) => toast.id !== id))

/** Tells what has happened, for a few seconds; with `undo` it can be taken back meanwhile. */
export function tell(message: string, { undo = null, tone = 'plain' }: { undo?: (() => void) | null; tone?: 'plain' | 'bad' } = {}): void {
  const id = next++
  become([...toasts.slice(-2), { id, message, tone, undo }])
  setTimeout(() => close(id), SHOWN_MS)
}

/** Tells why something could not be done. */
export function tellFailure(error: unknown): void {
  const { code, message } = asFailure(error)
  const told = text.failures[code]
  tell(told === undefined ? message : `${told} (${message})`, { tone: 'bad' })
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed right-4 bottom-4 z-50 grid justify-items-end gap-2">
      {shown.map(({ id, message, tone, undo }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-[min(420px,calc(100vw-32px))] items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 text-sm shadow-high"
        >
          <span className={tone === 'bad' ? 'text-bad' : ''}>{message}</span>
          {undo && (
            <Button
              size="small"
              variant="ghost"
              className="text-accent"
              onClick={() => {
                undo()
                close(id)
              }}
            >
              {text.undo}
            </Button>
          )}
          <IconButton label={text.close} onClick={() => close(id)} className="size-6">
            <X size={14} />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
