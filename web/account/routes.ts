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

const readings = createRoute({ getParentRoute: () => account, path: '/readings', component: lazyRouteComponent(() => import('./readings.tsx'), 'Readings') })

/** A job to be made at once: to watch a chart, or to send a dashboard. */
type Making = { watch?: string; send?: string }
const jobs = createRoute({
  getParentRoute: () => account,
  path: '/jobs',
  validateSearch: ({ watch, send }: Record<string, unknown>): Making => ({
    ...(typeof watch === 'string' ? { watch } : {}),
    ...(typeof send === 'string' ? { send } : {}),
  }),
  component: lazyRouteComponent(() => import('../jobs/own-jobs.tsx'), 'OwnJobs'),
})
const webhooks = createRoute({
  getParentRoute: () => account,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../jobs/webhooks.tsx'), 'Webhooks'),
})

export const accountRoutes = [account.addChildren([start, profile, preferences, security, readings, jobs, webhooks])] as const
