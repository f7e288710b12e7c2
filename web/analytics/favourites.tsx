import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'

const MOST = 8
const ROW = 'flex h-7 items-center rounded-md px-2.5 text-sm text-muted hover:bg-selected hover:text-text'
const CURRENT = { className: '!text-text bg-selected font-medium' }

/** The reader's favourites, for the side of the page; nothing without any. */
export function Favourites({ onOpen }: { onOpen: () => void }) {
  const query = { is_favourite: true, page_size: MOST, include_hidden: true, sort: 'title' as const }
  const { data: dashboards } = useQuery(queryOf('dashboard', 'GET /analytics/dashboards', { query }))
  const { data: charts } = useQuery(queryOf('chart', 'GET /analytics/charts', { query: { ...query, origin: 'all' } }))
  if (!dashboards?.length && !charts?.length) return null
  return (
    <section aria-labelledby="favourites" className="mt-5 px-3">
      <h2 id="favourites" className="mb-1 px-2.5 text-xs font-medium text-muted">
        {text.favourites}
      </h2>
      <ul className="grid grid-cols-1 gap-px">
        {dashboards?.map(({ id, title }) => (
          <li key={id}>
            <Link to="/analytics/dashboards/$dashboardId" params={{ dashboardId: id }} onClick={onOpen} className={ROW} activeProps={CURRENT}>
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
        {charts?.slice(0, MOST - (dashboards?.length ?? 0)).map(({ id, title }) => (
          <li key={id}>
            <Link to="/analytics/charts/$chartId" params={{ chartId: id }} onClick={onOpen} className={ROW} activeProps={CURRENT}>
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
