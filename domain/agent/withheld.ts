import { and, eq, exists, inArray, not, or } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { datasources, rowFilters } from '#db/schema/semantics.ts'
import { isAdmin, visible } from '../allow.ts'
import type { Context } from '../context.ts'
import type { Attachment, QueryAttachment } from './attachments.ts'

type Said = { attachments: Attachment[] }

/**
 * What somebody else's answers are to the caller: their words stay, rows and statements only of data sources he may query. Where row filters stand,
 * the rows of another are not his either, unless he may edit the source. A chart he may not open is not named. `ownerId` is who asked; his own answers
 * come back as they are.
 */
export async function withheld<T extends Said>(ctx: Context, ownerId: string, said: T[]): Promise<T[]> {
  if (isAdmin(ctx) || (ctx.actor.type === 'user' && ctx.actor.userId === ownerId)) return said
  const [closed, open] = await Promise.all([closedSources(ctx, sourcesOf(said)), openCharts(ctx, said)])
  const redacted = (attachment: Attachment): Attachment => {
    if (attachment.type === 'query') return closed.has(attachment.datasource_id) ? withoutData(attachment) : attachment
    if (attachment.type === 'chart' && !open.has(attachment.chart_id)) return { ...attachment, chart_id: null }
    return attachment
  }
  return said.map((one) => ({ ...one, attachments: one.attachments.map(redacted) }))
}

const sourcesOf = (said: Said[]): string[] => [
  ...new Set(said.flatMap(({ attachments }) => attachments.flatMap((one) => (one.type === 'query' ? [one.datasource_id] : [])))),
]

async function openCharts(ctx: Context, said: Said[]): Promise<Set<string | null>> {
  const named = said.flatMap(({ attachments }) => attachments.flatMap((one) => (one.type === 'chart' && one.chart_id !== null ? [one.chart_id] : [])))
  if (!named.length) return new Set()
  const open = await ctx.db
    .select({ id: charts.id })
    .from(charts)
    .where(and(inArray(charts.id, named), visible(ctx, 'chart', charts.id, charts.owner_id)))
  return new Set(open.map(({ id }) => id))
}

/** Those of the data sources whose rows the caller may not read through another's answer. */
export async function closedSources(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const filters = ctx.db
    .select({ id: rowFilters.id })
    .from(rowFilters)
    .where(and(eq(rowFilters.datasource_id, datasources.id), eq(rowFilters.is_enabled, true)))
  const { id, owner_id } = datasources
  const whole = or(visible(ctx, 'datasource', id, owner_id, 'edit'), and(visible(ctx, 'datasource', id, owner_id), not(exists(filters))))
  const open = await ctx.db
    .select({ id })
    .from(datasources)
    .where(and(inArray(id, ids), whole))
  const known = new Set(open.map((row) => row.id))
  return new Set(ids.filter((one) => !known.has(one)))
}

function withoutData({ semantic_query: _, ...shown }: QueryAttachment): QueryAttachment {
  const columns = shown.columns.map((column) => ({ ...column, table: '', column: null }))
  return { ...shown, columns, sql: '', rows: [], withheld: true, provenance: { ...shown.provenance, tables: [], verified_query: null } }
}
