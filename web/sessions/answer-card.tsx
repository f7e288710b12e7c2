import { useMemo, useState } from 'react'
import type { Cell, Drawable } from '#charts/chart.ts'
import type { ChartAttachment, QueryAttachment } from '#web/api/llm.gen.ts'
import { text } from '#web/text/sessions.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { count, duration } from '#web/ui/formats.ts'
import { Card } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { ChartView } from './chart-view.tsx'
import { ResultTable } from './result-table.tsx'

type View = 'chart' | 'table' | 'sql'

/** What an answer rests on: its chart, its rows and its statement, one at a time. */
export function AnswerCard({ query, chart }: { query: QueryAttachment; chart: ChartAttachment | null }) {
  const isDrawn = chart !== null && chart.chart_type !== 'table'
  const [view, setView] = useState<View>(isDrawn ? 'chart' : 'table')
  const drawable = useMemo(
    (): Drawable | null =>
      chart && {
        chart_type: chart.chart_type,
        spec: chart.spec as Drawable['spec'],
        columns: query.columns,
        rows: query.rows as Cell[][],
        truncated: query.truncated,
      },
    [chart, query],
  )
  const options = [
    ...(isDrawn ? [{ value: 'chart' as const, label: text.chart }] : []),
    { value: 'table' as const, label: text.table },
    ...(query.sql === '' ? [] : [{ value: 'sql' as const, label: text.showSql }]),
  ]
  const { tables, row_filters_applied, verified_query, duration_ms } = query.provenance
  return (
    <Card className="min-w-0">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-3">
        <h3 className="min-w-0 truncate text-sm font-medium">{chart?.title ?? text.table}</h3>
        <Segments label={text.show} options={options} value={view} onChange={setView} />
      </div>
      {query.withheld ? <p className="p-4 text-sm text-muted">{text.withheld}</p> : null}
      {view === 'chart' && drawable && !query.withheld ? <ChartView chart={drawable} title={chart?.title ?? ''} /> : null}
      {view === 'table' && !query.withheld ? <ResultTable columns={query.columns} rows={query.rows} /> : null}
      {view === 'sql' ? (
        <div className="relative">
          <pre className="max-h-80 overflow-auto p-4 pr-12 font-mono text-xs whitespace-pre-wrap">{query.sql}</pre>
          <div className="absolute top-2 right-2">
            <CopyButton value={query.sql} label={text.copySql} />
          </div>
        </div>
      ) : null}
      <p className="flex flex-wrap gap-x-3 border-t border-line px-3 py-2 text-xs text-muted tabular-nums">
        <span>{text.rows(count(query.row_count))}</span>
        <span>{duration(duration_ms)}</span>
        <span className="truncate">{tables.join(', ')}</span>
        {row_filters_applied && <span>{text.filtered}</span>}
        {verified_query !== null && <span className="font-medium text-ok">{text.verified}</span>}
      </p>
    </Card>
  )
}
