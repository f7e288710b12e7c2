import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Chart } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { asFailure } from '#web/api/failure.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { Conflict } from '../conflict.tsx'
import { HistoryButton } from '../history-button.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { type ChartDraft, draftOf, isDrawable, useChartDraft } from './chart-draft.ts'
import { ChartEditor } from './chart-editor.tsx'
import { usePreview } from './use-preview.ts'

/** Makes a chart, or changes one. What is stored is what the preview shows. */
export function EditorPage({ chart, start }: { chart: Chart | null; start: ChartDraft }) {
  const navigate = useNavigate()
  const { draft, change, reset, isChanged } = useChartDraft(start)
  const previewed = usePreview(draft)
  const [revision, setRevision] = useState(chart?.revision ?? 0)
  const [theirs, setTheirs] = useState<Chart | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { preview, failure, isReading } = previewed
  const leave = () => void (chart ? navigate({ to: '.', search: {} as never }) : navigate({ to: '/analytics/charts' }))
  const isReady = preview !== undefined && failure === null && !isReading && isDrawable(draft) && draft.title.trim() !== ''

  async function save(at: number | null) {
    if (!preview || !draft.query || !draft.datasourceId) return
    const body = { title: draft.title.trim(), description: draft.description, query: draft.query, chart_type: preview.chart_type, spec: preview.spec }
    setBusy(true)
    setError(null)
    try {
      const stored =
        chart && at !== null
          ? await call('PUT /analytics/charts/{chart_id}', { path: { chart_id: chart.id }, body: body as never, headers: { 'if-match': `"${at}"` } })
          : await call('POST /analytics/charts', { body: { ...body, datasource_id: draft.datasourceId } as never })
      reset(draftOf(stored))
      await queries.invalidateQueries({ queryKey: ['chart'] })
      tell(text.saved)
      setTimeout(() => void navigate({ to: '/analytics/charts/$chartId', params: { chartId: stored.id } }))
    } catch (reason) {
      if (chart && asFailure(reason).status === 412)
        setTheirs(await call('GET /analytics/charts/{chart_id}', { path: { chart_id: chart.id } }).catch(() => null))
      else setError(reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <LeaveGuard when={isChanged} />
      <PageHeader title={chart ? text.editing(chart.title) : text.newTitle} heading={chart ? chart.title : text.newTitle}>
        {chart && (
          <HistoryButton
            kind="chart"
            object={chart}
            disabled={isChanged}
            className="max-md:hidden"
            onRestored={(stored) => {
              reset(draftOf(stored))
              setRevision(stored.revision)
            }}
          />
        )}
        <Button onClick={leave}>{common.cancel}</Button>
        {chart && (
          <Button onClick={() => void save(null)} disabled={isBusy || !isReady || !isChanged} className="max-md:hidden">
            {text.saveAs}
          </Button>
        )}
        <Button variant="primary" onClick={() => void save(revision)} disabled={isBusy || !isReady || !isChanged}>
          {text.saveChart}
        </Button>
      </PageHeader>
      <ChartEditor draft={draft} change={change} previewed={previewed}>
        {theirs && (
          <Conflict
            words={text}
            onMine={() => void save(theirs.revision)}
            onCopy={() => void save(null)}
            onTheirs={() => {
              reset(draftOf(theirs))
              setRevision(theirs.revision)
              setTheirs(null)
            }}
          />
        )}
        {error !== null && <FailureNote error={error} />}
      </ChartEditor>
    </>
  )
}
