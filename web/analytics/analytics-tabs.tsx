import { Link } from '@tanstack/react-router'
import { text } from '#web/text/analytics.ts'
import { TAB, TAB_ACTIVE, TabBar } from '#web/ui/tabs.tsx'

const PLACES = [
  { to: '/analytics/dashboards', label: text.dashboards },
  { to: '/analytics/charts', label: text.charts },
] as const

export const AnalyticsTabs = () => (
  <TabBar label={text.parts}>
    {PLACES.map(({ to, label }) => (
      <Link key={to} to={to} className={TAB} activeOptions={{ includeSearch: false }} activeProps={{ ...TAB_ACTIVE, 'aria-current': 'page' }}>
        {label}
      </Link>
    ))}
  </TabBar>
)
