import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'
import { readChartSearch, readDashboardSearch, readListSearch, readNewChartSearch } from './search.ts'

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
const newChart = createRoute({
  getParentRoute: parent,
  path: '/analytics/charts/new',
  validateSearch: readNewChartSearch,
  component: lazyRouteComponent(() => import('./editor/new-chart-page.tsx'), 'NewChartPage'),
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
const dashboard = createRoute({
  getParentRoute: parent,
  path: '/analytics/dashboards/$dashboardId',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./dashboards/dashboard-page.tsx'), 'DashboardPage'),
})

export const analyticsRoutes = [analytics, charts, newChart, chart, dashboards, dashboard] as const
