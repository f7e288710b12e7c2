import type { Grant } from '../access/grants.ts'
import { type Principal, share } from '../access/sharing.ts'
import type { Level } from '../allow.ts'
import type { Context } from '../context.ts'
import { requireChart } from './charts.ts'
import { requireDashboard } from './dashboards.ts'
import { type Kind, refuseDisabled } from './switches.ts'

/** Shares a chart or dashboard that is switched on. Needs `own`. Fails as `share` does, and with `resource_disabled`. */
export async function shareEnabled(
  ctx: Context,
  object: { type: Kind; id: string },
  principal: Principal,
  level?: Level,
): Promise<{ grant: Grant; created: boolean }> {
  const { type, id } = object
  refuseDisabled(type, type === 'chart' ? await requireChart(ctx, id, 'own') : await requireDashboard(ctx, id, 'own'))
  return share(ctx, object, principal, level)
}
