import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** Links that stand above the parts of a page; give it `Link`s with `className={TAB}` and `activeProps={TAB_ACTIVE}`. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  // Where the bar is narrower than its links, the one that is shown is brought into view.
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <nav ref={bar} aria-label={label} className="flex h-10 shrink-0 items-stretch gap-5 overflow-x-auto border-b border-line bg-surface/80 px-4 md:px-6">
      {children}
    </nav>
  )
}
export const TAB =
  'flex items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted hover:text-text focus-visible:outline-offset-[-2px]'
export const TAB_ACTIVE = { className: '!border-accent !text-text' }

type Option<V extends string> = { value: V; label: string; icon?: ReactNode }
/** One of a few, side by side. */
export function Segments<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: Option<V>[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <fieldset className="inline-flex h-7 items-center gap-0.5 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'inline-flex h-6 items-center gap-1 rounded-[5px] px-2 text-xs font-medium transition-colors duration-100',
            option.value === value ? 'bg-raised text-text shadow-low' : 'text-muted hover:text-text',
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
