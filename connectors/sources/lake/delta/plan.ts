import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { z } from 'zod'
import { notRead, pathBelow, type TableFiles, type WantedFile } from '../table-files.ts'
import { type Action, type DeletionVector, type DeltaField, FileAction, Protocol, TableMetadata } from './actions.ts'
import { vectorFile } from './deletion-vector.ts'

const LOG = '_delta_log'
const COMMIT = /^_delta_log\/(\d{20})\.json$/
const CHECKPOINT = /^_delta_log\/(\d{20})\.checkpoint(?:\.(\d{10})\.(\d{10}))?(?:\.([0-9a-f]{8}-[0-9a-f-]{27}))?\.(parquet|json)$/
const FEATURES = new Set(['columnMapping', 'deletionVectors', 'timestampNtz', 'typeWidening', 'typeWidening-preview', 'v2Checkpoint', 'vacuumProtocolCheck'])
/** Reader version 3 lists its features; version 2 means this one. */
const KNOWN_VERSIONS = [1, 2, 3]

export type DeltaFile = {
  path: string
  size: number
  rows: number | null
  partition: Record<string, string | null>
  vector: (DeletionVector & { file: string | null }) | null
}
/** A table as one version of its log describes it. */
export type DeltaPlan = {
  version: number
  fields: DeltaField[]
  /** Whether files bear the physical names that the fields' metadata tells. */
  mapped: boolean
  partitionColumns: string[]
  description: string | null
  files: DeltaFile[]
}

/** Replays the log to its latest version. Fails with `invalid` for a damaged log and for a feature that is not read, by its name. */
export async function planDelta(files: TableFiles, location: string): Promise<DeltaPlan> {
  const { version, actions } = await replay(files)
  let protocol: Protocol | undefined
  let metadata: TableMetadata | undefined
  const live = new Map<string, FileAction>()
  for (const action of actions) {
    if (action.protocol) protocol = Protocol.parse(action.protocol)
    if (action.metaData) metadata = TableMetadata.parse(action.metaData)
    if (hasPath(action.remove)) live.delete(keyOf(Removed.parse(action.remove)))
    if (hasPath(action.add)) {
      const file = FileAction.parse(action.add)
      live.set(keyOf(file), file)
    }
  }
  if (!protocol || !metadata) throw notRead('a log that does not begin at its first version or a checkpoint')
  assertReadable(protocol)
  const fields = (JSON.parse(metadata.schemaString) as { fields: DeltaField[] }).fields
  const mode = metadata.configuration['delta.columnMapping.mode'] ?? 'none'
  if (!['none', 'name', 'id'].includes(mode)) throw notRead(`the column mapping mode "${mode.slice(0, 40)}"`)
  return {
    version,
    fields,
    mapped: mode !== 'none',
    partitionColumns: metadata.partitionColumns,
    description: metadata.description ?? null,
    files: [...live.values()].map((file) => plannedFile(file, location)),
  }
}

const Removed = FileAction.pick({ path: true, deletionVector: true })
const hasPath = (action: unknown): boolean => typeof (action as { path?: unknown } | null | undefined)?.path === 'string'

/** A file and its deletion vector are one: another vector makes another file of it. */
function keyOf({ path, deletionVector: vector }: Pick<FileAction, 'path' | 'deletionVector'>): string {
  return JSON.stringify([path, vector?.storageType, vector?.pathOrInlineDv, vector?.offset])
}

function assertReadable({ minReaderVersion: version, readerFeatures }: Protocol): void {
  if (!KNOWN_VERSIONS.includes(version)) throw notRead(`the reader version ${version} of Delta`)
  const unknown = version === 3 ? readerFeatures.find((feature) => !FEATURES.has(feature)) : undefined
  if (unknown !== undefined) throw notRead(`the Delta feature "${unknown.slice(0, 60)}"`)
}

function plannedFile(file: FileAction, location: string): DeltaFile {
  const vector = file.deletionVector
  const named = vector ? vectorFile(vector) : null
  return {
    path: pathBelow(location, file.path, decodeURIComponent),
    size: file.size,
    rows: rowsOf(file.stats),
    partition: file.partitionValues,
    vector: vector ? { ...vector, file: named === null ? null : pathBelow(location, named, decodeURIComponent) } : null,
  }
}

