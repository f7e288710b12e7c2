import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api/queries.ts'
import type { Chosen, Drill } from '#web/dashboard/choices.ts'
import { ResultTable } from '#web/sessions/answer/result-table.tsx'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count } from '#web/ui/formats.ts'
import { Loading } from '#web/ui/page.tsx'

type RowsDialogProps = { dashboardId: string; tile: string; title: string; chosen: Chosen[]; drill: Drill[]; onClose: () => void }

/** The rows behind a tile, or behind the mark that is chosen on it. */
export function RowsDialog({ dashboardId, tile, title, chosen, drill, onClose }: RowsDialogProps) {
  const { data, error } = useQuery({
    ...queryOf('chart', 'GET /analytics/dashboards/{dashboard_id}/tiles/{tile}/rows', {
      path: { dashboard_id: dashboardId, tile },
      query: { filters: JSON.stringify(chosen), drill: JSON.stringify(drill), limit: 100 } as never,
    }),
    retry: false,
  })
  return (
    <Dialog isOpen onClose={onClose} title={text.rowsOf(title)} width="wide" {...(data ? { about: text.rowsTold(count(data.row_count), data.table) } : {})}>
      {error && <FailureNote error={error} />}
      {!data && !error && <Loading label={common.loading} />}
      {data && <ResultTable columns={data.columns} rows={data.rows} />}
    </Dialog>
  )
}
