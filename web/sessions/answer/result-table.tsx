import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { text } from '#web/text/sessions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Column, isNumeric } from '../shapes.ts'
import { cellText, cellValue } from './cell-text.ts'
import { type Sorting, sorted, widthsOf } from './table-layout.ts'

const ROW = 33
const HEAD = 34
const MOST_HEIGHT = 352
type Place = { row: number; column: number }

/** The rows of an answer: any number of them, sorted by a click, figures to the right in the reader's own writing. Cells are chosen and copied. */
export function ResultTable({ columns, rows }: { columns: Column[]; rows: unknown[][] }) {
  const place = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [anchor, setAnchor] = useState<Place | null>(null)
  const [head, setHead] = useState<Place | null>(null)
  const shown = useMemo(() => sorted(rows, columns, sorting), [rows, columns, sorting])
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows])
  const virtual = useVirtualizer({ count: shown.length, getScrollElement: () => place.current, estimateSize: () => ROW, overscan: 12 })
  const template = {
    gridTemplateColumns: widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' '),
    minWidth: widths.reduce((sum, width) => sum + width, 0),
  }

  const isChosen = (row: number, column: number): boolean => {
    if (!anchor || !head) return false
    const within = (at: number, one: number, other: number) => at >= Math.min(one, other) && at <= Math.max(one, other)
    return within(row, anchor.row, head.row) && within(column, anchor.column, head.column)
  }
  function choose(next: Place, extends_: boolean) {
    const to = { row: clamp(next.row, shown.length), column: clamp(next.column, columns.length) }
    if (!extends_ || !anchor) setAnchor(to)
    setHead(to)
    virtual.scrollToIndex(to.row)
  }
  function pressed(event: KeyboardEvent) {
    const from = head ?? { row: -1, column: 0 }
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      event.preventDefault()
      setAnchor({ row: 0, column: 0 })
      setHead({ row: shown.length - 1, column: columns.length - 1 })
      return
    }
    const [down, right] = MOVES[event.key] ?? [0, 0]
    if (!down && !right) return
    event.preventDefault()
    choose({ row: from.row + down, column: from.column + right }, event.shiftKey)
  }
  function copied(event: ClipboardEvent) {
    if (!anchor || !head) return
    event.preventDefault()
    const [top, bottom] = [Math.min(anchor.row, head.row), Math.max(anchor.row, head.row)]
    const [left, right] = [Math.min(anchor.column, head.column), Math.max(anchor.column, head.column)]
    const lines = shown.slice(top, bottom + 1).map((row) =>
      row
        .slice(left, right + 1)
        .map(cellValue)
        .join('\t'),
    )
    event.clipboardData.setData('text/plain', lines.join('\n'))
  }

  return (
    <section
      ref={place}
      {...SCROLLED}
      aria-label={text.table}
      onKeyDown={pressed}
      onCopy={copied}
      className="overflow-auto text-sm select-none focus-visible:outline-offset-[-2px]"
      style={{ height: Math.min(MOST_HEIGHT, HEAD + shown.length * ROW + 2) }}
    >
      <table aria-rowcount={shown.length + 1} className="block">
        <thead className="sticky top-0 z-1 block">
          <tr className="grid border-b border-line bg-surface text-xs text-muted" style={{ ...template, height: HEAD }}>
            {columns.map((column, at) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={sorting?.column === at ? (sorting.falls ? 'descending' : 'ascending') : 'none'}
                className="flex min-w-0 font-medium"
              >
                <button
                  type="button"
                  onClick={() => setSorting(turned(sorting, at, isNumeric(column)))}
                  className={classNames(
                    'flex min-w-0 flex-1 items-center gap-1 px-3 hover:text-text focus-visible:outline-offset-[-2px]',
                    isNumeric(column) && 'flex-row-reverse',
                  )}
                >
                  <span className="truncate">{column.label}</span>
                  {sorting?.column === at && (sorting.falls ? <ArrowDown size={12} aria-hidden="true" /> : <ArrowUp size={12} aria-hidden="true" />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: virtual.getTotalSize(), minWidth: template.minWidth }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <tr
              key={index}
              aria-rowindex={index + 2}
              className="absolute inset-x-0 grid border-b border-line"
              style={{ ...template, height: ROW, transform: `translateY(${start}px)` }}
            >
              {columns.map((column, at) => {
                const written = cellText(shown[index]?.[at], column)
                return (
                  <td
                    key={column.name}
                    title={written !== null && written.length > 24 ? written : undefined}
                    onPointerDown={(event) => event.button === 0 && choose({ row: index, column: at }, event.shiftKey)}
                    onPointerEnter={(event) => event.buttons === 1 && setHead({ row: index, column: at })}
                    className={classNames(
                      'truncate px-3 leading-8',
                      isNumeric(column) && 'text-right tabular-nums',
                      written === null && 'text-muted italic',
                      isChosen(index, at) && 'bg-accent-soft',
                    )}
                  >
                    {written ?? text.empty_cell}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Each click on a head goes on: the usual way, the other way, as it came. */
function turned(before: Sorting | null, column: number, falls: boolean): Sorting | null {
  if (before?.column !== column) return { column, falls }
  return before.falls === falls ? { column, falls: !falls } : null
}

/** What scrolls is reached by keyboard too. */
const SCROLLED = { tabIndex: 0 }
const MOVES: Record<string, [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [0, -1_000],
  End: [0, 1_000],
}
const clamp = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))
