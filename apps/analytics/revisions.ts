import { z } from 'zod'
import { Chart, ChartContent } from '#domain/charts/chart-shape.ts'
import { Dashboard, DashboardContent } from '#domain/charts/dashboard-shape.ts'
import { listChartRevisions, listDashboardRevisions, restoreChart, restoreDashboard } from '#domain/charts/restore.ts'
import { RestoreRequest, revisionOf } from '#domain/charts/revisions.ts'
import type { Kind } from '#domain/charts/switches.ts'
import type { Context } from '#domain/context.ts'
import type { Page, PlainListQuery as Plain } from '#domain/pagination.ts'
import { PlainListQuery } from '#domain/pagination.ts'
import { list, resource } from '#http/reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { TRIED_FAILURES } from './query-failures.ts'

const KINDS = {
  chart: {
    path: '/charts/{chart_id}',
    key: 'chart_id',
    prefix: 'cht',
    name: 'Chart',
    schema: Chart,
    revision: revisionOf(ChartContent, 'ChartRevision'),
    list: listChartRevisions,
    restore: restoreChart,
    fails: ['locked', ...TRIED_FAILURES],
    does: 'Make a chart ask and look as it did at a revision',
  },
  dashboard: {
    path: '/dashboards/{dashboard_id}',
    key: 'dashboard_id',
    prefix: 'dsh',
    name: 'Dashboard',
    schema: Dashboard,
    revision: revisionOf(DashboardContent, 'DashboardRevision'),
    list: listDashboardRevisions,
    restore: restoreDashboard,
    fails: ['locked'],
    does: 'Make a dashboard stand as it did at a revision; who may frame it stays, and tiles of deleted charts are left out',
  },
} as const

type Identified = { id: string; revision: number }

/** The states charts or dashboards stood in, and the way back to one. */
export function revisionRouter(kind: Kind) {
  const { path, key, prefix, name, schema, revision, list: read, restore, fails, does } = KINDS[kind]
  const params = idParam(key, prefix)
  const idOf = (param: Record<string, string>): string => param[key] ?? ''
  const listed = read as (ctx: Context, id: string, query: Plain) => Promise<Page<never>>
  const restored = restore as (ctx: Context, id: string, input: z.infer<typeof RestoreRequest>) => Promise<Identified>
  return createRouter()
    .openapi(
      route({
        method: 'get',
        path: `${path}/history`,
        operationId: `list${name}Revisions`,
        summary: `List the states a ${kind} stood in: who made it so, when, and what was changed`,
        description: 'The last hundred are kept. Switches, shares and embedding are not part of them; the audit trail has those.',
        access: onObject(kind, 'edit', key),
        request: { params, query: PlainListQuery },
        responses: { 200: reply(z.array(revision as z.ZodType), 'Its revisions, newest first') },
      }),
      async (c) => list(c, await listed(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('query'))) as never,
    )
    .openapi(
      route({
        method: 'post',
        path: `${path}/restore`,
        operationId: `restore${name}`,
        summary: does,
        description: 'A change like any other, with the same rights and checks: it can be undone by restoring the revision before.',
        access: onObject(kind, 'edit', key),
        request: { params, body: body(RestoreRequest) },
        responses: { 200: reply(schema as unknown as z.ZodType<Identified>, `The ${kind}`) },
        fails: [...fails],
      }),
      async (c) => resource(c, await restored(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('json')), 200),
    )
}
