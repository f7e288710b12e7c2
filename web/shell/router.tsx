import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountRoutes } from '#web/account/routes.ts'
import { adminRoutes } from '#web/admin/routes.ts'
import { analyticsRoutes } from '#web/analytics/routes.ts'
import { renew, signedIn } from '#web/api/signed-in.ts'
import { dataRoutes } from '#web/data/routes.ts'
import { sessionRoutes } from '#web/sessions/routes.ts'
import { authorizeAddress } from './authorize-request.ts'
import { NotFound, WentWrong } from './no-page.tsx'
import { rootRoute } from './root-route.ts'
import { shellRoute } from './shell-route.ts'

const Signin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { next?: string; sso?: string } => ({
    ...(typeof search.next === 'string' && /^\/(?!\/)/.test(search.next) ? { next: search.next } : {}),
    ...(typeof search.sso === 'string' ? { sso: search.sso } : {}),
  }),
  beforeLoad: async () => {
    if (signedIn() || (signedIn() === null && (await renew().catch(() => false)))) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
const Link = createRoute({ getParentRoute: () => rootRoute, path: '/link', component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage') })
const Forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./password/forgot-page.tsx'), 'ForgotPage'),
})
const Password = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  component: lazyRouteComponent(() => import('./password/password-page.tsx'), 'PasswordPage'),
})
const Unsubscribe = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
})
const Authorize = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authorize',
  beforeLoad: async () => {
    if (signedIn() || (signedIn() === null && (await renew()))) return
    throw redirect({ to: '/signin', search: { next: authorizeAddress() } })
  },
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
})
const Welcome = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  validateSearch: ({ step }: Record<string, unknown>): { step?: number } => (step === 2 || step === 3 ? { step } : {}),
  component: lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
})

const tree = rootRoute.addChildren([
  Signin,
  Link,
  Forgot,
  Password,
  Unsubscribe,
  Authorize,
  shellRoute.addChildren([Welcome, ...sessionRoutes, ...dataRoutes, ...analyticsRoutes, ...adminRoutes, ...accountRoutes]),
])

/** Every address of the workspace. A workspace's own stand in its `routes.ts`. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: WentWrong,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
