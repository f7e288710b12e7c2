import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/analytics',
    component: lazyRouteComponent(() => import('./dashboards-page.tsx'), 'DashboardsPage'),
  }),
] as const
