import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { notRead, type TableFiles } from '../table-files.ts'

const FOLDER = 'metadata/'
const NAME = /^(?:v(\d+)|(\d+)-[^/]*)(\.gz)?\.metadata\.json(\.gz)?$/
const MAX_UNPACKED = 256 * 1024 * 1024

export type IcebergType =
  | string
  | { type: 'struct'; fields: IcebergField[] }
  | { type: 'list'; element: IcebergType; 'element-id'?: number }
  | { type: 'map'; key: IcebergType; value: IcebergType }
export type IcebergField = { id: number; name: string; type: IcebergType; required?: boolean; doc?: string }

const Field = z.custom<IcebergField>((value) => typeof (value as IcebergField)?.id === 'number' && typeof (value as IcebergField)?.name === 'string')
const Schema = z.object({ 'schema-id': z.number().default(0), fields: z.array(Field) })
const SnapshotId = z.union([z.string(), z.number()]).transform(String)
const PartitionField = z.object({ 'source-id': z.number(), 'field-id': z.number().optional(), name: z.string(), transform: z.string() })

export const IcebergMetadata = z.object({
  'format-version': z.number(),
  location: z.string(),
  schema: Schema.optional(),
  schemas: z.array(Schema).default([]),
  'current-schema-id': z.number().default(0),
  'partition-specs': z.array(z.object({ 'spec-id': z.number(), fields: z.array(PartitionField) })).default([]),
  'current-snapshot-id': SnapshotId.nullish(),
  snapshots: z.array(z.object({ 'snapshot-id': SnapshotId, 'manifest-list': z.string().optional(), manifests: z.array(z.string()).optional() })).default([]),
  properties: z.record(z.string(), z.string()).default({}),
})
export type IcebergMetadata = z.infer<typeof IcebergMetadata>

/** The table's current metadata: the one `version-hint.text` names, else the one with the highest number. */
export async function currentMetadata(files: TableFiles): Promise<IcebergMetadata> {
  const path = await currentPath(files)
  const [bytes] = await files.read([{ path, size: null }])
  if (!bytes) throw new Failure('invalid', 'the table has no metadata')
  const text = path.includes('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString('utf8') : new TextDecoder().decode(bytes)
  const metadata = IcebergMetadata.parse(JSON.parse(withIdsAsText(text)))
  if (![1, 2].includes(metadata['format-version'])) throw notRead(`the version ${metadata['format-version']} of the Iceberg format`)
  return metadata
}

async function currentPath(files: TableFiles): Promise<string> {
  const numbered = files.names.flatMap((path) => {
    const match = path.startsWith(FOLDER) ? NAME.exec(path.slice(FOLDER.length)) : null
    return match ? [{ path, version: Number(match[1] ?? match[2]) }] : []
  })
  const hint = `${FOLDER}version-hint.text`
  if (files.names.includes(hint)) {
    const [bytes] = await files.read([{ path: hint, size: null }])
    const version = Number(new TextDecoder().decode(bytes).trim())
    const named = numbered.find((candidate) => candidate.version === version)
    if (named) return named.path
  }
  const [latest] = numbered.sort((left, right) => right.version - left.version || (left.path < right.path ? 1 : -1))
  if (!latest) throw new Failure('invalid', 'the table has no metadata')
  return latest.path
}

/** Snapshot ids have nineteen digits, more than a number holds. */
function withIdsAsText(json: string): string {
  return json.replace(/("(?:[a-z-]*snapshot-id)"\s*:\s*)(-?\d+)/g, '$1"$2"')
}

export function currentSchema(metadata: IcebergMetadata): IcebergField[] {
  const schema = metadata.schemas.find((candidate) => candidate['schema-id'] === metadata['current-schema-id']) ?? metadata.schema
  if (!schema) throw new Failure('invalid', 'the table has no schema')
  return schema.fields
}
