import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

export const adminRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin',
    component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
  }),
] as const
