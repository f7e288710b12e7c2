import type { UserActor } from '../../access/actor.ts'
import { type Opened, openDashboard } from '../../charts/dashboard-data.ts'
import { type DashboardRow, partsOf } from '../../charts/dashboards.ts'
import { memberOf, narrow } from '../../charts/filters/apply.ts'
import type { ActiveCondition } from '../../charts/filters/selection.ts'
import { tablesRead } from '../../charts/guest-filters.ts'
import { authorityOver, isReached, mayAskMore, type ReachedChart } from '../../charts/reached-charts.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Authority } from '../../query/run-query.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import { withinTables } from '../../semantics/layer/within-tables.ts'
import type { Layer } from '../../semantics/layer.ts'
import { findDatasource } from '../../semantics/sources/datasources.ts'

/** A data source as it may be asked about on a dashboard: the tables its charts and filters read, by the right and under the filters of all who lend them. */
export type AskedSource = { layer: Layer; tables: ReadonlySet<string>; authority: Authority }
export type ChatScope = { sources: Map<string, AskedSource>; conditions: ActiveCondition[] }

/**
 * What the caller may ask about on a dashboard, with what is chosen on it. Only charts through which more may be asked than they ask themselves open their data
 * source, and of it only the tables that the dashboard is made of. Fails as `openDashboard` does, and with `invalid` for a required filter without a value.
 */
export async function scopeOfChat(ctx: Context, dashboardId: string, filters: string | undefined): Promise<ChatScope> {
  const opened = await openDashboard(ctx, dashboardId, { filters })
  const { active } = opened
  const [waiting] = active.waiting
  if (waiting) throw new Failure('invalid', `choose a value of "${waiting.label || waiting.id}" first`, { param: 'filters' })
  const sources = await sourcesOf(ctx, opened)
  // Values that do not fit are told before anything is asked.
  for (const { layer } of sources.values()) narrow(layer, { sql: '' }, active.conditions)
  return { sources, conditions: active.conditions }
}

/** What the caller may ask about on a dashboard now, whatever is chosen on it. Fails as `openDashboard` does. */
export const sourcesOfChat = async (ctx: Context, dashboardId: string): Promise<Map<string, AskedSource>> =>
  sourcesOf(ctx, await openDashboard(ctx, dashboardId, {}))

async function sourcesOf(ctx: Context, { dashboard, found }: Opened): Promise<Map<string, AskedSource>> {
  const open = [...found.values()].filter((reached) => isReached(reached) && mayAskMore(reached) && reached.chart.is_enabled)
  const sources = new Map<string, AskedSource>()
  for (const [id, charts] of Map.groupBy(open, ({ chart }) => chart.datasource_id)) {
    const source = await askedSource(ctx, dashboard, id, charts)
    if (source) sources.set(id, source)
  }
  return sources
}

async function askedSource(ctx: Context, dashboard: DashboardRow, id: string, reached: ReachedChart[]): Promise<AskedSource | null> {
  const row = await findDatasource(ctx, id)
  if (!row || row.status === 'disabled' || row.last_extraction_at === null) return null
  const lent = (await Promise.all(reached.map(async (one) => ({ one, by: await lentBy(ctx, one) })))).filter(({ by }) => by !== null)
  if (lent.length === 0) return null
  const authority = together(lent.flatMap(({ by }) => by ?? []))
  const layer = await loadLayer(ctx, row, authority === 'caller' ? [] : authority.lenders)
  const tables = new Set(lent.flatMap(({ one }) => [...(tablesRead([layer], one.chart)?.tables ?? [])]))
  for (const { datasource_id, member } of partsOf(dashboard).filters) {
    const target = datasource_id === null || datasource_id === id ? memberOf(layer, member) : null
    if (target) tables.add(target.table.name)
  }
  const open = withinTables(layer, tables)
  return open.tables.some((table) => !table.isHidden) ? { layer: open, tables, authority } : null
}

/** By whose right a chart opens its source; null where that right has gone. */
async function lentBy(ctx: Context, reached: ReachedChart): Promise<Authority | null> {
  try {
    return await authorityOver(ctx, reached, true)
  } catch (error) {
    if (error instanceof Failure && error.code === 'forbidden') return null
    throw error
  }
}

/** The right of several charts at once: the filters of everyone who lends one of them hold. */
function together(authorities: Authority[]): Authority {
  const lenders = new Map<string, UserActor>()
  for (const authority of authorities) if (authority !== 'caller') for (const lender of authority.lenders) lenders.set(lender.userId, lender)
  return authorities.includes('caller') ? 'caller' : { lenders: [...lenders.values()] }
}
