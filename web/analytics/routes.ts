import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'
import { readChartSearch, readListSearch } from './search.ts'

const parent = () => shellRoute

const analytics = createRoute({
  getParentRoute: parent,
  path: '/analytics',
  beforeLoad: () => {
    throw redirect({ to: '/analytics/dashboards', replace: true })
  },
})
const charts = createRoute({
  getParentRoute: parent,
  path: '/analytics/charts',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./charts/charts-page.tsx'), 'ChartsPage'),
})
const chart = createRoute({
  getParentRoute: parent,
  path: '/analytics/charts/$chartId',
  validateSearch: readChartSearch,
  component: lazyRouteComponent(() => import('./charts/chart-page.tsx'), 'ChartPage'),
})
const dashboards = createRoute({
  getParentRoute: parent,
  path: '/analytics/dashboards',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./dashboards/dashboards-page.tsx'), 'DashboardsPage'),
})

export const analyticsRoutes = [analytics, charts, chart, dashboards] as const
