import { Redo2, Undo2 } from 'lucide-react'
import { text } from '#web/text/work.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { Work } from './use-work.ts'

/** Back and forth through the steps of direct work. */
export const Steps = ({ work: { undo, redo } }: { work: Work }) => (
  <span className="flex shrink-0 items-center pl-1">
    <IconButton label={text.undo} disabled={!undo} onClick={() => undo?.()}>
      <Undo2 size={14} />
    </IconButton>
    <IconButton label={text.redo} disabled={!redo} onClick={() => redo?.()}>
      <Redo2 size={14} />
    </IconButton>
  </span>
)
