import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '#web/shell/shell-route.ts'

const sources = createRoute({ getParentRoute: () => shellRoute, path: '/data', component: lazyRouteComponent(() => import('./sources.tsx'), 'Sources') })
const adding = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/new',
  component: lazyRouteComponent(() => import('./add-source.tsx'), 'AddSource'),
})
const source = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/$sourceId',
  component: lazyRouteComponent(() => import('./source.tsx'), 'SourcePage'),
})

const start = createRoute({
  getParentRoute: () => source,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/data/$sourceId/general', params })
  },
})
const general = createRoute({ getParentRoute: () => source, path: '/general', component: lazyRouteComponent(() => import('./general.tsx'), 'General') })
const filters = createRoute({ getParentRoute: () => source, path: '/filters', component: lazyRouteComponent(() => import('./filters.tsx'), 'Filters') })
const descriptions = createRoute({
  getParentRoute: () => source,
  path: '/descriptions',
  validateSearch: ({ table, view }: Record<string, unknown>): { table?: string; view?: 'rows' } => ({
    ...(typeof table === 'string' ? { table } : {}),
    ...(view === 'rows' ? { view } : {}),
  }),
  component: lazyRouteComponent(() => import('./descriptions.tsx'), 'Descriptions'),
})
const hierarchies = createRoute({
  getParentRoute: () => source,
  path: '/hierarchies',
  component: lazyRouteComponent(() => import('./hierarchies.tsx'), 'Hierarchies'),
})
const model = createRoute({ getParentRoute: () => source, path: '/model', component: lazyRouteComponent(() => import('./model.tsx'), 'Model') })
const verified = createRoute({ getParentRoute: () => source, path: '/verified', component: lazyRouteComponent(() => import('./verified.tsx'), 'Verified') })
const operations = createRoute({
  getParentRoute: () => source,
  path: '/operations',
  component: lazyRouteComponent(() => import('./operations.tsx'), 'Operations'),
})

export const dataRoutes = [sources, adding, source.addChildren([start, general, filters, descriptions, hierarchies, model, verified, operations])] as const
