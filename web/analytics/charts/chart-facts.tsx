import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Chart } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/charts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Section } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'

/** Where a chart comes from and where it is used. */
export function ChartFacts({ chart }: { chart: Chart }) {
  const { data: dashboards } = useQuery(
    queryOf('dashboard', 'GET /analytics/dashboards', { query: { chart_id: chart.id, page_size: 50, include_hidden: true } }),
  )
  const source = useQuery({
    ...queryOf('datasource', 'GET /semantic/datasources/{datasource_id}', { path: { datasource_id: chart.datasource_id } }),
    retry: false,
  })
  const session = useQuery({
    ...queryOf('session', 'GET /llm/sessions/{session_id}', { path: { session_id: chart.session_id ?? '' } }),
    enabled: chart.session_id !== null,
    retry: false,
  })
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Section title={text.usedOn}>
        {dashboards?.length === 0 && <p className="text-sm text-muted">{text.usedOnNone}</p>}
        <ul className="grid gap-1 text-sm">
          {dashboards?.map(({ id, title }) => (
            <li key={id} className="truncate">
              <Link to="/analytics/dashboards/$dashboardId" params={{ dashboardId: id }} className="hover:underline">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text.about}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
          {source.data && (
            <Fact name={text.source}>
              <Link to="/data/$sourceId" params={{ sourceId: chart.datasource_id }} className="hover:underline">
                {source.data.name}
              </Link>
            </Fact>
          )}
          {chart.session_id && session.data && (
            <Fact name={text.session}>
              <Link to="/sessions/$sessionId" params={{ sessionId: chart.session_id }} className="hover:underline">
                {session.data.title}
              </Link>
            </Fact>
          )}
          <Fact name={text.changed}>
            <Time at={chart.updated_at} />
          </Fact>
        </dl>
        {chart.tags.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-1">
            {chart.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </div>
        )}
      </Section>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 truncate">{children}</dd>
  </>
)
