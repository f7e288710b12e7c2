import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { portalPlace } from './portal-place.ts'

/** A word or two about a control, on hover and focus. */
export function Hint({ text, shortcut, children }: { text: ReactNode; shortcut?: string | undefined; children: ReactNode }) {
  return (
    <Tooltip.Root delayDuration={400}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={portalPlace()}>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-xs text-text shadow-high"
        >
          {text}
          {shortcut && <kbd className="font-sans text-muted">{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
