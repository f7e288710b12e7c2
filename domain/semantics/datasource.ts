import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasources } from '#db/schema/semantics.ts'
import { exampleId } from '../identifiers.ts'
import { Instant, stored, strict } from '../strict.ts'
import { SourceType } from './source.ts'

const fileId = z
  .string()
  .min(1)
  .max(64)
  .meta({ example: exampleId('fil') })

export const FileConnection = strict({
  file_ids: z
    .array(fileId)
    .min(1)
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length, 'a file is named twice')
    .meta({ description: 'Uploaded files: each is a table, a SQLite file is its tables' }),
}).meta({ id: 'FileConnection' })
export type FileConnection = z.infer<typeof FileConnection>

export const SqliteConnection = strict({ file_id: fileId.meta({ description: 'An uploaded SQLite file' }) }).meta({ id: 'SqliteConnection' })
export type SqliteConnection = z.infer<typeof SqliteConnection>

export const Connection = z.union([FileConnection, SqliteConnection])
export type Connection = z.infer<typeof Connection>

/** The form of each type's `connection`. */
export const CONNECTIONS = { file: FileConnection, sqlite: SqliteConnection } as const satisfies Record<SourceType, z.ZodObject>

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
    connection: Connection.nullable().meta({ description: 'Never a secret; null for those who may only view' }),
    tables: TableChoice,
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

const editable = { name: z.string().trim().min(1).max(120), description: z.string().max(2000), tables: TableChoice }
const fresh = { ...editable, description: editable.description.default(''), tables: TableChoice.default({ include: [], exclude: [] }) }

export const NewDatasource = z
  .discriminatedUnion(
    'type',
    [
      strict({ ...fresh, type: z.literal('file'), connection: FileConnection }).meta({ id: 'NewFileDatasource' }),
      strict({ ...fresh, type: z.literal('sqlite'), connection: SqliteConnection }).meta({ id: 'NewSqliteDatasource' }),
    ],
    { error: () => `must be one of ${SourceType.options.join(', ')}` },
  )
  .meta({ id: 'NewDatasource', example: { name: 'Music shop', type: 'sqlite', connection: { file_id: exampleId('fil') } } })
export type NewDatasource = z.infer<typeof NewDatasource>

export const DatasourceChange = strict({ ...editable, connection: Connection })
  .partial()
  .meta({
    id: 'DatasourceChange',
    example: { tables: { include: [], exclude: ['tmp_*'] } },
    description: 'A connection keeps the form of its type, and changing it needs the level "own"',
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
  connection: sql<Connection>`${datasources.connection}`.mapWith((text: string) => JSON.parse(text) as Connection).as('connection'),
  tables: datasources.tables,
  status: datasources.status,
  status_message: datasources.status_message,
  extraction_status: datasources.extraction_status,
  tables_count: datasources.tables_count,
  layer_version: datasources.layer_version,
  last_extraction_at: datasources.last_extraction_at,
  owner_id: datasources.owner_id,
}
export type DatasourceRow = Omit<Datasource, 'datasource_id' | 'level' | 'connection'> & { connection: Connection; layer_version: number }

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
