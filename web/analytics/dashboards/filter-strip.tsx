import { ListFilter } from 'lucide-react'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { type Board, labelOf } from './board.ts'

/** The filters a dashboard has, each opened to be changed. */
export function FilterStrip({ board, onEdit }: { board: Board; onEdit: (filter: string) => void }) {
  if (board.filters.length === 0) return null
  return (
    <section aria-label={text.filters} className="flex flex-wrap items-center gap-2">
      <ListFilter size={15} className="text-muted" aria-hidden="true" />
      {board.filters.map((filter) => (
        <Button key={filter.id} size="small" onClick={() => onEdit(filter.id)} aria-label={text.editTile(labelOf(filter))}>
          {labelOf(filter)}
        </Button>
      ))}
    </section>
  )
}
