import { PanelLeft } from 'lucide-react'
import { text } from '#web/text/shell.ts'
import { IconButton } from '#web/ui/button.tsx'
import { toggleRail, useNarrow, useRailOpen } from './rail-state.ts'

/** In the head of a page, while the rail is closed. */
export function RailToggle() {
  const isOpen = useRailOpen()
  const isNarrow = useNarrow()
  if (isOpen && !isNarrow) return null
  return (
    <IconButton label={text.openRail} shortcut="[" onClick={toggleRail} className="-ml-1.5">
      <PanelLeft size={16} />
    </IconButton>
  )
}
