import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { datasources, rowFilters } from '#db/schema/semantics.ts'
import { requirePermission } from '../../access/group-permission.ts'
import { isAdmin, type Level, notFound, requireLevel, visible } from '../../allow.ts'
import { type AuditFacts, atRevision, bumped, commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { equalTo, idFilter } from '../../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import type { Statement } from '../../work/runs.ts'
import { type DatasourceRowFilter, rowFilterColumns } from '../row-filters/row-filter.ts'
import { completeConnection } from './complete-connection.ts'
import { joinSecrets, leadsElsewhere, openSecrets, sealSecrets, secretMemberOf, splitSecrets } from './connection-secrets.ts'
import { CONNECTIONS, type ConnectionChange, type GivenConnection, S3ConnectionChange, type ShownConnection } from './connections.ts'
import { Datasource, type DatasourceChange, type DatasourceRow, type NewDatasource, rowColumns } from './datasource.ts'
import { requireFiles } from './files.ts'
import { sourceSpecOf, specOf, verify, verifyStored } from './source-spec.ts'

const seen = (ctx: Context): SQL | undefined => visible(ctx, 'datasource', datasources.id, datasources.owner_id)

/** The data sources the caller may see, as a subquery of their ids; `undefined` for administrators, who see all. */
export const visibleDatasources = (ctx: Context) => (isAdmin(ctx) ? undefined : ctx.db.select({ id: datasources.id }).from(datasources).where(seen(ctx)))

function columnsFor(ctx: Context) {
  const atLeast = (level: Level) => visible(ctx, 'datasource', datasources.id, datasources.owner_id, level) ?? sql`true`
  return { ...rowColumns, level: sql<Level>`case when ${atLeast('own')} then 'own' when ${atLeast('edit')} then 'edit' else 'view' end`.as('level') }
}

type SeenRow = DatasourceRow & { level: Level }

/** Who may only view a source is not told what it connects to, nor what others may not see of it. */
async function toWire(ctx: Context, rows: SeenRow[]): Promise<Datasource[]> {
  const edited = rows.filter(({ level }) => level !== 'view').map(({ id }) => id)
  const filters =
    edited.length === 0
      ? []
      : ((await ctx.db
          .select(rowFilterColumns)
          .from(rowFilters)
          .where(inArray(rowFilters.datasource_id, edited))
          .orderBy(asc(rowFilters.id))) as DatasourceRowFilter[])
  return rows.map(({ layer_version: _, ...row }) => ({
    ...row,
    datasource_id: row.id,
    connection: row.level === 'view' ? null : row.connection,
    filters: filters.filter((filter) => filter.datasource_id === row.id),
  }))
}

const sorts = { name: datasources.name, updated_at: datasources.updated_at }
export const datasourceQueries = listQueries(sorts, {
  type: Datasource.shape.type.optional().meta({ description: 'Sources of this type' }),
  status: Datasource.shape.status.optional().meta({ description: 'Sources in this state' }),
  extraction_status: Datasource.shape.extraction_status.optional().meta({ description: 'Sources whose latest extraction is in this state' }),
  owner_id: idFilter('Sources of this user'),
})

/** The data sources the caller may see. */
export async function listDatasources(
  ctx: Context,
  query: z.output<typeof datasourceQueries.list> | z.output<typeof datasourceQueries.page>,
): Promise<Page<Datasource>> {
  const page = await readPage<SeenRow>(ctx, {
    table: datasources,
    columns: columnsFor(ctx),
    where: and(
      seen(ctx),
      equalTo(datasources.type, query.type),
      equalTo(datasources.status, query.status),
      equalTo(datasources.extraction_status, query.extraction_status),
      equalTo(datasources.owner_id, query.owner_id),
      matches(query.q, datasources.name, datasources.description),
    ),
    sorts,
    query,
  })
  return { ...page, items: await toWire(ctx, page.items) }
}

/** Fails with `not_found` when the source is absent or not visible. */
export async function getDatasource(ctx: Context, id: string): Promise<Datasource> {
  const [row] = await ctx.db
    .select(columnsFor(ctx))
    .from(datasources)
    .where(and(eq(datasources.id, id), seen(ctx)))
  const [shown] = await toWire(ctx, row ? [row] : [])
  if (!shown) throw notFound('datasource')
  return shown
}

/** The data source as stored, whoever asks: the caller's right was established by other means. */
export async function findDatasource(ctx: Context, id: string): Promise<DatasourceRow | undefined> {
  const [row] = await ctx.db.select(rowColumns).from(datasources).where(eq(datasources.id, id))
  return row
}

/** Lets a data source through when the caller holds `level` on it. Fails with `not_found` or `forbidden`; `param` names the request member that held the id. */
export async function requireDatasource(ctx: Context, id: string, level: Level, param?: string): Promise<DatasourceRow> {
  return requireLevel(ctx, 'datasource', await findDatasource(ctx, id), level, param)
}

/** Fails with `resource_disabled` while a source is switched off. */
export function requireEnabled({ status }: Pick<DatasourceRow, 'status'>): void {
  if (status === 'disabled') throw new Failure('resource_disabled', 'this data source is disabled')
}

/** Every change of what a source means or serves makes caches of its layer stale. */
export const layerChanged = (ctx: Context, id: string): Statement =>
  ctx.db
    .update(datasources)
    .set({ layer_version: sql`${datasources.layer_version} + 1` })
    .where(eq(datasources.id, id))

const facts = (type: string, id: string, details: Record<string, unknown>): AuditFacts => ({
  type: `datasource.${type}`,
  resource: { type: 'datasource', id },
  details,
})

/** The caller becomes its owner. It is tried at once; its secrets are sealed. Fails with `forbidden`, `not_found` for a file the caller cannot see, `invalid` for one of another format and for an address that is not allowed. */
export async function createDatasource(ctx: Context, input: NewDatasource): Promise<Datasource> {
  await requirePermission(ctx, 'create_datasources')
  const connection = completeConnection(input.type, input.connection)
  await requireFiles(ctx, input.type, connection)
  const at = instantOf(ctx)
  const id = ctx.newId('ds')
  const standing = await verify(ctx, await specOf(ctx, { id, type: input.type, connection }))
  const owner = ctx.actor.type === 'user' ? ctx.actor.userId : ctx.actor.type
  const { shown, secrets } = splitSecrets(input.type, connection)
  const kept = { connection: shown, secrets: await sealSecrets(ctx, id, secrets) }
  const row = { ...input, ...kept, ...standing, id, extraction_status: 'none' as const, tables_count: 0, owner_id: owner, created_at: at, updated_at: at }
  const change = ctx.db.insert(datasources).values(row).returning({ id: datasources.id })
  await commitOne(ctx, change, facts('created', id, { name: input.name, type: input.type }))
  return getDatasource(ctx, id)
}

/** Needs `edit`; `own` for another connection, which is tried at once. Fails with `not_found`, `forbidden`, `invalid`, `precondition_failed`. */
export async function updateDatasource(ctx: Context, id: string, { connection: given, ...input }: DatasourceChange): Promise<Datasource> {
  const current = await requireDatasource(ctx, id, 'edit')
  const moved = given === undefined ? null : await movedConnection(ctx, current, connectionFor(current.type, given))
  if (moved) {
    await requireDatasource(ctx, id, 'own', 'connection')
    await requireFiles(ctx, current.type, moved.shown)
  }
  const standing = moved && current.status !== 'disabled' ? await verify(ctx, await specOf(ctx, { id, type: current.type, connection: moved.open })) : {}
  await write(
    ctx,
    id,
    { ...input, ...moved?.columns, ...standing },
    facts('updated', id, { fields: Object.keys({ ...input, ...(moved ? { connection: 0 } : {}) }) }),
  )
  return getDatasource(ctx, id)
}

/** Another connection than the stored one, with the stored secret when it names none and leads to the same place; `null` when it is the same. Fails with `invalid` when a secret is to be given again. */
async function movedConnection(ctx: Context, { id, type, connection }: DatasourceRow, given: GivenConnection) {
  const complete = completeConnection(type, given)
  const { shown, secrets } = splitSecrets(type, complete)
  const member = secretMemberOf(type)
  if (Object.keys(secrets).length) return { open: complete, shown, columns: { connection: shown, secrets: await sealSecrets(ctx, id, secrets) } }
  const stored = await openSecrets(ctx, id)
  const keeps = Object.keys(stored.secrets).length > 0
  if (keeps && member && leadsElsewhere(connection, shown)) {
    await requireDatasource(ctx, id, 'own', 'connection')
    throw new Failure('invalid', 'give the secret again: the connection leads elsewhere, or as someone else', { param: `connection.${member}` })
  }
  const next = keeps ? ({ ...shown, [`has_${member}`]: true } as ShownConnection) : shown
  if (isSame(next, connection)) return null
  return { open: joinSecrets(type, next, stored.secrets), shown: next, columns: { connection: next } }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

function connectionFor(type: DatasourceRow['type'], given: ConnectionChange): GivenConnection {
  const form = type === 's3' ? S3ConnectionChange : CONNECTIONS[type]
  const parsed = form.safeParse(given)
  if (parsed.success) return parsed.data as GivenConnection
  const known = Object.keys(form.shape).join(', ')
  throw new Failure('invalid', `connection: a ${type} data source has ${known}`, { param: 'connection' })
}

/** Switches a source on or off; on, it is tried at once, and off twice changes nothing. Needs `edit`. While off it answers no query. */
export async function setEnabled(ctx: Context, id: string, enabled: boolean): Promise<Datasource> {
  const current = await requireDatasource(ctx, id, 'edit')
  if (!enabled && current.status === 'disabled') return getDatasource(ctx, id)
  const standing = enabled ? await verifyStored(ctx, await sourceSpecOf(ctx, current)) : { status: 'disabled' as const, status_message: null }
  await write(ctx, id, standing, facts(enabled ? 'enabled' : 'disabled', id, { name: current.name }))
  return getDatasource(ctx, id)
}

async function write(ctx: Context, id: string, values: Partial<typeof datasources.$inferInsert>, audit: AuditFacts): Promise<void> {
  const change = ctx.db
    .update(datasources)
    .set({ ...values, layer_version: sql`${datasources.layer_version} + 1`, ...bumped(ctx, datasources) })
    .where(atRevision(ctx, datasources, id))
    .returning({ id: datasources.id })
  await commitOne(ctx, change, audit)
}

/** Needs `own`. Its layer, extractions and grants go with it; uploads stay. */
export async function deleteDatasource(ctx: Context, id: string): Promise<void> {
  const { name } = await requireDatasource(ctx, id, 'own')
  const change = ctx.db
    .delete(datasources)
    .where(atRevision(ctx, datasources, id))
    .returning({ id: datasources.id })
  await commitOne(ctx, change, facts('deleted', id, { name }))
}
