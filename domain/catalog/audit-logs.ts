import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditLogs } from '#db/schema/catalog.ts'
import { notFound, requireAdmin } from '../allow.ts'
import type { Context } from '../context.ts'
import { csvLine } from '../csv-line.ts'
import { equalTo } from '../list-filters.ts'
import { ListQuery, listQueries, matches, type Page, readPage } from '../pagination.ts'
import type { JsonValue } from '../semantics/sources/source.ts'
import { Instant } from '../strict.ts'

const Details = z.record(z.string(), z.unknown()) as unknown as z.ZodType<{ [member: string]: JsonValue }>

export const AuditLog = z
  .object({
    id: z.string(),
    type: z.string().meta({ example: 'datasource.shared' }),
    at: Instant,
    actor: z.object({ type: z.string(), user_id: z.string().nullable(), api_key_id: z.string().nullable() }),
    resource: z.object({ type: z.string(), id: z.string().nullable() }),
    service: z.string(),
    outcome: z.enum(['success', 'denied', 'failure']),
    request: z.object({
      id: z.string(),
      method: z.string(),
      path: z.string(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      status: z
        .int()
        .nullable()
        .meta({ description: 'What the request is answered with; null where nobody waits for a reply, and in entries from before it was noted' }),
      duration_ms: z.number().nullable().meta({ description: 'How long the request had taken when the entry was written' }),
    }),
    details: Details,
    prev_hash: z.string().nullable(),
    hash: z.string().nullable().meta({ description: 'HMAC over the entry and prev_hash; null until the entry is chained' }),
    is_redacted: z.boolean().meta({ description: 'What told of a person was taken out of it; its hash is that of before' }),
  })
  .meta({ id: 'AuditLog' })
export type AuditLog = z.infer<typeof AuditLog>

const moment = z.iso.datetime({ offset: true }).optional()
const filters = {
  type: z.string().max(100).optional().meta({ description: 'Entries of this type, such as chart.created' }),
  actor_id: z.string().max(64).optional().meta({ description: 'The id of the user' }),
  resource_type: z.string().max(64).optional().meta({ description: 'Entries about objects of this type, such as chart' }),
  resource_id: z.string().max(64).optional().meta({ description: 'Entries about this object' }),
  service: z.string().max(20).optional().meta({ description: 'Entries of this service' }),
  outcome: AuditLog.shape.outcome.optional().meta({ description: 'Entries that ended so' }),
  from: moment.meta({ description: 'The earliest moment' }),
  to: moment.meta({ description: 'The latest moment' }),
}
const sorts = { at: auditLogs.at, type: auditLogs.type }
const ownDates = { created_from: true, created_to: true, updated_from: true, updated_to: true } as const
const queries = listQueries(sorts, filters)
export const AuditListQuery = queries.list.omit(ownDates)
export const AuditPageQuery = queries.page.omit(ownDates)
export const AuditExportQuery = z.object({
  ...filters,
  q: ListQuery.shape.q,
  format: z.enum(['ndjson', 'csv']).default('ndjson').meta({ description: 'The form of the export' }),
})
type Filters = Pick<z.infer<typeof AuditExportQuery>, keyof typeof filters | 'q'>

export const auditColumns = {
  id: auditLogs.id,
  type: auditLogs.type,
  at: auditLogs.at,
  actor: auditLogs.actor,
  resource: { type: auditLogs.resource_type, id: auditLogs.resource_id },
  service: auditLogs.service,
  outcome: auditLogs.outcome,
  request: auditLogs.request,
  details: auditLogs.details,
  prev_hash: auditLogs.prev_hash,
  hash: auditLogs.hash,
  is_redacted: sql<boolean>`${auditLogs.redaction} is not null`.mapWith(Boolean).as('is_redacted'),
}
type Found = Omit<AuditLog, 'request' | 'details'> & Pick<typeof auditLogs.$inferSelect, 'request' | 'details'>

/** Entries of before they told how requests ended. */
export const presentEntry = ({ request, ...entry }: Found): AuditLog => ({ ...(entry as AuditLog), request: { status: null, duration_ms: null, ...request } })

const canonical = (moment: string): string => new Date(moment).toISOString()

const chosen = ({ type, actor_id, resource_type, resource_id, service, outcome, from, to, q }: Filters): SQL | undefined =>
  and(
    type ? eq(auditLogs.type, type) : undefined,
    actor_id ? eq(auditLogs.actor_id, actor_id) : undefined,
    equalTo(auditLogs.resource_type, resource_type),
    resource_id ? eq(auditLogs.resource_id, resource_id) : undefined,
    equalTo(auditLogs.service, service),
    outcome ? eq(auditLogs.outcome, outcome) : undefined,
    from ? gte(auditLogs.at, canonical(from)) : undefined,
    to ? lte(auditLogs.at, canonical(to)) : undefined,
    matches(q, auditLogs.type, auditLogs.actor_id, auditLogs.resource_id, auditLogs.details, auditLogs.request),
  )

/** Administrators only. Newest first. */
export async function listAuditLogs(ctx: Context, query: z.infer<typeof AuditListQuery> | z.infer<typeof AuditPageQuery>): Promise<Page<AuditLog>> {
  requireAdmin(ctx)
  const page = await readPage<Found>(ctx, { table: auditLogs, columns: auditColumns, where: chosen(query), sorts, query })
  return { ...page, items: page.items.map(presentEntry) }
}

/** Administrators only. */
export async function getAuditLog(ctx: Context, id: string): Promise<AuditLog> {
  requireAdmin(ctx)
  const [entry] = await ctx.db.select(auditColumns).from(auditLogs).where(eq(auditLogs.id, id))
  if (!entry) throw notFound('audit log')
  return presentEntry(entry as Found)
}

const EXPORT_PAGE = 500

/** Administrators only. All chosen entries, oldest first, read as they are taken: pages of lines in the format asked for. */
export async function exportAuditLogs(ctx: Context, { format, ...query }: z.infer<typeof AuditExportQuery>): Promise<AsyncGenerator<string>> {
  requireAdmin(ctx)
  return exported(ctx, format, query)
}

async function* exported(ctx: Context, format: 'ndjson' | 'csv', query: Filters): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(CSV_COLUMNS)
  let after = 0
  for (;;) {
    const rows = await ctx.db
      .select({ ...auditColumns, position: auditLogs.position })
      .from(auditLogs)
      .where(and(chosen(query), gt(auditLogs.position, after)))
      .orderBy(asc(auditLogs.position))
      .limit(EXPORT_PAGE)
    if (rows.length)
      yield rows
        .map(({ position, ...found }) => presentEntry(found as Found))
        .map((entry) => (format === 'csv' ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`))
        .join('')
    if (rows.length < EXPORT_PAGE) return
    after = rows.at(-1)?.position ?? after
  }
}

const CSV_COLUMNS =
  'id type at actor_type user_id api_key_id resource_type resource_id service outcome request_id method path ip user_agent status duration_ms details prev_hash hash'.split(
    ' ',
  )

function cellsOf({ actor, resource, request, details, ...entry }: AuditLog): (string | number | null)[] {
  return [
    ...[entry.id, entry.type, entry.at, actor.type, actor.user_id, actor.api_key_id, resource.type, resource.id, entry.service, entry.outcome],
    ...[
      request.id,
      request.method,
      request.path,
      request.ip,
      request.user_agent,
      request.status,
      request.duration_ms,
      JSON.stringify(details),
      entry.prev_hash,
      entry.hash,
    ],
  ]
}
