import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { notRead, pathBelow, type TableFiles, type WantedFile } from '../table-files.ts'
import { readAvro } from './avro.ts'
import { currentMetadata, currentSchema, type IcebergField, type IcebergMetadata, type IcebergType } from './metadata.ts'

const DELETED = 2
const CONTENT = { data: 0, positions: 1, equality: 2 } as const
/** Partition values a data file may lack as a column, by type. */
const CONSTANT_TYPES = ['int', 'long', 'string', 'boolean', 'date']

type Constant = { name: string; type: IcebergType; value: string | number | boolean | null }
export type IcebergFile = {
  path: string
  /** As the manifest names it, which is how position deletes do. */
  named: string
  size: number
  rows: number
  /** Values of identity partitions, by field id, for files without that column. */
  constants: Record<string, Constant>
  positionDeletes: string[]
  equalityDeletes: string[]
}
export type IcebergDelete = { path: string; size: number; rows: number; fieldIds: number[] }

/** A table as one snapshot of it is. */
export type IcebergPlan = { snapshot: string; fields: IcebergField[]; files: IcebergFile[]; deletes: IcebergDelete[] }

const number = z.union([z.number(), z.bigint()]).transform(Number)
const Manifest = z.object({
  manifest_path: z.string(),
  manifest_length: number.nullish(),
  partition_spec_id: number.default(0),
  sequence_number: number.nullish(),
})
const Entry = z.object({
  status: number,
  sequence_number: number.nullish(),
  data_file: z.object({
    content: number.default(CONTENT.data),
    file_path: z.string(),
    file_format: z.string(),
    record_count: number,
    file_size_in_bytes: number,
    partition: z.record(z.string(), z.unknown()).nullish(),
    equality_ids: z.array(number).nullish(),
  }),
})
type Entry = z.infer<typeof Entry>
type Read = { file: Entry['data_file']; sequence: number; partition: string; spec: number; path: string }

/** Reads the current snapshot's manifests. Fails with `invalid` for damaged metadata and for a feature that is not read, by its name. */
export async function planIceberg(files: TableFiles, folder: string): Promise<IcebergPlan> {
  const metadata = await currentMetadata(files)
  const fields = currentSchema(metadata)
  assertNamesHold(metadata, fields)
  const id = metadata['current-snapshot-id']
  const snapshot = metadata.snapshots.find((candidate) => candidate['snapshot-id'] === id)
  if (!snapshot) {
    if (id === undefined || id === null || id === '-1') return { snapshot: 'none', fields, files: [], deletes: [] }
    throw new Failure('invalid', 'the current snapshot of the table is gone')
  }
  const below = (named: string) => pathBelow(named.startsWith(metadata.location) ? metadata.location : folder, named, (path) => path)
  const manifests = snapshot['manifest-list']
    ? await readRecords(files, Manifest, [{ path: below(snapshot['manifest-list']), size: null }])
    : [(snapshot.manifests ?? []).map((path) => Manifest.parse({ manifest_path: path }))]
  const list = manifests.flat()
  const entries = await readRecords(
    files,
    Entry,
    list.map((manifest) => ({ path: below(manifest.manifest_path), size: manifest.manifest_length ?? null })),
  )
  const live = list.flatMap((manifest, index) =>
    (entries[index] ?? []).filter(({ status }) => status !== DELETED).map((entry) => located(entry, manifest, below)),
  )
  return { snapshot: String(id), fields, ...arrange(live, metadata, fields) }
}

async function readRecords<T>(files: TableFiles, shape: z.ZodType<T>, wanted: WantedFile[]): Promise<T[][]> {
  const read = await files.read(wanted)
  try {
    return read.map((bytes) => readAvro(bytes).records.map((record) => shape.parse(record)))
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('invalid', 'a manifest of the table is damaged', { cause: error })
  }
}

