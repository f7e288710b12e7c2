import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { Tile } from './board.ts'

type TabsTileProps = {
  tile: Tile
  active: string | undefined
  onOpen: (tab: string) => void
  children: (tab: string) => ReactNode
  label: string
  /** Those that are not open are drawn too, out of sight, for paper shows them all. */
  drawsAll?: boolean
}

const IDLE_MS = 1_500

/** Tabs, of which one is open; the arrow keys go from one to the next. */
export function TabsTile({ tile, active, onOpen, children, label, drawsAll = false }: TabsTileProps) {
  const id = useId()
  const tabs = tile.tabs ?? []
  const isIdle = useIdle(drawsAll)
  function pressed(event: KeyboardEvent<HTMLDivElement>) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.id === active)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onOpen(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div className="min-h-full">
      <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={pressed} className="mb-2 flex gap-4 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onOpen(tab.id)}
            className={classNames(
              '-mb-px h-9 border-b-2 text-sm font-medium whitespace-nowrap focus-visible:outline-offset-[-2px]',
              tab.id === active ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab) =>
        tab.id === active ? (
          <div key={tab.id} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="board-tab">
            <h2 className="only-print">{tab.title}</h2>
            {children(tab.id)}
          </div>
        ) : isIdle ? (
          <div key={tab.id} aria-hidden="true" inert className="board-tab is-closed">
            <h2 className="only-print">{tab.title}</h2>
            {children(tab.id)}
          </div>
        ) : null,
      )}
    </div>
  )
}

/** Whether what is in sight has had its time: what is out of it may follow. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => setIdle(true), IDLE_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
  return isIdle
}
