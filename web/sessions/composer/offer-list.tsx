import { useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { Offer } from './use-offers.ts'

type OfferListProps = { id: string; label: string; offers: Offer[]; at: number; onTake: (offer: Offer) => void }

/** Above the composer: the prompts or names that fit what is being typed. The text keeps the focus. */
export function OfferList({ id, label, offers, at, onTake }: OfferListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-64 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-high"
    >
      {offers.map((offer, index) => (
        // The list is moved in from the text: options take no focus of their own.
        <div
          key={offer.id}
          id={`${id}-${index}`}
          data-at={index}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(offer)
          }}
          className={classNames('flex h-8 cursor-pointer items-center gap-3 rounded-md px-2 text-sm', index === at ? 'bg-selected' : 'hover:bg-selected')}
        >
          <span className="truncate font-medium">{offer.label}</span>
          <span className="ml-auto truncate text-xs text-muted">{offer.hint}</span>
        </div>
      ))}
    </div>
  )
}
