import { z } from 'zod'
import type { Context } from '../context.ts'
import { CONNECTIONS } from './datasource.ts'
import { type JsonValue, SourceType } from './source.ts'

const JsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<{ [member: string]: JsonValue }>

export const DatasourceType = z
  .object({
    type: SourceType,
    title: z.string(),
    description: z.string(),
    connection: JsonObject.meta({ description: 'JSON Schema of its connection' }),
    available: z.boolean().meta({ description: 'Whether this deployment can serve it' }),
  })
  .meta({ id: 'DatasourceType' })
export type DatasourceType = z.infer<typeof DatasourceType>

const WORDS: Record<SourceType, { title: string; description: string }> = {
  file: { title: 'Uploaded files', description: 'CSV, TSV, JSON, NDJSON, Parquet or SQLite files, each a table or several, queried together with DuckDB' },
  sqlite: { title: 'SQLite', description: 'One uploaded SQLite database, queried in its own dialect' },
}

/** The kinds of data source there are. Uploads need a place to lie. */
export function listDatasourceTypes(ctx: Context): DatasourceType[] {
  return SourceType.options.map((type) => {
    return { type, ...WORDS[type], connection: jsonSchemaOf(CONNECTIONS[type]), available: ctx.ports.files !== null }
  })
}

/** A named schema comes as a reference to itself: what it refers to is the schema. */
function jsonSchemaOf(schema: z.ZodType): { [member: string]: JsonValue } {
  const { $ref, $defs, $schema: _, ...bare } = z.toJSONSchema(schema, { io: 'input' })
  const named = $ref && $defs?.[$ref.slice('#/$defs/'.length)]
  return (named || bare) as { [member: string]: JsonValue }
}
