import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cell, Drawable } from '#charts/chart.ts'
import type { Chart } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { ResultTable } from '#web/sessions/answer/result-table.tsx'
import { text } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DrawnChart } from '#web/ui/drawn-chart.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count, duration } from '#web/ui/formats.ts'
import { Loading } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'

/** Names below each other need a line each. */
function isTall({ spec, rows }: Drawable): boolean {
  const y = spec?.encoding?.y
  return rows.length > 14 && y !== undefined && !Array.isArray(y) && (y.type === 'nominal' || y.type === 'ordinal')
}

/** What a chart shows now: its picture, its rows or its statement. */
export function ChartRows({ chart, view }: { chart: Chart; view: 'chart' | 'table' | 'sql' }) {
  const { data, error } = useQuery(queryOf('chart', 'GET /analytics/charts/{chart_id}/data', { path: { chart_id: chart.id } }))
  const drawable = useMemo(
    (): Drawable | null =>
      data
        ? { chart_type: chart.chart_type, spec: chart.spec as Drawable['spec'], columns: data.columns, rows: data.rows as Cell[][], truncated: data.truncated }
        : null,
    [data, chart.chart_type, chart.spec],
  )
  if (error)
    return (
      <div className="p-3">
        <FailureNote error={error} />
      </div>
    )
  if (!data || !drawable)
    return (
      <div className="h-96 p-4">
        <Loading label={common.loading} />
      </div>
    )
  return (
    <>
      {view === 'chart' && <DrawnChart chart={drawable} label={chart.title} className={isTall(drawable) ? 'h-[34rem] p-3' : 'h-96 p-3'} />}
      {view === 'table' && <ResultTable columns={data.columns} rows={data.rows} />}
      {view === 'sql' && <Statement sql={data.sql} />}
      <p className="flex flex-wrap gap-x-3 border-t border-line px-3 py-2 text-xs text-muted tabular-nums">
        <span>{text.rows(count(data.row_count))}</span>
        {data.truncated && <span>{text.truncated}</span>}
        <span>{duration(data.duration_ms)}</span>
        <span className="truncate">{data.tables.join(', ')}</span>
        <Time at={data.as_of} />
      </p>
    </>
  )
}

function Statement({ sql }: { sql: string | null }) {
  if (sql === null) return <p className="p-4 text-sm text-muted">{text.noSql}</p>
  return (
    <div className="relative">
      <pre className="p-4 pr-12 font-mono text-xs break-words whitespace-pre-wrap">{sql}</pre>
      <div className="absolute top-2 right-2">
        <CopyButton value={sql} label={text.copySql} />
      </div>
    </div>
  )
}
