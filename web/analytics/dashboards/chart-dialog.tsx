import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Chart } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text as shared } from '#web/text/analytics.ts'
import { text as charts } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/page.tsx'
import { Thumbnail } from '../charts/thumbnail.tsx'

/** Charts to put on a dashboard, found by their words. */
export function ChartDialog({ onPick, onClose }: { onPick: (chart: Chart) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, error } = useQuery({
    ...queryOf('chart', 'GET /analytics/charts', { query: { page_size: 24, sort: 'updated_at', order: 'desc', is_enabled: true, ...(q ? { q } : {}) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog isOpen onClose={onClose} title={text.kinds.chart} width="wide">
      <div className="grid gap-4">
        <Input type="search" aria-label={shared.search} placeholder={shared.search} value={typed} onChange={({ target }) => setTyped(target.value)} />
        {error && <FailureNote error={error} />}
        {!data && !error && <Loading label={common.loading} />}
        {data?.length === 0 && <p className="text-sm text-muted">{q ? shared.noMatch : charts.empty}</p>}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-3">
          {data?.map((chart) => (
            <li key={chart.id}>
              <button
                type="button"
                onClick={() => onPick(chart)}
                className="w-full overflow-hidden rounded-lg border border-line bg-surface text-left hover:border-accent"
              >
                <Thumbnail chart={chart} />
                <span className="block truncate border-t border-line px-3 py-2 text-sm font-medium">{chart.title}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
