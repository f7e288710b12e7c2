import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Hint } from './hint.tsx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
const LOOKS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'bg-surface border border-line-strong hover:bg-sunken shadow-low',
  ghost: 'text-muted hover:text-text hover:bg-selected',
  danger: 'text-bad hover:bg-bad-soft',
}

export type ButtonProps = ComponentProps<'button'> & { variant?: Variant; size?: 'small' | 'normal' }

export function Button({ variant = 'secondary', size = 'normal', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50',
        size === 'small' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
        LOOKS[variant],
        className,
      )}
    />
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  shortcut?: string
  /** The hint is a layer of its own, and Escape closes the topmost: a dialog's first control has none. */
  hasHint?: boolean
  children: ReactNode
}

/** A button that shows a picture alone; its name is read aloud and shown on hover. */
export function IconButton({ label, children, className, shortcut, hasHint = true, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-md text-muted transition-colors duration-100 hover:bg-selected hover:text-text disabled:pointer-events-none disabled:opacity-50 aria-pressed:bg-selected aria-pressed:text-accent',
        className,
      )}
    >
      {children}
    </button>
  )
  return hasHint ? (
    <Hint text={label} shortcut={shortcut}>
      {button}
    </Hint>
  ) : (
    button
  )
}
