import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasources } from '#db/schema/semantics.ts'
import { exampleId } from '../../identifiers.ts'
import { Instant, stored, strict } from '../../strict.ts'
import { DatasourceRowFilter } from '../row-filters/row-filter.ts'
import { CONNECTIONS, ConnectionChange, ShownConnection } from './connections.ts'
import { SourceType } from './source.ts'

const tablePatterns = z.array(z.string().min(1).max(256)).max(1000)
export const TableChoice = strict({ include: tablePatterns.default([]), exclude: tablePatterns.default([]) }).meta({
  id: 'TableChoice',
  description: 'Which tables are served: those named in include (all when it is empty) but none named in exclude. A * stands for any characters.',
  example: { include: [], exclude: ['tmp_*'] },
})
export type TableChoice = z.infer<typeof TableChoice>

export const Datasource = z
  .object({
    ...stored,
    datasource_id: z.string(),
    name: z.string().meta({ example: 'Shop' }),
    description: z.string(),
    type: SourceType,
    connection: ShownConnection.nullable().meta({ description: 'Never a secret, only whether there is one; null for those who may only view' }),
    tables: TableChoice,
    filters: z.array(DatasourceRowFilter).meta({ description: 'Its row filters, of which only those who may edit it are told' }),
    models_see_values: z.boolean().meta({
      description: 'False = blind mode: language models are told names and types, never values; results go to the person alone',
    }),
    status: z.enum(['unverified', 'connected', 'failed', 'disabled']),
    status_message: z.string().nullable(),
    extraction_status: z.enum(['none', 'queued', 'running', 'completed', 'failed', 'cancelled']).meta({ description: 'Of the latest extraction' }),
    tables_count: z.int(),
    last_extraction_at: Instant.nullable().meta({ description: 'When an extraction last completed' }),
    owner_id: z.string(),
    level: z.enum(['view', 'edit', 'own']).meta({ description: 'What the caller may do with it' }),
  })
  .meta({ id: 'Datasource' })
export type Datasource = z.infer<typeof Datasource>

/** A type of source as a part of a schema's name. */
export const capital = (type: SourceType): string => `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`

const editable = { name: z.string().trim().min(1).max(120), description: z.string().max(2000), tables: TableChoice, models_see_values: z.boolean() }
const fresh = {
  ...editable,
  description: editable.description.default(''),
  tables: TableChoice.default({ include: [], exclude: [] }),
  models_see_values: z.boolean().default(true),
}

const formOf = <Type extends SourceType>(type: Type) =>
  strict({ ...fresh, type: z.literal(type), connection: CONNECTIONS[type] }).meta({ id: `New${capital(type)}Datasource` })

export const NewDatasource = z
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
  .meta({ id: 'NewDatasource', example: { name: 'Music shop', type: 'sqlite', connection: { file_id: exampleId('fil') } } })
export type NewDatasource = z.infer<typeof NewDatasource>

export const DatasourceChange = strict({ ...editable, connection: ConnectionChange })
  .partial()
  .meta({
    id: 'DatasourceChange',
    example: { tables: { include: [], exclude: ['tmp_*'] } },
    description:
      'A connection is replaced as a whole, keeps the form of its type, and needs the level "own". A secret it does not name stays, unless it leads elsewhere: then it is to be given again.',
  })
export type DatasourceChange = z.infer<typeof DatasourceChange>

/** A data source as the domain handles it: every column but its secrets. */
export const rowColumns = {
  id: datasources.id,
  revision: datasources.revision,
  created_at: datasources.created_at,
  updated_at: datasources.updated_at,
  name: datasources.name,
  description: datasources.description,
  type: sql<SourceType>`${datasources.type}`.as('type'),
  connection: sql<ShownConnection>`${datasources.connection}`.mapWith((text: string) => JSON.parse(text) as ShownConnection).as('connection'),
  tables: datasources.tables,
  models_see_values: datasources.models_see_values,
  status: datasources.status,
  status_message: datasources.status_message,
  extraction_status: datasources.extraction_status,
  tables_count: datasources.tables_count,
  layer_version: datasources.layer_version,
  last_extraction_at: datasources.last_extraction_at,
  owner_id: datasources.owner_id,
}
export type DatasourceRow = Omit<Datasource, 'datasource_id' | 'level' | 'connection' | 'filters'> & { connection: ShownConnection; layer_version: number }

/** Whether a table is served under a choice of tables. */
export function isChosen(table: string, { include, exclude }: TableChoice): boolean {
  const named = (patterns: string[]) => patterns.some((pattern) => matchesPattern(table, pattern))
  return (include.length === 0 || named(include)) && !named(exclude)
}

function matchesPattern(name: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const [first = ''] = parts
  if (parts.length === 1) return text === first
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
