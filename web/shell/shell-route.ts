import { createRoute, redirect } from '@tanstack/react-router'
import { renew, signedIn } from '#web/api/signed-in.ts'
import { rootRoute } from './root-route.ts'
import { Shell } from './shell.tsx'

/** What only somebody who is signed in sees. Whoever is not comes back here after signing in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (signedIn() || (signedIn() === null && (await renew()))) return
    throw redirect({ to: '/signin', search: location.href === '/' ? {} : { next: location.href } })
  },
  component: Shell,
})
