import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { portalPlace } from './portal-place.ts'

const ITEM =
  'flex h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none cursor-pointer data-highlighted:bg-selected data-disabled:opacity-50 data-disabled:pointer-events-none'

type MenuProps = {
  trigger: ReactNode
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  className?: string
  label?: string
  onOpen?: (isOpen: boolean) => void
}

/** A menu below a button, which is its `trigger`. */
export function Menu({ trigger, children, side = 'bottom', align = 'start', className, label, onOpen }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...(onOpen ? { onOpenChange: onOpen } : {})}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={portalPlace()}>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...(label ? { 'aria-label': label } : {})}
          className={classNames('z-50 max-h-80 min-w-44 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-high', className)}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  children: ReactNode
  onSelect?: () => void
  tone?: 'bad'
  disabled?: boolean
  hint?: ReactNode
  isChosen?: boolean
  asChild?: boolean
}

export function MenuItem({ icon, children, onSelect, tone, disabled = false, hint, isChosen, asChild = false }: ItemProps) {
  if (asChild) {
    return (
      <DropdownMenu.Item asChild className={ITEM}>
        {children}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item disabled={disabled} onSelect={() => onSelect?.()} className={classNames(ITEM, tone === 'bad' && 'text-bad')}>
      {icon && <span className={tone ? '' : 'text-muted'}>{icon}</span>}
      <span className="truncate">{children}</span>
      {hint && <span className="ml-auto pl-3 text-xs text-muted">{hint}</span>}
      {isChosen && <Check size={14} className="ml-auto shrink-0 text-accent" />}
    </DropdownMenu.Item>
  )
}

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />
export const MenuLabel = ({ children }: { children: ReactNode }) => <DropdownMenu.Label className="px-2 py-1 text-xs text-muted">{children}</DropdownMenu.Label>
