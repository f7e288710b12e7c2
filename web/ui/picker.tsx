import { Check, ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { text as common } from '#web/text/controls.ts'
import { classNames } from './class-names.ts'
import { Popover } from './popover.tsx'

export type Option = { id: string; label: string; group?: string; hint?: string }
const SHOWN = 100

type PickerProps = {
  label: string
  options: Option[]
  value: string | null
  onPick: (id: string) => void
  placeholder?: string
  /** Told what is typed, where the options are sought elsewhere. */
  onType?: (typed: string) => void
  none?: string
  trigger?: ReactNode
  isInvalid?: boolean
  className?: string
}

/** One of many, found by typing; arrow keys and Enter choose. */
export function Picker({ label, options, value, onPick, placeholder = '', onType, none = '', trigger, isInvalid = false, className }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find(({ id }) => id === value)
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onOpen={setOpen}
      className="!p-0"
      trigger={
        trigger ?? (
          <button
            type="button"
            aria-label={`${label}: ${chosen?.label ?? placeholder}`}
            className={classNames('control flex w-full min-w-0 items-center gap-2 text-left', isInvalid && '!border-bad', className)}
          >
            <span className={classNames('min-w-0 flex-1 truncate', !chosen && 'text-muted')}>{chosen?.label ?? (value || placeholder)}</span>
            <ChevronDown size={14} className="shrink-0 text-muted" />
          </button>
        )
      }
    >
      <Choices
        label={label}
        options={options}
        value={value}
        none={none}
        isRemote={onType !== undefined}
        onType={onType}
        onPick={(id) => {
          setOpen(false)
          onPick(id)
        }}
      />
    </Popover>
  )
}

type ChoicesProps = Pick<PickerProps, 'label' | 'options' | 'value' | 'onPick' | 'onType'> & { none: string; isRemote: boolean }

function Choices({ label, options, value, onPick, onType, none, isRemote }: ChoicesProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const words = isRemote ? [] : typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter((option) => words.every((word) => `${option.group ?? ''} ${option.label} ${option.hint ?? ''}`.toLowerCase().includes(word)))
  const shown = found.slice(0, SHOWN)
  const current = shown[Math.min(at, shown.length - 1)]
  function pressed(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (Math.min(at, shown.length - 1) + step + shown.length) % Math.max(shown.length, 1)
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current) onPick(current.id)
    }
  }
  return (
    <>
      <div className="sticky top-0 flex items-center gap-2 border-b border-line bg-raised px-3">
        <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${shown.indexOf(current)}` : undefined}
          aria-label={label}
          placeholder={common.search}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
            onType?.(target.value)
          }}
          onKeyDown={pressed}
          className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} tabIndex={-1} className="p-1">
        {shown.map((option, index) => (
          <div key={option.id} role="presentation">
            {option.group !== undefined && option.group !== shown[index - 1]?.group && (
              <div role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
                {option.group}
              </div>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === current}
              onClick={() => onPick(option.id)}
              onKeyDown={pressed}
              onPointerMove={() => setAt(index)}
              className={classNames('flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm', option === current && 'bg-selected')}
            >
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.hint && <span className="shrink-0 text-xs text-muted">{option.hint}</span>}
              {option.id === value && <Check size={14} className="shrink-0 text-accent" />}
            </div>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="px-3 pb-3 text-sm text-muted">{none}</p>}
    </>
  )
}
