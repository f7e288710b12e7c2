import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

const parent = () => shellRoute
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export type SessionFilter = 'mine' | 'pinned' | 'shared' | 'archived'
export type SessionSearch = {
  q?: string | undefined
  show?: Exclude<SessionFilter, 'mine'> | undefined
  model?: string | undefined
  source?: string | undefined
}
const FILTERS: unknown[] = ['pinned', 'shared', 'archived']

/** What the first question is to be, and whom it is put to. */
type NewSessionSearch = { ask?: string; model?: string; source?: string }

export const newSessionRoute = createRoute({
  getParentRoute: parent,
  path: '/',
  validateSearch: (search: Record<string, unknown>): NewSessionSearch =>
    Object.fromEntries((['ask', 'model', 'source'] as const).flatMap((name) => (text(search[name]) ? [[name, text(search[name])]] : []))),
  component: lazyRouteComponent(() => import('./new-session-page.tsx'), 'NewSessionPage'),
})

export const sessionsRoute = createRoute({
  getParentRoute: parent,
  path: '/sessions',
  validateSearch: (search: Record<string, unknown>): SessionSearch => ({
    ...(text(search.q) ? { q: text(search.q) } : {}),
    ...(FILTERS.includes(search.show) ? { show: search.show as Exclude<SessionFilter, 'mine'> } : {}),
    ...(text(search.model) ? { model: text(search.model) } : {}),
    ...(text(search.source) ? { source: text(search.source) } : {}),
  }),
  component: lazyRouteComponent(() => import('./sessions-page.tsx'), 'SessionsPage'),
})

export const sessionRoute = createRoute({
  getParentRoute: parent,
  path: '/sessions/$sessionId',
  component: lazyRouteComponent(() => import('./session-page.tsx'), 'SessionPage'),
})

export const sharedSessionRoute = createRoute({
  getParentRoute: parent,
  path: '/sessions/shared/$shareId',
  component: lazyRouteComponent(() => import('./shared-session-page.tsx'), 'SharedSessionPage'),
})

export const sessionRoutes = [newSessionRoute, sessionsRoute, sessionRoute, sharedSessionRoute] as const
