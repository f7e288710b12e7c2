import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { portalPlace } from './portal-place.ts'

type PopoverProps = {
  trigger: ReactNode
  label: string
  children: ReactNode
  align?: 'start' | 'end'
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
  className?: string
}

/** What belongs to a button and is more than a menu: a form, or something to read. */
export const Popover = ({ trigger, label, children, align = 'start', isOpen, onOpen, className }: PopoverProps) => (
  <Radix.Root {...(isOpen === undefined ? {} : { open: isOpen })} {...(onOpen ? { onOpenChange: onOpen } : {})}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal container={portalPlace()}>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        aria-label={label}
        className={classNames(
          'z-40 max-h-[min(480px,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-16px)] overflow-auto rounded-lg border border-line bg-raised p-3 text-sm shadow-high outline-none',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
