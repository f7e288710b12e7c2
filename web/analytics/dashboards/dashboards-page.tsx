import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { LayoutDashboard, Plus } from 'lucide-react'
import { call } from '#web/api/client.ts'
import { useMe } from '#web/api/me.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { useDeleted } from '#web/ui/delete-later.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Card, Empty, Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { BulkBar, SelectOne, useSelection } from '#web/ui/selection.tsx'
import { Time } from '#web/ui/time.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'
import { AnalyticsTabs } from '../analytics-tabs.tsx'
import { FavouriteButton } from '../favourite-button.tsx'
import { ListBar } from '../list-bar.tsx'
import { bulkActions, useObjectActions } from '../object-actions.ts'
import type { ListSearch } from '../search.ts'
import { StateBadges } from '../state-badges.tsx'
import { TagList } from '../tags.tsx'
import { useSearchChange } from '../use-search-change.ts'

const EACH = 50

export function DashboardsPage() {
  const search = useSearch({ from: '/shell/analytics/dashboards' })
  const change = useSearchChange()
  const deleted = useDeleted()
  const actions = useObjectActions('dashboard')
  const { data, error, isPending } = useQuery(useDashboardList(search))
  const shown = data?.items.filter(({ id }) => !deleted.has(id))
  const selection = useSelection(shown?.map(({ id }) => id) ?? [])
  const isNarrowed = Boolean(search.q || search.owner || search.hidden || search.favourite || search.tag)
  return (
    <>
      <PageHeader title={text.dashboards} heading={text.title}>
        <NewDashboard />
      </PageHeader>
      <AnalyticsTabs />
      <PageBody>
        <ListBar search={search} sorts={['updated_at', 'created_at', 'title']} />
        {error && <FailureNote error={error} />}
        {isPending && !error && <Loading label={common.loading} />}
        {shown && shown.length > 0 && (
          <Card>
            <ul>
              {shown.map((item) => (
                <li key={item.id} className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4 text-sm last:border-0 hover:bg-sunken">
                  <SelectOne selection={selection} id={item.id} name={item.title} />
                  <LayoutDashboard size={15} className="shrink-0 text-muted" aria-hidden="true" />
                  <span className="min-w-0 flex-1">
                    <Link to="/analytics/dashboards/$dashboardId" params={{ dashboardId: item.id }} className="block truncate font-medium hover:underline">
                      {item.title}
                    </Link>
                    {item.description && <span className="block truncate text-xs text-muted">{item.description}</span>}
                  </span>
                  <span className="flex gap-1 max-md:hidden">
                    <TagList tags={item.tags} />
                    <StateBadges of={item} />
                  </span>
                  <span className="text-xs text-muted">
                    <Time at={item.updated_at} />
                  </span>
                  <FavouriteButton kind="dashboard" object={item} />
                  <RowMenu label={text.actionsOf(item.title)} items={actions(item)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {shown?.length === 0 &&
          (isNarrowed ? (
            <Empty icon={<LayoutDashboard size={18} />} title={text.noMatch} text={text.noMatchText}>
              <Button onClick={() => change({ q: undefined, owner: undefined, hidden: undefined, favourite: undefined, tag: undefined })}>
                {text.clearFilters}
              </Button>
            </Empty>
          ) : (
            <Empty icon={<LayoutDashboard size={18} />} title={words.empty} text={words.emptyText} />
          ))}
        {data && <Pager page={data.page} pages={data.total_pages} total={data.total} go={(page) => change({ page: page > 1 ? page : undefined })} />}
        <BulkBar selection={selection} actions={bulkActions('dashboard', shown ?? [])} />
      </PageBody>
    </>
  )
}

function useDashboardList({ q, owner, sort = 'updated_at', hidden, favourite, tag, page = 1 }: ListSearch) {
  const me = useMe()
  return queryOf('dashboard', 'GET /analytics/dashboards/paginated', {
    query: {
      page,
      page_size: EACH,
      sort: sort === 'chart_type' ? 'updated_at' : sort,
      order: sort === 'title' ? 'asc' : 'desc',
      ...(q ? { q } : {}),
      ...(owner && me ? { owner_id: me.id } : {}),
      ...(hidden ? { include_hidden: true } : {}),
      ...(favourite ? { is_favourite: true } : {}),
      ...(tag ? { tag } : {}),
    },
  })
}

/** An empty dashboard, opened to be arranged. */
function NewDashboard() {
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: () => call('POST /analytics/dashboards', { body: { title: words.untitled } }),
    onSuccess: ({ id }) => void navigate({ to: '/analytics/dashboards/$dashboardId', params: { dashboardId: id }, search: { edit: true } }),
    onError: tellFailure,
  })
  return (
    <Button variant="primary" disabled={make.isPending} onClick={() => make.mutate()}>
      <Plus size={15} />
      {words.add}
    </Button>
  )
}