const Stats = z.object({ numRecords: z.number().optional() })

/** The rows written to a file, as its writer counted them. */
function rowsOf(stats: string | undefined): number | null {
  if (!stats) return null
  try {
    return Stats.parse(JSON.parse(stats)).numRecords ?? null
  } catch {
    return null
  }
}

/** The actions from the latest whole checkpoint on, in order; within a commit, what is removed goes first. */
async function replay(files: TableFiles): Promise<{ version: number; actions: Action[] }> {
  const checkpoint = latestCheckpoint(files.names)
  const commits = files.names
    .map((name) => COMMIT.exec(name))
    .filter((match) => match !== null)
    .map((match) => ({ version: Number(match[1]), path: match[0] }))
    .filter((commit) => commit.version > (checkpoint?.version ?? -1))
    .sort((left, right) => left.version - right.version)
  const first = (checkpoint?.version ?? -1) + 1
  if (commits.some((commit, index) => commit.version !== first + index)) throw notRead('a log with versions missing')
  const parts = checkpoint?.paths ?? []
  const read = await files.read([...parts, ...commits.map((commit) => commit.path)].map(unsized))
  const actions: Action[] = []
  for (const [index, bytes] of read.slice(0, parts.length).entries()) actions.push(...(await checkpointActions(files, parts[index] ?? '', bytes)))
  for (const bytes of read.slice(parts.length)) {
    const lines = jsonLines(bytes)
    actions.push(...lines.filter((action) => action.remove), ...lines.filter((action) => !action.remove))
  }
  return { version: commits.at(-1)?.version ?? checkpoint?.version ?? -1, actions }
}

const unsized = (path: string): WantedFile => ({ path, size: null })

/** A checkpoint is one file, all of so many parts, or one of several of version 2, of which any will do. */
function latestCheckpoint(names: string[]): { version: number; paths: string[] } | null {
  const found = new Map<number, { whole: string[]; parts: string[]; wanted: number }>()
  for (const name of names) {
    const match = CHECKPOINT.exec(name)
    if (!match) continue
    const entry = found.get(Number(match[1])) ?? { whole: [], parts: [], wanted: 0 }
    found.set(Number(match[1]), entry)
    if (match[3] === undefined) entry.whole.push(name)
    else {
      entry.parts.push(name)
      entry.wanted = Number(match[3])
    }
  }
  const versions = [...found.keys()].sort((left, right) => right - left)
  for (const version of versions) {
    const entry = found.get(version)
    const [whole] = entry?.whole ?? []
    if (whole) return { version, paths: [whole] }
    if (entry && entry.parts.length === entry.wanted) return { version, paths: entry.parts.sort() }
  }
  return null
}

async function checkpointActions(files: TableFiles, path: string, bytes: Uint8Array): Promise<Action[]> {
  const actions = path.endsWith('.json') ? jsonLines(bytes) : await parquetActions(bytes)
  const sidecars = actions.flatMap(({ sidecar }) => (typeof sidecar?.path === 'string' ? [sidecar.path] : []))
  if (sidecars.length === 0) return actions
  const read = await files.read(sidecars.map((name) => unsized(pathBelow('', `${LOG}/_sidecars/${name.replace(/^.*\//, '')}`, decodeURIComponent))))
  const more = await Promise.all(read.map(parquetActions))
  return [...actions, ...more.flat()]
}

function jsonLines(bytes: Uint8Array): Action[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Action)
}

async function parquetActions(bytes: Uint8Array): Promise<Action[]> {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const file = { byteLength: buffer.byteLength, slice: (start: number, end?: number) => buffer.slice(start, end) }
  const metadata = await parquetMetadataAsync(file)
  const present = parquetSchema(metadata).children.map((child) => child.element.name)
  const columns = ['add', 'protocol', 'metaData', 'sidecar'].filter((name) => present.includes(name))
  return (await parquetReadObjects({ file, metadata, compressors, columns })) as Action[]
}
