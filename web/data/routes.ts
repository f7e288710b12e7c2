import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

export const dataRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/data',
    component: lazyRouteComponent(() => import('./datasources-page.tsx'), 'DatasourcesPage'),
  }),
] as const
