import type { FormEvent, ReactNode } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureNote } from './failure-note.tsx'

type FormDialogProps = {
  title: string
  open: boolean
  onClose: () => void
  onSubmit: () => void
  busy: boolean
  error: ApiFailure | null
  action?: string
  disabled?: boolean
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog: what is filled in, what was wrong with it, and the one button that sends it. */
export function FormDialog({ title, open, onClose, onSubmit, busy, error, action = common.save, disabled = false, wide = false, children }: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog isOpen={open} onClose={onClose} title={title} width={wide ? 'wide' : 'narrow'}>
      <form className="grid gap-4 pt-1" onSubmit={submit}>
        {children}
        {error && <FailureNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy || disabled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
