import { z } from 'zod'
import { Failure, type FailureCode } from '#domain/failure.ts'
import { DuckdbConnection, LakeConnection, LibsqlConnection, S3Connection, ServerConnection } from '#domain/semantics/sources/connections.ts'
import {
  ColumnType,
  Dialect,
  FileFormat,
  type JsonValue,
  type QueryResult,
  type SourceQuery,
  type SourceSchema,
  type SourceSpec,
  type SourceTable,
  SourceType,
  type SourceValidation,
  type TableProfile,
} from '#domain/semantics/sources/source.ts'

/** The failures a source can answer with; a reply naming any other is not believed. */
const CODES = [
  'draining',
  'function_not_allowed',
  'invalid',
  'not_found',
  'overloaded',
  'query_failed',
  'query_invalid',
  'query_memory_exceeded',
  'query_timeout',
  'rate_limited',
  'datasource_unreachable',
  'source_unavailable_here',
  'statement_not_allowed',
  'table_not_allowed',
  'unauthenticated',
] as const satisfies FailureCode[]

const Json = z.custom<JsonValue>((value) => value !== undefined)
const Columns = z.array(z.object({ name: z.string(), type: ColumnType, nativeType: z.string(), nullable: z.boolean(), comment: z.string().nullable() }))
const Keys = z.array(z.object({ columns: z.array(z.string()), toTable: z.string(), toColumns: z.array(z.string()) }))

const Param = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Params = z.array(Param)
const PredicateParams = z.array(z.union([Param, z.strictObject({ table: z.string(), schema: z.string().nullable() })]))

const WireSpec = z.strictObject({
  id: z.string(),
  type: SourceType,
  version: z.string(),
  connection: z.union([ServerConnection, LibsqlConnection, S3Connection, LakeConnection, DuckdbConnection]).nullable(),
  files: z.array(z.strictObject({ id: z.string(), name: z.string(), format: FileFormat, storageKey: z.string(), sha256: z.string(), size: z.number() })),
  asker: z.strictObject({ account: z.string(), who: z.string() }).optional(),
}) satisfies z.ZodType<SourceSpec>

const WireTable = z.strictObject({
  name: z.string(),
  schema: z.string().nullable(),
  kind: z.enum(['table', 'view']),
  comment: z.string().nullable(),
  rowEstimate: z.number().nullable(),
  columns: Columns,
  primaryKey: z.array(z.string()),
  foreignKeys: Keys,
  reads: z.array(z.string()).optional(),
}) satisfies z.ZodType<SourceTable>

const WireQuery = z.strictObject({
  sql: z.string(),
  params: Params.optional(),
  rowPredicates: z.array(z.strictObject({ table: z.string(), parts: z.array(z.string()), params: PredicateParams })).optional(),
  shapes: z.array(z.strictObject({ table: z.string(), schema: z.string().nullable(), columns: z.array(z.string()), hasHidden: z.boolean() })).optional(),
  rowLimit: z.int().positive(),
  timeoutMs: z.number().positive().max(600_000),
  tables: z.array(z.string()).optional(),
  origin: z.enum(['compiler', 'untrusted']),
}) satisfies z.ZodType<SourceQuery>

/** What a remote caller asks: one method of the port, the source, and the method's own arguments; or a picture of a drawing. */
export const RemoteCall = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('validate'), spec: WireSpec }),
  z.strictObject({ method: z.literal('introspect'), spec: WireSpec }),
  z.strictObject({ method: z.literal('profile'), spec: WireSpec, args: z.strictObject({ table: WireTable }) }),
  z.strictObject({ method: z.literal('query'), spec: WireSpec, args: z.strictObject({ query: WireQuery }) }),
  z.strictObject({ method: z.literal('rasterize'), args: z.strictObject({ svg: z.string(), scale: z.number().min(0.1).max(8) }) }),
])
export type RemoteCall = z.infer<typeof RemoteCall>

/** What each method answers. */
export const RemoteResults = {
  validate: z.object({
    valid: z.boolean(),
    latencyMs: z.number(),
    serverVersion: z.string().nullable(),
    readOnly: z.boolean(),
    checks: z.array(z.object({ name: z.enum(['reach', 'sign_in', 'read_schema', 'read_only']), ok: z.boolean(), message: z.string(), latencyMs: z.number() })),
  }) satisfies z.ZodType<SourceValidation>,
  introspect: z.object({ dialect: Dialect, serverVersion: z.string(), tables: z.array(WireTable) }) satisfies z.ZodType<SourceSchema>,
  profile: z.object({
    rows: z.number(),
    columns: z.array(
      z.object({
        column: z.string(),
        distinct: z.number().nullable(),
        nullFraction: z.number().nullable(),
        min: z.string().nullable(),
        max: z.string().nullable(),
        topValues: z.array(z.string()),
      }),
    ),
  }) satisfies z.ZodType<TableProfile>,
  query: z.object({
    columns: z.array(z.object({ name: z.string(), type: ColumnType })),
    rows: z.array(z.array(Json)),
    truncated: z.boolean(),
    durationMs: z.number(),
  }) satisfies z.ZodType<QueryResult>,
  rasterize: z.object({ png: z.base64(), missing: z.array(z.string()) }),
}

const SentFailure = z.object({
  code: z.enum(CODES),
  message: z.string(),
  param: z.string().optional(),
  hint: z.string().optional(),
  retryAfter: z.number().optional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type SentFailure = z.infer<typeof SentFailure>

/** A reply holds a result or a failure. */
export const RemoteReply = z.union([z.strictObject({ failure: SentFailure }), z.strictObject({ result: z.unknown() })])
export type RemoteReply = z.infer<typeof RemoteReply>

/** A failure fit to travel: its cause stays behind, and a code no source answers with becomes `query_failed`. */
export function toSentFailure(failure: Failure): SentFailure {
  const { param, hint, retryAfter, details } = failure.details
  const code = CODES.find((known) => known === failure.code) ?? 'query_failed'
  return { code, message: failure.message, param, hint, retryAfter, details }
}

export function fromSentFailure({ code, message, ...details }: SentFailure): Failure {
  return new Failure(code, message, details)
}
