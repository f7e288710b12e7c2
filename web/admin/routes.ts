import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

const admin = createRoute({ getParentRoute: () => shellRoute, path: '/admin', component: lazyRouteComponent(() => import('./admin.tsx'), 'Admin') })
const start = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users' })
  },
})
const users = createRoute({ getParentRoute: () => admin, path: '/users', component: lazyRouteComponent(() => import('./users.tsx'), 'Users') })
const groups = createRoute({ getParentRoute: () => admin, path: '/groups', component: lazyRouteComponent(() => import('./groups.tsx'), 'Groups') })
const settings = createRoute({
  getParentRoute: () => admin,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
})
const signIn = createRoute({ getParentRoute: () => admin, path: '/sign-in', component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn') })
const models = createRoute({ getParentRoute: () => admin, path: '/models', component: lazyRouteComponent(() => import('./models.tsx'), 'Models') })
const prompts = createRoute({ getParentRoute: () => admin, path: '/prompts', component: lazyRouteComponent(() => import('./prompts.tsx'), 'Prompts') })
const jobs = createRoute({ getParentRoute: () => admin, path: '/jobs', component: lazyRouteComponent(() => import('../jobs/jobs.tsx'), 'Jobs') })
const webhooks = createRoute({
  getParentRoute: () => admin,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../jobs/webhooks.tsx'), 'Webhooks'),
})
const mails = createRoute({ getParentRoute: () => admin, path: '/mails', component: lazyRouteComponent(() => import('./mails.tsx'), 'Mails') })
const usage = createRoute({ getParentRoute: () => admin, path: '/usage', component: lazyRouteComponent(() => import('./usage.tsx'), 'Usage') })
const budgets = createRoute({ getParentRoute: () => admin, path: '/budgets', component: lazyRouteComponent(() => import('./budgets.tsx'), 'Budgets') })
/** What the log is filtered by stands in the address. */
type Sought = { q?: string; type?: string; actor_id?: string; resource_type?: string; outcome?: string; from?: string; to?: string; page?: number }
const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): Sought => {
    const named = ['q', 'type', 'actor_id', 'resource_type', 'outcome', 'from', 'to'].flatMap((name) =>
      typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [],
    )
    return { ...Object.fromEntries(named), ...(Number(search.page) > 1 ? { page: Number(search.page) } : {}) }
  },
  component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
})

export const adminRoutes = [admin.addChildren([start, users, groups, settings, signIn, models, prompts, jobs, webhooks, mails, usage, budgets, audit])] as const
