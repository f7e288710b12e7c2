import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { BookmarkPlus, LayoutDashboard, Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { queryOf } from '#web/api/queries.ts'
import { DashboardDialog } from '#web/sessions/answer/dashboard-dialog.tsx'
import { text as shared } from '#web/text/analytics.ts'
import { text } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Card, Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { tell, tellFailure } from '#web/ui/toasts.tsx'
import { useAskAbout } from '../ask-about.ts'
import { draftOf } from '../editor/chart-draft.ts'
import { EditorPage } from '../editor/editor-page.tsx'
import { FavouriteButton } from '../favourite-button.tsx'
import { HistoryButton } from '../history-button.tsx'
import { useObjectActions } from '../object-actions.ts'
import { ShareButton } from '../share-button.tsx'
import { StateBadges } from '../state-badges.tsx'
import { TagsDialog } from '../tags.tsx'
import { ChartFacts } from './chart-facts.tsx'
import { ChartRows } from './chart-rows.tsx'
import { DownloadMenu } from './download-menu.tsx'

export function ChartPage() {
  const { chartId } = useParams({ from: '/shell/analytics/charts/$chartId' })
  const { view = 'chart', edit } = useSearch({ from: '/shell/analytics/charts/$chartId' })
  const navigate = useNavigate()
  const [isPlacing, setPlacing] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const askAbout = useAskAbout()
  const actions = useObjectActions('chart', { onDeleted: () => void navigate({ to: '/analytics/charts' }) })
  const { data: chart, error } = useQuery(queryOf('chart', 'GET /analytics/charts/{chart_id}', { path: { chart_id: chartId } }))
  if (!chart)
    return (
      <>
        <PageHeader title={text.one} />
        <PageBody>{error ? <FailureNote error={error} /> : <Loading label={common.loading} />}</PageBody>
      </>
    )
  const mayEdit = chart.level !== 'view' && !chart.is_locked && chart.query !== null
  if (edit && mayEdit) return <EditorPage key={chart.id} chart={chart} start={draftOf(chart)} />
  const keep = () =>
    void call('POST /analytics/charts/{chart_id}/save', { path: { chart_id: chartId } })
      .then(() => tell(text.kept))
      .catch(tellFailure)
  return (
    <>
      <PageHeader title={chart.title} meta={<StateBadges of={chart} />}>
        {chart.origin === 'answer' && chart.level !== 'view' && !chart.is_locked && (
          <Button onClick={keep}>
            <BookmarkPlus size={14} />
            <span className="max-md:sr-only">{text.save}</span>
          </Button>
        )}
        {chart.is_enabled && <DownloadMenu chart={chart} />}
        {chart.level === 'own' && chart.is_enabled && <ShareButton kind="chart" object={chart} />}
        <Button onClick={() => setPlacing(true)} className="max-md:hidden">
          <LayoutDashboard size={14} />
          {text.addTo}
        </Button>
        {mayEdit && (
          <Button onClick={() => void navigate({ to: '.', search: { edit: true } })}>
            <Pencil size={14} />
            <span className="max-md:sr-only">{common.edit}</span>
          </Button>
        )}
        {chart.level !== 'view' && <HistoryButton kind="chart" object={chart} />}
        <FavouriteButton kind="chart" object={chart} />
        <RowMenu
          label={shared.actionsOf(chart.title)}
          items={[
            ...(chart.is_enabled ? [{ text: words.ask, run: () => askAbout({ chart_id: chart.id }, chart.title) }] : []),
            ...(mayEdit ? [{ text: shared.tags, run: () => setTagging(true) }] : []),
            ...actions(chart),
          ]}
        />
      </PageHeader>
      <PageBody>
        {chart.description && <p className="text-sm text-muted">{chart.description}</p>}
        <Card className="min-w-0">
          <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-3">
            <h2 className="min-w-0 truncate text-sm font-medium">{shared.types[chart.chart_type]}</h2>
            <Segments
              label={text.show}
              options={[
                { value: 'chart', label: text.chart },
                { value: 'table', label: text.table },
                { value: 'sql', label: text.sql },
              ]}
              value={view}
              onChange={(next) => void navigate({ to: '.', search: next === 'chart' ? {} : { view: next }, replace: true })}
            />
          </div>
          {chart.is_enabled ? <ChartRows chart={chart} view={view} /> : <p className="p-4 text-sm text-muted">{text.disabledText}</p>}
        </Card>
        <ChartFacts chart={chart} />
        {isTagging && <TagsDialog kind="chart" object={chart} onClose={() => setTagging(false)} />}
        {isPlacing && <DashboardDialog keep={async () => chart.id} onClose={() => setPlacing(false)} />}
      </PageBody>
    </>
  )
}
