import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { text } from '#web/text/dashboards.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Tile } from './board.ts'
import { COLUMNS, ROW } from './grid.tsx'
import { type Place, withPlace } from './layout.ts'

export type TileEdits = {
  onPlace: (id: string, place: Place) => void
  onRemove: (tile: Tile) => void
  onEdit: ((tile: Tile) => void) | null
  nameOf: (tile: Tile) => string
  /** Tells what was done to those who hear it. */
  say: (words: string) => void
}
type EditableGridProps = TileEdits & { tiles: Tile[]; children: (tile: Tile) => ReactNode }

type Drag = { id: string; how: 'move' | 'size'; startX: number; startY: number; from: Place }

/** Tiles that are moved and resized, by pointer and by the arrow keys. */
export function EditableGrid({ tiles, children, onPlace, ...edits }: EditableGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const [draft, setDraft] = useState<{ id: string; place: Place } | null>(null)
  const shown = draft ? withPlace(tiles, draft.id, draft.place) : tiles

  function placeAt({ clientX, clientY }: PointerEvent, { how, startX, startY, from }: Drag): Place {
    const column = (grid.current?.clientWidth ?? 1) / COLUMNS
    const [right, down] = [Math.round((clientX - startX) / column), Math.round((clientY - startY) / ROW)]
    return how === 'move' ? { ...from, x: from.x + right, y: from.y + down } : { ...from, w: Math.min(from.w + right, COLUMNS - from.x), h: from.h + down }
  }
  const begin = (tile: Tile, how: Drag['how']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { id: tile.id, how, startX: event.clientX, startY: event.clientY, from: { x: tile.x, y: tile.y, w: tile.w, h: tile.h } }
  }
  function move(event: PointerEvent) {
    const { current } = drag
    if (current) setDraft({ id: current.id, place: placeAt(event, current) })
  }
  function end(event: PointerEvent) {
    const { current } = drag
    drag.current = null
    setDraft(null)
    if (!current || event.type === 'pointercancel') return
    const place = placeAt(event, current)
    if (JSON.stringify(place) !== JSON.stringify(current.from)) onPlace(current.id, place)
  }
  const pressed = (tile: Tile) => (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const [right, down] = step
    const { x, y, w, h } = tile
    const place = event.shiftKey ? { x, y, w: Math.min(w + right, COLUMNS - x), h: h + down } : { x: x + right, y: y + down, w, h }
    onPlace(tile.id, place)
    const told = withPlace(tiles, tile.id, place).find(({ id }) => id === tile.id) ?? tile
    edits.say(text.placed(edits.nameOf(tile), told.x + 1, told.y + 1, told.w, told.h))
  }
  return (
    <div ref={grid} className="board-grid is-editing">
      {shown
        .toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map((tile) => (
          <div
            key={tile.id}
            className={classNames('board-cell', draft?.id === tile.id && 'z-10 opacity-80')}
            style={{ gridColumn: `${tile.x + 1} / span ${tile.w}`, gridRow: `${tile.y + 1} / span ${tile.h}` }}
          >
            <div className="relative h-full rounded-lg outline-1 outline-line-strong outline-dashed">
              <div inert={tile.type !== 'tabs'} className="h-full overflow-hidden rounded-lg">
                {children(tile)}
              </div>
              <div className="absolute top-1 right-1 z-10 flex rounded-md border border-line bg-raised shadow-low">
                <ToolButton
                  label={text.moveTile(edits.nameOf(tile))}
                  onPointerDown={begin(tile, 'move')}
                  onPointerMove={move}
                  onPointerUp={end}
                  onPointerCancel={end}
                  onKeyDown={pressed(tile)}
                  className="cursor-move touch-none"
                >
                  <GripVertical size={14} />
                </ToolButton>
                {edits.onEdit && (
                  <ToolButton label={text.editTile(edits.nameOf(tile))} onClick={() => edits.onEdit?.(tile)}>
                    <Pencil size={13} />
                  </ToolButton>
                )}
                <ToolButton label={text.removeTile(edits.nameOf(tile))} onClick={() => edits.onRemove(tile)}>
                  <Trash2 size={13} />
                </ToolButton>
              </div>
              {tile.type !== 'tabs' && (
                <span
                  aria-hidden="true"
                  onPointerDown={begin(tile, 'size')}
                  onPointerMove={move}
                  onPointerUp={end}
                  onPointerCancel={end}
                  className="absolute right-0 bottom-0 z-10 size-5 cursor-se-resize touch-none rounded-br-lg border-r-2 border-b-2 border-accent"
                />
              )}
            </div>
          </div>
        ))}
    </div>
  )
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

const ToolButton = ({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={classNames('grid size-7 place-items-center text-muted hover:bg-selected hover:text-text', className)}
  />
)
