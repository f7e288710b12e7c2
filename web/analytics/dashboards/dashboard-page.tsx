import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { LayoutDashboard, Pencil } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text as shared } from '#web/text/analytics.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { EmbedButton } from '../embed-button.tsx'
import { FavouriteButton } from '../favourite-button.tsx'
import { HistoryButton } from '../history-button.tsx'
import { useObjectActions } from '../object-actions.ts'
import type { DashboardSearch } from '../search.ts'
import { ShareButton } from '../share-button.tsx'
import { StateBadges } from '../state-badges.tsx'
import { TagsDialog } from '../tags.tsx'
import { boardOf } from './board.ts'
import { DashboardEdit } from './dashboard-edit.tsx'
import { DashboardView, type Place } from './dashboard-view.tsx'
import { usePictureActions } from './picture-actions.ts'
import { useTiles } from './use-tiles.ts'
import { ViewTools } from './view-tools.tsx'

export function DashboardPage() {
  const { dashboardId } = useParams({ from: '/shell/analytics/dashboards/$dashboardId' })
  const { data: dashboard, error } = useQuery(queryOf('dashboard', 'GET /analytics/dashboards/{dashboard_id}', { path: { dashboard_id: dashboardId } }))
  if (!dashboard)
    return (
      <>
        <PageHeader title={text.one} />
        <PageBody>{error ? <FailureNote error={error} /> : <Loading label={common.loading} />}</PageBody>
      </>
    )
  return <Opened key={dashboardId} dashboard={dashboard} />
}

function Opened({ dashboard }: { dashboard: Dashboard }) {
  const navigate = useNavigate()
  const [isTagging, setTagging] = useState(false)
  const [place, onPlace] = usePlace()
  const tiles = useTiles(dashboard.id, dashboard.revision, place.chosen, place.drill)
  const actions = useObjectActions('dashboard', { onDeleted: () => void navigate({ to: '/analytics/dashboards' }) })
  const pictures = usePictureActions(dashboard, place)
  const board = boardOf(dashboard)
  const { edit } = useSearch({ from: '/shell/analytics/dashboards/$dashboardId' })
  const mayEdit = dashboard.level !== 'view' && !dashboard.is_locked
  if (edit && mayEdit) return <DashboardEdit dashboard={dashboard} tiles={tiles} tabs={place.tabs} onTabs={(tabs) => onPlace({ tabs })} />
  const startEdit = () => void navigate({ to: '.', search: ((before: DashboardSearch) => ({ ...before, edit: true })) as never })
  return (
    <>
      <PageHeader title={dashboard.title} meta={<StateBadges of={dashboard} />}>
        <ViewTools dashboard={dashboard} tiles={tiles} />
        {mayEdit && dashboard.is_enabled && <EmbedButton dashboard={dashboard} />}
        {dashboard.level === 'own' && dashboard.is_enabled && <ShareButton kind="dashboard" object={dashboard} />}
        {mayEdit && (
          <Button onClick={startEdit}>
            <Pencil size={14} />
            <span className="max-md:sr-only">{common.edit}</span>
          </Button>
        )}
        {dashboard.level !== 'view' && <HistoryButton kind="dashboard" object={dashboard} />}
        <FavouriteButton kind="dashboard" object={dashboard} />
        <RowMenu
          label={shared.actionsOf(dashboard.title)}
          items={[
            ...(mayEdit ? [{ text: shared.tags, run: () => setTagging(true) }] : []),
            ...[...(dashboard.is_enabled ? pictures : []), ...actions(dashboard)],
          ]}
        />
      </PageHeader>
      <PageBody className="!max-w-none">
        {isTagging && <TagsDialog kind="dashboard" object={dashboard} onClose={() => setTagging(false)} />}
        {dashboard.description && <p className="text-sm text-muted">{dashboard.description}</p>}
        {tiles.error !== null && <FailureNote error={tiles.error} />}
        {board.layout.length === 0 ? (
          <Empty icon={<LayoutDashboard size={18} />} title={text.noTiles} text={mayEdit ? text.noTilesText : text.noTilesOther} />
        ) : (
          <DashboardView id={dashboard.id} board={board} place={place} onPlace={onPlace} tiles={tiles} />
        )}
      </PageBody>
    </>
  )
}

/** What is chosen and open, which stands in the address. */
function usePlace(): [Place, (change: Partial<Place>) => void] {
  const { chosen = [], drill = [], tabs = [] } = useSearch({ from: '/shell/analytics/dashboards/$dashboardId' })
  const navigate = useNavigate()
  const change = useCallback(
    (next: Partial<Place>) =>
      void navigate({
        to: '.',
        search: ((before: DashboardSearch) =>
          Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => !Array.isArray(value) || value.length > 0))) as never,
        replace: 'tabs' in next,
      }),
    [navigate],
  )
  return [{ chosen, drill, tabs }, change]
}
