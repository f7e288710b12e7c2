import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChartColumn, Plus } from 'lucide-react'
import { useMe } from '#web/api/me.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { text as words } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { useDeleted } from '#web/ui/delete-later.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Select } from '#web/ui/field.tsx'
import { buttonClass } from '#web/ui/link-button.ts'
import { Empty, Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { BulkBar, useSelection } from '#web/ui/selection.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { AnalyticsTabs } from '../analytics-tabs.tsx'
import { ListBar } from '../list-bar.tsx'
import { bulkActions } from '../object-actions.ts'
import { CHART_TYPES, type ListSearch } from '../search.ts'
import { useSearchChange } from '../use-search-change.ts'
import { ChartCard } from './chart-card.tsx'

const EACH = 24

export function ChartsPage() {
  const search = useSearch({ from: '/shell/analytics/charts' })
  const change = useSearchChange()
  const deleted = useDeleted()
  const { data, error, isPending } = useQuery({ ...useChartList(search), placeholderData: keepPreviousData })
  const shown = data?.items.filter(({ id }) => !deleted.has(id))
  const selection = useSelection(shown?.map(({ id }) => id) ?? [])
  const isNarrowed = Boolean(search.q || search.type || search.owner || search.hidden || search.favourite || search.tag)
  return (
    <>
      <PageHeader title={text.charts} heading={text.title}>
        <Link to="/analytics/charts/new" className={buttonClass('primary')}>
          <Plus size={15} />
          {words.add}
        </Link>
      </PageHeader>
      <AnalyticsTabs />
      <PageBody>
        <div className="grid justify-items-start gap-3 [&>*:last-child]:w-full">
          <Segments
            label={text.origin}
            options={[
              { value: 'saved', label: text.origins.saved },
              { value: 'answer', label: text.origins.answer },
            ]}
            value={search.origin ?? 'saved'}
            onChange={(origin) => change({ origin: origin === 'answer' ? origin : undefined })}
          />
          <ListBar search={search} sorts={['updated_at', 'created_at', 'title', 'chart_type']}>
            <Select
              aria-label={text.type}
              value={search.type ?? ''}
              onChange={({ target }) => change({ type: (target.value || undefined) as ListSearch['type'] })}
            >
              <option value="">{text.allTypes}</option>
              {CHART_TYPES.map((type) => (
                <option key={type} value={type}>
                  {text.types[type]}
                </option>
              ))}
            </Select>
          </ListBar>
        </div>
        {error && <FailureNote error={error} />}
        {isPending && !error && <Loading label={common.loading} />}
        {shown && shown.length > 0 && (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))] gap-4">
            {shown.map((chart) => (
              <ChartCard key={chart.id} chart={chart} selection={selection} />
            ))}
          </ul>
        )}
        {shown?.length === 0 && (isNarrowed ? <NoMatch /> : <NoCharts isOfAnswers={search.origin === 'answer'} />)}
        {data && <Pager page={data.page} pages={data.total_pages} total={data.total} go={(page) => change({ page: page > 1 ? page : undefined })} />}
        <BulkBar selection={selection} actions={bulkActions('chart', shown ?? [])} />
      </PageBody>
    </>
  )
}

function useChartList({ q, type, owner, sort = 'updated_at', origin, hidden, favourite, tag, page = 1 }: ListSearch) {
  const me = useMe()
  return queryOf('chart', 'GET /analytics/charts/paginated', {
    query: {
      page,
      page_size: EACH,
      sort,
      order: sort === 'title' || sort === 'chart_type' ? 'asc' : 'desc',
      ...(q ? { q } : {}),
      ...(type ? { chart_type: type } : {}),
      ...(owner && me ? { owner_id: me.id } : {}),
      ...(origin ? { origin } : {}),
      ...(hidden ? { include_hidden: true } : {}),
      ...(favourite ? { is_favourite: true } : {}),
      ...(tag ? { tag } : {}),
    },
  })
}

const NoCharts = ({ isOfAnswers }: { isOfAnswers: boolean }) => (
  <Empty
    icon={<ChartColumn size={18} />}
    title={isOfAnswers ? words.emptyAnswers : words.empty}
    text={isOfAnswers ? words.emptyAnswersText : words.emptyText}
  />
)

function NoMatch() {
  const change = useSearchChange()
  return (
    <Empty icon={<ChartColumn size={18} />} title={text.noMatch} text={text.noMatchText}>
      <Button onClick={() => change({ q: undefined, type: undefined, owner: undefined, hidden: undefined, favourite: undefined, tag: undefined })}>
        {text.clearFilters}
      </Button>
    </Empty>
  )
}
