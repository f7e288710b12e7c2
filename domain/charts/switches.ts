import { and, eq, sql } from 'drizzle-orm'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { type Level, requireLevel } from '../allow.ts'
import { bumped, commit } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

export type Kind = 'chart' | 'dashboard'
type Switch = 'is_locked' | 'is_hidden' | 'is_enabled'

/** What each operation sets, and the level it needs. */
export const SWITCHES = {
  lock: { field: 'is_locked', value: true, needs: 'own', event: 'locked' },
  unlock: { field: 'is_locked', value: false, needs: 'own', event: 'unlocked' },
  hide: { field: 'is_hidden', value: true, needs: 'edit', event: 'hidden' },
  show: { field: 'is_hidden', value: false, needs: 'edit', event: 'shown' },
  enable: { field: 'is_enabled', value: true, needs: 'edit', event: 'enabled' },
  disable: { field: 'is_enabled', value: false, needs: 'edit', event: 'disabled' },
} as const satisfies Record<string, { field: Switch; value: boolean; needs: Level; event: string }>
export type Operation = keyof typeof SWITCHES

/** Fails with `locked` when the object takes no changes. */
export function refuseLocked(kind: Kind, object: { is_locked: boolean }): void {
  if (object.is_locked) throw new Failure('locked', `the ${kind} is locked`, { hint: 'its owner can unlock it' })
}

/** Fails with `resource_disabled` when the object is switched off. */
export function refuseDisabled(kind: Kind, object: { is_enabled: boolean }): void {
  if (!object.is_enabled) throw new Failure('resource_disabled', `the ${kind} is disabled`)
}

/**
 * Throws one switch of a chart or dashboard. Idempotent: one that stands so already stays as it is, and nothing is recorded.
 * A lock keeps none from being thrown: the three are independent. Disabling a dashboard ends its guest tokens. Fails with `not_found` and `forbidden`.
 */
export async function operate(ctx: Context, kind: Kind, id: string, operation: Operation): Promise<void> {
  const table = kind === 'chart' ? charts : dashboards
  const { field, value, needs, event } = SWITCHES[operation]
  const columns = { id: table.id, owner_id: table.owner_id, is_locked: table.is_locked, is_hidden: table.is_hidden, is_enabled: table.is_enabled }
  const [found] = await ctx.db.select(columns).from(table).where(eq(table.id, id))
  const object = await requireLevel(ctx, kind, found, needs)
  if (object[field] === value) return
  const entry = { type: `${kind}.${event}`, resource: { type: kind, id } }
  const ended = operation === 'disable' ? { embed_epoch: sql`${dashboards.embed_epoch} + 1` } : {}
  const change =
    kind === 'chart'
      ? ctx.db
          .update(charts)
          .set({ [field]: value, ...bumped(ctx, charts) })
          .where(and(eq(charts.id, id), eq(charts[field], !value)))
          .returning({ id: charts.id })
      : ctx.db
          .update(dashboards)
          .set({ [field]: value, ...ended, ...bumped(ctx, dashboards) })
          .where(and(eq(dashboards.id, id), eq(dashboards[field], !value)))
          .returning({ id: dashboards.id })
  await commit(ctx, change, entry)
}
