import { Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { MountedChart, Selected } from '#charts/browser.ts'
import type { Cell, Drawable } from '#charts/chart.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { DrawnChart } from '#web/ui/drawn-chart.tsx'
import { count } from '#web/ui/formats.ts'
import { Card, Skeleton } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import type { ChartAttachment, ChartType, Message, QueryAttachment } from '../shapes.ts'
import { BasisLabel } from './basis-label.tsx'
import { CardActions } from './card-actions.tsx'
import { ChartTypeMenu } from './chart-type-menu.tsx'
import { ResultTable } from './result-table.tsx'
import { runSql } from './run-sql.ts'
import { SqlView } from './sql-view.tsx'
import { MOST_ROWS, useRows } from './use-rows.ts'

type View = 'chart' | 'table' | 'sql'
/** What a card shows: what the answer brought, or what the reader made of it since. */
export type Shown = { query: QueryAttachment; chart: ChartAttachment | null }

type AnswerCardProps = Shown & {
  message?: Message | undefined
  isReadOnly?: boolean
  /** What stands between the head and the chart. */
  children?: ReactNode
  onType?: ((type: ChartType) => void) | undefined
  onSelect?: ((selected: Selected) => void) | undefined
  /** Runs a statement in the place of the answer's and keeps it; without it the result is shown here alone. */
  onRun?: ((sql: string) => Promise<void>) | undefined
}

/** What an answer rests on: its chart, its rows and its statement, one at a time, and what can be done with them. */
export function AnswerCard({ query: given, chart: drawn, message, isReadOnly = false, children, onType, onSelect, onRun }: AnswerCardProps) {
  const [made, setMade] = useState<{ of: string; shown: Shown } | null>(null)
  const own = made?.of === given.id ? made.shown : null
  const setOwn = (shown: Shown) => setMade({ of: given.id, shown })
  const { query, chart } = own ?? { query: given, chart: drawn }
  const isDrawn = chart !== null && chart.chart_type !== 'table' && !query.withheld
  const [chosen, setView] = useState<View | null>(null)
  const view = chosen === 'chart' && !isDrawn ? 'table' : (chosen ?? (isDrawn ? 'chart' : 'table'))
  const [mounted, setMounted] = useState<MountedChart | null>(null)
  const { rows, isLoading } = useRows(query, view !== 'sql')
  const drawable = useMemo(
    (): Drawable | null =>
      chart && {
        chart_type: chart.chart_type,
        spec: chart.spec as Drawable['spec'],
        columns: query.columns,
        rows: rows as Cell[][],
        truncated: query.truncated,
      },
    [chart, query, rows],
  )
  const options = [
    ...(isDrawn ? [{ value: 'chart' as const, label: text.chart }] : []),
    { value: 'table' as const, label: text.table },
    ...(query.sql === '' ? [] : [{ value: 'sql' as const, label: text.showSql }]),
  ]
  const title = chart?.title ?? text.table
  const show = (next: Shown) => {
    setOwn(next)
    setView(null)
  }
  async function run(sql: string) {
    if (own || !onRun) return show(await runSql(query, text.showSql, sql))
    await onRun(sql)
    setView(null)
  }
  return (
    <Card className="min-w-0">
      <div className="flex min-h-11 items-center gap-2 border-b border-line px-3">
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h2>
        {!query.withheld && !isReadOnly && (
          <ChartTypeMenu query={query} chart={chart} onDraw={(next) => show({ query, chart: next })} onType={own ? undefined : onType} />
        )}
        <Segments label={text.show} options={options} value={view} onChange={setView} />
      </div>
      {own ? (
        <div className="border-b border-line px-3 py-1">
          <Button size="small" variant="ghost" onClick={() => setMade(null)}>
            <Undo2 size={13} aria-hidden="true" />
            {text.backToAnswer}
          </Button>
        </div>
      ) : (
        children
      )}
      {query.withheld && <p className="p-4 text-sm text-muted">{text.withheld}</p>}
      {view === 'chart' &&
        drawable &&
        (isLoading ? (
          <Skeleton className="m-3 h-80" />
        ) : (
          <div className="p-3">
            <DrawnChart chart={drawable} label={title} onDrawn={setMounted} onSelect={own ? undefined : onSelect} className={heightOf(drawable)} />
          </div>
        ))}
      {view === 'table' && !query.withheld && <ResultTable columns={query.columns} rows={rows} />}
      {view === 'sql' && <SqlView key={query.sql} sql={query.sql} explanation={query.provenance.explanation} onRun={isReadOnly ? undefined : run} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5">
        <BasisLabel query={query} />
        <span className="text-xs text-muted tabular-nums">{sizeOf(query, rows.length, isLoading)}</span>
        {!query.withheld && (
          <CardActions shown={{ query, chart }} isOwn={own !== null} rows={rows} message={message} mounted={mounted} isReadOnly={isReadOnly} onShow={setOwn} />
        )}
      </div>
    </Card>
  )
}

/** Names below each other need a line each; one figure needs few. */
function heightOf({ chart_type, spec, rows }: Drawable): string {
  if (chart_type === 'kpi' || chart_type === 'big_number') return 'h-36'
  const y = spec?.encoding?.y
  return rows.length > 14 && y !== undefined && !Array.isArray(y) && (y.type === 'nominal' || y.type === 'ordinal') ? 'h-[34rem]' : 'h-80'
}

/** How many rows there are, as far as they were read. */
function sizeOf({ row_count, truncated }: QueryAttachment, read: number, isLoading: boolean): string {
  if (read >= MOST_ROWS) return text.moreThan(count(read))
  if (isLoading || read > row_count) return text.rows(count(Math.max(read, row_count)))
  if (read < row_count) return text.rowsOf(count(read), count(row_count))
  return truncated ? text.moreThan(count(row_count)) : text.rows(count(row_count))
}
