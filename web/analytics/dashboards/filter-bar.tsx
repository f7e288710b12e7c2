import { X } from 'lucide-react'
import { type Chosen, type ChosenMark, isMark, withValues } from '#web/dashboard/choices.ts'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import type { Filter } from './board.ts'
import { FilterControl } from './filter-control.tsx'

type FilterBarProps = { dashboardId: string; filters: Filter[]; chosen: Chosen[]; onChoose: (chosen: Chosen[]) => void }

/** The filters that stand on no tile of their own, and the marks that were clicked. */
export function FilterBar({ dashboardId, filters, chosen, onChoose }: FilterBarProps) {
  if (filters.length === 0 && chosen.length === 0) return null
  return (
    <section aria-label={text.filters} className="no-print flex flex-wrap items-end gap-x-4 gap-y-3">
      {filters.map((filter) => (
        <FilterControl key={filter.id} dashboardId={dashboardId} filter={filter} chosen={chosen} onChoose={(values) => onChoose(withValues(chosen, values))} />
      ))}
      {chosen.filter(isMark).map((mark) => (
        <MarkChip key={`${mark.tile} ${mark.column}`} mark={mark} onRemove={() => onChoose(chosen.filter((one) => one !== mark))} />
      ))}
      {chosen.length > 0 && (
        <Button variant="ghost" onClick={() => onChoose([])}>
          {text.clearAll}
        </Button>
      )}
    </section>
  )
}

function MarkChip({ mark, onRemove }: { mark: ChosenMark; onRemove: () => void }) {
  const told = `${mark.column}: ${mark.values.map((value) => value ?? text.emptyValue).join(', ')}`
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={text.removeMark(told)}
      className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 text-sm text-accent hover:bg-selected"
    >
      <span className="truncate">{told}</span>
      <X size={14} className="shrink-0" />
    </button>
  )
}
