import type { ReactNode } from 'react'
import { text } from '#web/text/sharing.ts'
import { Dialog } from './dialog.tsx'
import { type Level, Sharing } from './sharing.tsx'

type ShareDialogProps = {
  /** The object's own path, such as `/analytics/charts/cht_…`. */
  path: string
  title: string
  levels?: Partial<Record<Level, string>>
  /** Other ways to share what this is. */
  children?: ReactNode
  onClose: () => void
}

/** Who has access to something, and the giving of it; for what the reader owns. */
export const ShareDialog = ({ path, title, levels, children, onClose }: ShareDialogProps) => (
  <Dialog isOpen onClose={onClose} title={text.shareTitle(title)} width="medium">
    <div className="grid gap-5">
      <Sharing path={path} owns {...(levels ? { levels } : {})} />
      {children}
    </div>
  </Dialog>
)
