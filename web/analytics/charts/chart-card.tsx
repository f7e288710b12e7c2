import { Link } from '@tanstack/react-router'
import type { Chart } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/analytics.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { type Selection, SelectOne } from '#web/ui/selection.tsx'
import { Time } from '#web/ui/time.tsx'
import { FavouriteButton } from '../favourite-button.tsx'
import { useObjectActions } from '../object-actions.ts'
import { StateBadges } from '../state-badges.tsx'
import { TagList } from '../tags.tsx'
import { Thumbnail } from './thumbnail.tsx'

export function ChartCard({ chart, selection }: { chart: Chart; selection: Selection }) {
  const actions = useObjectActions('chart')
  return (
    <li className="group relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong">
      <Thumbnail chart={chart} />
      <SelectOne
        selection={selection}
        id={chart.id}
        name={chart.title}
        className="absolute top-2 left-2 z-10 opacity-0 group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100 [@media(pointer:coarse)]:opacity-100"
      />
      <div className="flex items-start gap-2 border-t border-line py-2.5 pr-2 pl-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-medium">
            <Link
              to="/analytics/charts/$chartId"
              params={{ chartId: chart.id }}
              title={chart.title}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {chart.title}
            </Link>
          </h2>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            <span>{text.types[chart.chart_type]}</span>
            <span className="relative">
              <Time at={chart.updated_at} />
            </span>
            <span className="relative flex flex-wrap gap-1 empty:hidden">
              <StateBadges of={chart} />
            </span>
            <TagList tags={chart.tags} />
          </div>
        </div>
        <div className="relative flex">
          <FavouriteButton kind="chart" object={chart} />
          <RowMenu label={text.actionsOf(chart.title)} items={actions(chart)} />
        </div>
      </div>
    </li>
  )
}
