import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { text } from '#web/text/shell.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { portalPlace } from './portal-place.ts'

type DialogProps = {
  title: string
  about?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  width?: 'narrow' | 'medium' | 'wide'
}

const WIDTHS = { narrow: 'max-w-[460px]', medium: 'max-w-[560px]', wide: 'max-w-[880px]' }

/** A question or a form over the page. */
export function Dialog({ title, about, isOpen, onClose, children, footer, width = 'narrow' }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal container={portalPlace()}>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          onOpenAutoFocus={begin}
          {...(about ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[85dvh] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-raised shadow-high outline-none',
            WIDTHS[width],
          )}
        >
          <div className="px-5 pt-4 pr-12">
            <Radix.Title className="text-lg font-semibold break-words">{title}</Radix.Title>
            {about && <Radix.Description className="mt-1 text-sm text-muted">{about}</Radix.Description>}
          </div>
          <div className="min-h-0 overflow-auto px-5 py-4">{children}</div>
          {footer && <div className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
          <Radix.Close asChild>
            <IconButton label={text.close} hasHint={false} className="!absolute top-3 right-3">
              <X size={16} />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A dialog begins with what it asks, else with itself: never with the button that ends it. */
function begin(event: Event): void {
  event.preventDefault()
  const content = event.currentTarget as HTMLElement
  const asked = content.querySelector<HTMLElement>('input:not([type="hidden"], :disabled), select, textarea, [aria-haspopup="dialog"]')
  ;(asked ?? content).focus()
}
