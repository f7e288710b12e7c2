import type { ReactNode } from 'react'
import { text as common } from '#web/text/controls.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: string
  action: string
  busy?: boolean
  children?: ReactNode
}

/** Asks before something that cannot be taken back. */
export const Confirm = ({ open, onClose, onConfirm, title, text, action, busy = false, children }: ConfirmProps) => (
  <Dialog isOpen={open} onClose={onClose} title={title} about={text}>
    {children}
    <div className="mt-2 flex justify-end gap-2">
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button variant="danger" onClick={onConfirm} disabled={busy}>
        {action}
      </Button>
    </div>
  </Dialog>
)
