import type { z } from 'zod'
import { getChart } from '#domain/charts/chart-data.ts'
import { Chart } from '#domain/charts/chart-shape.ts'
import { Dashboard } from '#domain/charts/dashboard-shape.ts'
import { getDashboard } from '#domain/charts/dashboards.ts'
import { type Kind, type Operation, operate, SWITCHES } from '#domain/charts/switches.ts'
import { resource } from '#http/reply.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const KINDS = {
  chart: { path: '/charts/{chart_id}', key: 'chart_id', prefix: 'cht', name: 'Chart', schema: Chart, read: getChart },
  dashboard: {
    path: '/dashboards/{dashboard_id}',
    key: 'dashboard_id',
    prefix: 'dsh',
    name: 'Dashboard',
    schema: Dashboard,
    read: getDashboard,
  },
} as const

const DOES: Record<Operation, string> = {
  lock: 'Refuse changes and deletion from now on; hiding and disabling stay possible',
  unlock: 'Allow changes again',
  hide: 'Leave out of lists',
  show: 'List again',
  enable: 'Give out data again',
  disable: 'Give out no data, shares or embedding tokens',
}

/** The switches of charts or dashboards: each an idempotent POST that answers the object. */
export function switchRouter(kind: Kind) {
  const { path, key, prefix, name, schema, read } = KINDS[kind]
  const router = createRouter()
  const params = idParam(key, prefix)

  for (const [operation, { needs }] of Object.entries(SWITCHES) as [Operation, (typeof SWITCHES)[Operation]][]) {
    router.openapi(
      route({
        method: 'post',
        path: `${path}/${operation}`,
        operationId: `${operation}${name}`,
        summary: DOES[operation],
        access: onObject(kind, needs, key),
        request: { params },
        responses: { 200: reply(schema as z.ZodType<Chart | Dashboard>, `The ${kind}`) },
      }),
      async (c) => {
        const id = (c.req.valid('param') as Record<string, string>)[key] ?? ''
        await operate(c.var.ctx, kind, id, operation)
        return resource(c, await read(c.var.ctx, id), 200)
      },
    )
  }
  return router
}
