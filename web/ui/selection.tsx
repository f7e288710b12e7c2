import { ChevronDown, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { text } from '#web/text/controls.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Menu, MenuItem } from './menu.tsx'

export type Selection = {
  /** Those chosen that are shown, in their order. */
  ids: string[]
  has: (id: string) => boolean
  /** Chooses one or takes it back; with `isRange` all from the one touched last. */
  toggle: (id: string, isRange: boolean) => void
  all: (isChosen: boolean) => void
  clear: () => void
  of: number
}

/** What is chosen of a list to do one thing with all of it. What leaves the list is not chosen any more. */
export function useSelection(shown: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = useMemo(() => shown.filter((id) => chosen.has(id)), [shown, chosen])
  function toggle(id: string, isRange: boolean) {
    const [from, to] = [shown.indexOf(last.current ?? ''), shown.indexOf(id)]
    const touched = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const isChosen = !chosen.has(id)
    setChosen((before) => {
      const next = new Set(before)
      for (const one of touched) isChosen ? next.add(one) : next.delete(one)
      return next
    })
    last.current = id
  }
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle,
    all: (isChosen) => setChosen(new Set(isChosen ? shown : [])),
    clear: () => setChosen(new Set()),
    of: shown.length,
  }
}

/** Chooses one of a list; with Shift all from the one before. */
export const SelectOne = ({ selection, id, name, className }: { selection: Selection; id: string; name: string; className?: string }) => (
  <input
    type="checkbox"
    aria-label={text.select(name)}
    checked={selection.has(id)}
    onChange={({ nativeEvent }) =>
      selection.toggle(id, nativeEvent instanceof PointerEvent || nativeEvent instanceof MouseEvent ? nativeEvent.shiftKey : false)
    }
    onClick={(event) => event.stopPropagation()}
    className={classNames('size-4 shrink-0 cursor-pointer accent-accent', className)}
  />
)

/** Chooses all of a list that are shown. */
export const SelectAll = ({ selection, className }: { selection: Selection; className?: string }) => (
  <input
    type="checkbox"
    aria-label={text.selectAll}
    checked={selection.of > 0 && selection.ids.length === selection.of}
    ref={(box) => {
      if (box) box.indeterminate = selection.ids.length > 0 && selection.ids.length < selection.of
    }}
    onChange={({ target }) => selection.all(target.checked)}
    className={classNames('size-4 shrink-0 cursor-pointer accent-accent', className)}
  />
)

/** With `options`, one of them is chosen first. */
export type BulkAction = { text: string; danger?: boolean; options?: { id: string; label: string }[]; run: (ids: string[], option: string) => void }

/** What can be done with all that is chosen; it stands over the list while anything is. */
export function BulkBar({ selection, actions }: { selection: Selection; actions: BulkAction[] }) {
  if (selection.ids.length === 0) return null
  return (
    <div className="pointer-events-none sticky bottom-4 z-30 flex justify-center px-4">
      <div
        role="toolbar"
        aria-label={text.withSelected}
        className="pointer-events-auto flex max-w-full flex-wrap items-center gap-1 rounded-xl border border-line-strong bg-raised p-1.5 pl-3 text-sm shadow-high"
      >
        <span role="status" className="mr-2 font-medium tabular-nums">
          {text.selected(selection.ids.length)}
        </span>
        {actions.map((action) => (
          <Act key={action.text} action={action} selection={selection} />
        ))}
        <IconButton label={text.clearSelection} onClick={selection.clear}>
          <X size={14} />
        </IconButton>
      </div>
    </div>
  )
}

function Act({ action: { text: label, danger = false, options, run }, selection }: { action: BulkAction; selection: Selection }) {
  const act = (option = '') => {
    run(selection.ids, option)
    selection.clear()
  }
  if (!options)
    return (
      <Button size="small" variant={danger ? 'danger' : 'ghost'} onClick={() => act()}>
        {label}
      </Button>
    )
  return (
    <Menu
      side="top"
      label={label}
      trigger={
        <Button size="small" variant="ghost">
          {label}
          <ChevronDown size={12} aria-hidden="true" />
        </Button>
      }
    >
      {options.map((option) => (
        <MenuItem key={option.id} onSelect={() => act(option.id)}>
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
