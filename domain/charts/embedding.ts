import { eq } from 'drizzle-orm'
import type { ThemeChoice } from '#charts/chart.ts'
import { dashboards } from '#db/schema/analytics.ts'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { lookOfCharts } from './render.ts'

/** Who may frame a dashboard, origins as a page policy writes them or anybody; and what its charts are drawn with. */
export type Embedding = { dashboardId: string; parents: string[] | 'any'; look: Record<'light' | 'dark', ThemeChoice> }

/**
 * Who may frame the embedded page of a dashboard. Anyone may ask: it tells nothing of the dashboard but its allowed domains, which a browser is told anyway.
 * Without any named nobody may in production, and anybody in development. Fails with `not_found` when the dashboard is absent or not embedded.
 */
export async function readEmbedding(ctx: Context, id: string): Promise<Embedding> {
  const [row] = await ctx.db.select({ embedded: dashboards.embedded, isEnabled: dashboards.is_enabled }).from(dashboards).where(eq(dashboards.id, id))
  if (!row?.isEnabled || !row.embedded.enabled) throw notFound('dashboard')
  const { allowed_domains: named } = row.embedded
  return { dashboardId: id, look: await lookOfCharts(ctx), parents: named.length === 0 && ctx.settings.appEnv === 'development' ? 'any' : named }
}
