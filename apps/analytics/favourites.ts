import type { z } from 'zod'
import { getChart } from '#domain/charts/chart-data.ts'
import { Chart } from '#domain/charts/chart-shape.ts'
import { Dashboard } from '#domain/charts/dashboard-shape.ts'
import { getDashboard } from '#domain/charts/dashboards.ts'
import { markFavourite } from '#domain/charts/favourites.ts'
import type { Kind } from '#domain/charts/switches.ts'
import { resource } from '#http/reply.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const KINDS = {
  chart: { path: '/charts/{chart_id}', key: 'chart_id', prefix: 'cht', name: 'Chart', schema: Chart, read: getChart },
  dashboard: { path: '/dashboards/{dashboard_id}', key: 'dashboard_id', prefix: 'dsh', name: 'Dashboard', schema: Dashboard, read: getDashboard },
} as const

/** What a person keeps at hand: his alone, whoever owns it. */
export function favouriteRouter(kind: Kind) {
  const { path, key, prefix, name, schema, read } = KINDS[kind]
  const router = createRouter()
  const params = idParam(key, prefix)
  for (const [operation, isFavourite] of [
    ['favourite', true],
    ['unfavourite', false],
  ] as const) {
    router.openapi(
      route({
        method: 'post',
        path: `${path}/${operation}`,
        operationId: `${operation}${name}`,
        summary: isFavourite ? `Put a ${kind} among the caller's favourites` : `Take a ${kind} out of the caller's favourites`,
        access: onObject(kind, 'view', key),
        request: { params },
        responses: { 200: reply(schema as z.ZodType<Chart | Dashboard>, `The ${kind}`) },
      }),
      async (c) => {
        const id = (c.req.valid('param') as Record<string, string>)[key] ?? ''
        await markFavourite(c.var.ctx, kind, id, isFavourite)
        return resource(c, await read(c.var.ctx, id), 200)
      },
    )
  }
  return router
}
