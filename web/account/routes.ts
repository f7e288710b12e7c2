import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

const account = createRoute({ getParentRoute: () => shellRoute, path: '/account', component: lazyRouteComponent(() => import('./account.tsx'), 'Account') })
const start = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile' })
  },
})
const profile = createRoute({ getParentRoute: () => account, path: '/profile', component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile') })
const preferences = createRoute({
  getParentRoute: () => account,
  path: '/preferences',
  component: lazyRouteComponent(() => import('./preferences.tsx'), 'Preferences'),
})
const security = createRoute({ getParentRoute: () => account, path: '/security', component: lazyRouteComponent(() => import('./security.tsx'), 'Security') })

export const accountRoutes = [account.addChildren([start, profile, preferences, security])] as const
