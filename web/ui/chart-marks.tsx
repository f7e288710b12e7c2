import { type KeyboardEvent, useId, useState } from 'react'
import type { Selected } from '#charts/browser.ts'
import type { Drawable } from '#charts/chart.ts'
import { text } from '#web/text/charts.ts'
import { number } from './formats.ts'

const FIGURES = new Set(['integer', 'number', 'decimal'])
const MOVES: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }

/** The marks of a chart for the keyboard: out of sight until it has the focus; then the one that Enter would choose is told. */
export function Marks({ chart, onSelect }: { chart: Drawable; onSelect: (selected: Selected) => void }) {
  const id = useId()
  const [place, setPlace] = useState(0)
  const { columns, rows } = chart
  const at = Math.min(place, rows.length - 1)
  const row = rows[at]
  const isFigure = (index: number) => FIGURES.has(columns[index]?.type ?? '')
  // A number may be a group too: where all columns are figures the first is.
  const groups = columns.some((_, index) => !isFigure(index)) ? columns.flatMap((_, index) => (isFigure(index) ? [] : [index])) : [0]
  // A figure alone is no mark of several.
  if (!row || (rows.length === 1 && isFigure(groups[0] ?? 0))) return null
  const told = columns.map((_, index) => (typeof row[index] === 'number' && !groups.includes(index) ? number(row[index] as number) : String(row[index] ?? '–')))
  function pressed(event: KeyboardEvent) {
    const move = MOVES[event.key]
    if (move !== undefined) setPlace(Math.max(0, Math.min(rows.length - 1, at + move)))
    else if (event.key === 'Enter' || event.key === ' ')
      onSelect(groups.flatMap((index) => (columns[index] ? [{ column: columns[index].name, value: row?.[index] ?? null }] : [])))
    else return
    event.preventDefault()
  }
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={text.marks}
      aria-activedescendant={id}
      onKeyDown={pressed}
      className="sr-only focus:not-sr-only focus:absolute focus:top-1 focus:right-1 focus:z-10 focus:rounded-md focus:border focus:border-line-strong focus:bg-raised focus:px-2 focus:py-1 focus:text-sm focus:shadow-high"
    >
      <div id={id} role="option" aria-selected="true" aria-posinset={at + 1} aria-setsize={rows.length} tabIndex={-1}>
        {told.join(' · ')}
      </div>
    </div>
  )
}
