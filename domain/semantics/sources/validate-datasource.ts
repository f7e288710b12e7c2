import { z } from 'zod'
import { datasources } from '#db/schema/semantics.ts'
import { requirePermission } from '../../access/group-permission.ts'
import { atRevision, bumped, commitOne } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { strict } from '../../strict.ts'
import { completeConnection } from './complete-connection.ts'
import { CONNECTIONS } from './connections.ts'
import { capital } from './datasource.ts'
import { requireDatasource } from './datasources.ts'
import { requireFiles } from './files.ts'
import { SourceType, type SourceValidation } from './source.ts'
import { sourceSpecOf, specOf } from './source-spec.ts'

export const Validation = z
  .object({
    valid: z.boolean(),
    latency_ms: z.int(),
    server_version: z.string().nullable(),
    read_only: z.boolean(),
    checks: z.array(z.object({ name: z.enum(['reach', 'sign_in', 'read_schema', 'read_only']), ok: z.boolean(), message: z.string(), latency_ms: z.int() })),
  })
  .meta({ id: 'Validation' })
export type Validation = z.infer<typeof Validation>

const formOf = <Type extends SourceType>(type: Type) =>
  strict({ type: z.literal(type), connection: CONNECTIONS[type] }).meta({ id: `Unsaved${capital(type)}Datasource` })

export const UnsavedDatasource = z
  .discriminatedUnion(
    'type',
    [
      formOf('file'),
      formOf('sqlite'),
      formOf('postgres'),
      formOf('mysql'),
      formOf('mariadb'),
      formOf('clickhouse'),
      formOf('libsql'),
      formOf('s3'),
      formOf('delta'),
      formOf('iceberg'),
      formOf('duckdb'),
    ],
    { error: () => `must be one of ${SourceType.options.join(', ')}` },
  )
  .meta({ id: 'UnsavedDatasource', example: { type: 'sqlite', connection: { file_id: exampleId('fil') } } })
export type UnsavedDatasource = z.infer<typeof UnsavedDatasource>

const toWire = ({ latencyMs, serverVersion, readOnly, checks, ...rest }: SourceValidation): Validation => ({
  ...rest,
  latency_ms: latencyMs,
  server_version: serverVersion,
  read_only: readOnly,
  checks: checks.map(({ latencyMs: ms, ...check }) => ({ ...check, latency_ms: ms })),
})

/** Tries a connection nobody has saved. Fails as creating it would, and with `source_unavailable_here`. */
export async function validateUnsaved(ctx: Context, input: UnsavedDatasource): Promise<Validation> {
  await requirePermission(ctx, 'create_datasources')
  const connection = completeConnection(input.type, input.connection)
  await requireFiles(ctx, input.type, connection)
  const spec = await specOf(ctx, { id: 'unsaved', type: input.type, connection })
  return toWire(await ctx.ports.sources.validate(spec, ctx.signal))
}

/** Tries a data source and notes how it stands. Needs `edit`. Fails with `resource_disabled` while it is switched off, and `source_unavailable_here`. */
export async function validateDatasource(ctx: Context, id: string): Promise<Validation> {
  const source = await requireDatasource(ctx, id, 'edit')
  if (source.status === 'disabled') throw new Failure('resource_disabled', 'this data source is disabled')
  const found = await ctx.ports.sources.validate(await sourceSpecOf(ctx, source), ctx.signal)
  const problem = found.valid ? null : (found.checks.find((check) => !check.ok)?.message ?? 'the data source cannot be read')
  const change = ctx.db
    .update(datasources)
    .set({ status: found.valid ? 'connected' : 'failed', status_message: problem, ...bumped(ctx, datasources) })
    .where(atRevision(ctx, datasources, id))
    .returning({ id: datasources.id })
  await commitOne(ctx, change, { type: 'datasource.validated', resource: { type: 'datasource', id }, details: { valid: found.valid } })
  return toWire(found)
}
