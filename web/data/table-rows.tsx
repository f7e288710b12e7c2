import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { queryOf } from '#web/api/queries.ts'
import type { Column } from '#web/sessions/shapes.ts'
import { text as words } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count } from '#web/ui/formats.ts'
import { Card, Loading } from '#web/ui/page.tsx'

const ResultTable = lazy(() => import('#web/sessions/answer/result-table.tsx').then(({ ResultTable }) => ({ default: ResultTable })))
const MOST = 100

type TableRowsProps = { sourceId: string; table: string; viewer?: { user_id?: string; group_id?: string } }

/** The first rows of a table, as the reader gets them or as somebody else does. */
export function TableRows({ sourceId, table, viewer = {} }: TableRowsProps) {
  const { data, error } = useQuery({
    ...queryOf('row_filter', 'GET /semantic/datasources/{datasource_id}/tables/{table}/preview', {
      path: { datasource_id: sourceId, table },
      query: { limit: MOST, ...viewer },
    }),
    retry: false,
  })
  if (error) return <FailureNote error={error} />
  if (!data) return <Loading />
  const columns = data.columns.map(
    ({ name, type }): Column => ({ name, label: name, type, role: 'dimension', table, column: name, grain: null, unit: null, aggregate: null }),
  )
  return (
    <div className="grid gap-2">
      <Card className="overflow-hidden">
        <Suspense fallback={<Loading />}>
          <ResultTable columns={columns} rows={data.rows} />
        </Suspense>
      </Card>
      <p className="text-xs text-muted">{data.truncated ? words.firstRows(count(data.row_count)) : words.allRows(count(data.row_count))}</p>
    </div>
  )
}
