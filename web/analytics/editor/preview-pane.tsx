import { useMemo, useState } from 'react'
import type { Cell, Drawable } from '#charts/chart.ts'
import { ResultTable } from '#web/sessions/answer/result-table.tsx'
import { text } from '#web/text/charts.ts'
import { DrawnChart } from '#web/ui/drawn-chart.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count, duration } from '#web/ui/formats.ts'
import { Card, Skeleton } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import type { Previewed } from './use-preview.ts'

/** What the chart would show if it were saved now. */
export function PreviewPane({ preview, failure, isReading, isDrawable, title }: Previewed & { isDrawable: boolean; title: string }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const drawable = useMemo(
    (): Drawable | null =>
      preview
        ? {
            chart_type: preview.chart_type,
            spec: preview.spec as Drawable['spec'],
            columns: preview.data.columns,
            rows: preview.data.rows as Cell[][],
            truncated: preview.data.truncated,
          }
        : null,
    [preview],
  )
  return (
    <Card className="min-w-0 self-start">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-3">
        <h2 className="min-w-0 truncate text-sm font-medium">{text.previewLabel}</h2>
        <Segments
          label={text.show}
          options={[
            { value: 'chart', label: text.chart },
            { value: 'table', label: text.table },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {failure && (
        <div className="p-3">
          <FailureNote error={failure} />
        </div>
      )}
      {!isDrawable && <p className="grid h-96 place-items-center p-6 text-center text-sm text-muted">{text.pickToBegin}</p>}
      {isDrawable && !drawable && !failure && (
        <div className="h-96 p-4">
          <Skeleton className="size-full" />
        </div>
      )}
      {isDrawable && drawable && (
        <div aria-busy={isReading} className={`transition-opacity duration-150 ${isReading || failure ? 'opacity-50' : ''}`}>
          {view === 'chart' ? (
            <DrawnChart chart={drawable} label={title} className="h-[28rem] p-3" />
          ) : (
            <ResultTable columns={drawable.columns as never} rows={drawable.rows as unknown[][]} />
          )}
          <p className="flex flex-wrap gap-x-3 border-t border-line px-3 py-2 text-xs text-muted tabular-nums">
            <span>{text.rows(count(drawable.rows.length))}</span>
            {preview && <span>{duration(preview.data.duration_ms)}</span>}
            {preview?.notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </p>
        </div>
      )}
    </Card>
  )
}