function located({ data_file: file, sequence_number: sequence }: Entry, manifest: z.infer<typeof Manifest>, below: (named: string) => string): Read {
  if (file.file_format.toUpperCase() !== 'PARQUET') throw notRead(`files of the format ${file.file_format.slice(0, 20)}`)
  const spec = manifest.partition_spec_id
  const partition = JSON.stringify([spec, file.partition ?? {}], (_, value) =>
    typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? [...value] : value,
  )
  return { file, sequence: sequence ?? manifest.sequence_number ?? 0, partition, spec, path: below(file.file_path) }
}

/** Which deletes hold for which file: by positions those as young or younger, by equality those younger, of the same partition or of none. */
function arrange(live: Read[], metadata: IcebergMetadata, fields: IcebergField[]): Pick<IcebergPlan, 'files' | 'deletes'> {
  const deletes = live.filter(({ file }) => file.content !== CONTENT.data)
  const isPartitioned = (spec: number) => (metadata['partition-specs'].find((candidate) => candidate['spec-id'] === spec)?.fields.length ?? 0) > 0
  const holds = (entry: Read, of: Read) => entry.partition === of.partition || !isPartitioned(entry.spec)
  return {
    deletes: deletes.map(({ file, path }) => ({ path, size: file.file_size_in_bytes, rows: file.record_count, fieldIds: equalityIds(file, fields) })),
    files: live
      .filter(({ file }) => file.content === CONTENT.data)
      .map((entry) => ({
        path: entry.path,
        named: entry.file.file_path,
        size: entry.file.file_size_in_bytes,
        rows: entry.file.record_count,
        constants: constantsOf(entry, metadata, fields),
        positionDeletes: deletes.filter(({ file, sequence }) => file.content === CONTENT.positions && sequence >= entry.sequence).map(({ path }) => path),
        equalityDeletes: deletes
          .filter((other) => other.file.content === CONTENT.equality && other.sequence > entry.sequence && holds(other, entry))
          .map(({ path }) => path),
      })),
  }
}

function equalityIds(file: Entry['data_file'], fields: IcebergField[]): number[] {
  if (file.content !== CONTENT.equality) return []
  const ids = file.equality_ids ?? []
  if (ids.length === 0 || ids.some((id) => !fields.some((field) => field.id === id))) throw notRead('equality deletes by a column that is gone or nested')
  return ids
}

function constantsOf({ file, spec }: Read, metadata: IcebergMetadata, fields: IcebergField[]): IcebergFile['constants'] {
  const constants: IcebergFile['constants'] = {}
  for (const part of metadata['partition-specs'].find((candidate) => candidate['spec-id'] === spec)?.fields ?? []) {
    const field = fields.find((candidate) => candidate.id === part['source-id'])
    const value = file.partition?.[part.name]
    if (part.transform !== 'identity' || !field || typeof field.type !== 'string' || !CONSTANT_TYPES.includes(field.type)) continue
    const plain = typeof value === 'bigint' ? String(value) : value
    if (plain === null || ['string', 'number', 'boolean'].includes(typeof plain))
      constants[field.id] = { name: field.name, type: field.type, value: plain as Constant['value'] }
  }
  return constants
}

/** The engine finds columns by their ids, but what lies inside a column by its name. */
function assertNamesHold(metadata: IcebergMetadata, fields: IcebergField[]): void {
  const names = nestedNames(fields)
  for (const schema of metadata.schemas) {
    for (const [id, name] of nestedNames(schema.fields)) {
      if (names.has(id) && names.get(id) !== name) throw notRead('a field renamed inside a nested column')
    }
  }
}

function nestedNames(fields: IcebergField[]): Map<number, string> {
  const names = new Map<number, string>()
  const visit = (type: IcebergType): void => {
    if (typeof type === 'string') return
    if (type.type === 'list') visit(type.element)
    else if (type.type === 'map') [type.key, type.value].forEach(visit)
    else
      for (const field of type.fields) {
        names.set(field.id, field.name)
        visit(field.type)
      }
  }
  for (const field of fields) visit(field.type)
  return names
}
