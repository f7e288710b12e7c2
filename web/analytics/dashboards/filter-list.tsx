import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { isMark, type Value } from '#web/dashboard/choices.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count, plain } from '#web/ui/formats.ts'
import { portalPlace } from '#web/ui/portal-place.ts'
import type { FilterControlProps } from './filter-control.tsx'

/** Values to choose from, searched where they are many; those that the filters it depends on leave. */
export function FilterList({ values, label, ...props }: FilterControlProps & { values: Value[]; label: string }) {
  const { filter, onChoose } = props
  const [first] = values
  const shown = values.length === 0 ? text.all : values.length === 1 ? plain(first ?? '') : text.nChosen(count(values.length))
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" aria-label={`${label}: ${shown}`} className="control flex w-44 items-center gap-2 text-left">
          <span className={`min-w-0 flex-1 truncate ${values.length === 0 ? 'text-muted' : ''}`}>{shown}</span>
          <ChevronDown size={14} className="shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={portalPlace()}>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 flex max-h-80 w-64 flex-col rounded-lg border border-line bg-raised shadow-high"
        >
          <Offered {...props} values={values} label={label} />
          {values.length > 0 && (
            <div className="border-t border-line p-1.5">
              <Button size="small" variant="ghost" onClick={() => onChoose({ filter: filter.id, values: [] })}>
                {text.clear}
              </Button>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Offered({ dashboardId, filter, chosen, values, label, onChoose }: FilterControlProps & { values: Value[]; label: string }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const parents = chosen.filter((one) => !isMark(one) && filter.depends_on.includes(one.filter))
  const { data, error } = useQuery({
    ...queryOf('chart', 'GET /analytics/dashboards/{dashboard_id}/filters/{filter}/values', {
      path: { dashboard_id: dashboardId, filter: filter.id },
      query: { filters: JSON.stringify(parents), limit: 100, ...(q ? { q } : {}) } as never,
    }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const all = [...new Set([...(q ? [] : values), ...(data?.values ?? [])])]
  const toggle = (value: Value, isChosen: boolean) =>
    onChoose({ filter: filter.id, values: isChosen ? [...values, value] : values.filter((one) => one !== value) })
  return (
    <>
      <div className="relative border-b border-line p-1.5">
        <Search size={14} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 text-faint" />
        <input
          type="search"
          aria-label={text.searchValues(label)}
          placeholder={common.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="h-7 w-full rounded-md bg-transparent pr-2 pl-7 text-sm"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-1.5">
        {error && <FailureNote error={error} />}
        {all.length === 0 && data && <p className="p-1.5 text-sm text-muted">{text.noValues}</p>}
        {all.map((value) => (
          <label key={String(value)} className="flex items-center gap-2 rounded-md px-1.5 py-1 text-sm hover:bg-selected">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={values.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
            />
            <span className="min-w-0 break-words">{plain(value)}</span>
          </label>
        ))}
        {data?.truncated && <p className="p-1.5 text-xs text-muted">{text.moreValues}</p>}
      </div>
    </>
  )
}
