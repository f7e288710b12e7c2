import { requireDashboard } from '../../charts/dashboards.ts'
import { narrow } from '../../charts/filters/apply.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import { runDataQuery } from '../../query/run-query.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { SemanticQuery } from '../../semantics/semantic-query.ts'
import { askerOfChat } from './chat-asker.ts'
import { type ChatScope, scopeOfChat } from './chat-scope.ts'

/** What is open to whoever may ask on a dashboard. Fails with `not_found`, and with `forbidden` for a token without `can_chat`. */
async function openScope(ctx: Context, dashboardId: string, filters: string | undefined): Promise<ChatScope> {
  await requireDashboard(ctx, dashboardId, 'view')
  await askerOfChat(ctx)
  return scopeOfChat(ctx, dashboardId, filters)
}

/** The data sources of a dashboard as far as its charts and filters read them. Fails with `not_found`, `forbidden`, `resource_disabled`. */
export const readAskedLayers = async (ctx: Context, dashboardId: string): Promise<Layer[]> =>
  [...(await openScope(ctx, dashboardId, undefined)).sources.values()].map(({ layer }) => layer)

type Asked = { datasourceId: string; query: SemanticQuery; filters: string | undefined; rowLimit: number }

/**
 * Runs a semantic query over the tables of a dashboard, under the row filters its questions have and what is chosen on it.
 * Fails as `readAskedLayers`, with `invalid` where a chosen filter does not reach the query, and with what the query fails with.
 */
export async function queryOnDashboard(ctx: Context, dashboardId: string, { datasourceId, query, filters, rowLimit }: Asked): Promise<QueryOutcome> {
  const { sources, conditions } = await openScope(ctx, dashboardId, filters)
  const source = sources.get(datasourceId)
  if (!source) throw new Failure('not_found', 'no such data source', { param: 'datasource_id' })
  const asked = narrow(source.layer, { semantic_query: query }, conditions)
  const [missed] = asked.unreached
  if (missed) throw new Failure('invalid', `the filter "${missed.filter}" does not reach this query: ${missed.reason}`, { param: 'filters' })
  const { authority, tables } = source
  return runDataQuery(ctx, datasourceId, asked.query, { rowLimit, authority, narrowed: asked.narrowed, only: tables })
}
