import { z } from 'zod'

const text = z.string()
const count = z.union([z.number(), z.bigint()]).transform(Number)
/** JSON writes a map as an object, a checkpoint as a list of its entries. */
const TextMap = z.preprocess(
  (value) =>
    Array.isArray(value)
      ? Object.fromEntries(value.map((entry: { key: unknown; value?: unknown }) => [String(entry.key), entry.value ?? null]))
      : (value ?? {}),
  z.record(text, text.nullable()),
)
const absent = (value: unknown) => value ?? undefined

export const DeletionVector = z.object({
  storageType: z.enum(['u', 'p', 'i']),
  pathOrInlineDv: text,
  offset: z.preprocess(absent, count.optional()),
  sizeInBytes: count,
  cardinality: count,
})
export type DeletionVector = z.infer<typeof DeletionVector>

export const FileAction = z.object({
  path: text,
  partitionValues: TextMap,
  size: z.preprocess((value) => value ?? 0, count),
  stats: z.preprocess(absent, text.optional()),
  deletionVector: z.preprocess((value) => ((value as { storageType?: unknown } | null)?.storageType ? value : undefined), DeletionVector.optional()),
})
export type FileAction = z.infer<typeof FileAction>

export const Protocol = z.object({
  minReaderVersion: count,
  readerFeatures: z.preprocess((value) => value ?? [], z.array(text)),
})
export type Protocol = z.infer<typeof Protocol>

export const TableMetadata = z.object({
  schemaString: text,
  partitionColumns: z.preprocess((value) => value ?? [], z.array(text)),
  configuration: TextMap,
  description: z.preprocess(absent, text.optional()),
})
export type TableMetadata = z.infer<typeof TableMetadata>

export type Action = { add?: unknown; remove?: unknown; protocol?: unknown; metaData?: unknown; sidecar?: { path?: string; sizeInBytes?: unknown } | null }

export type DeltaField = { name: string; type: DeltaType; nullable?: boolean; metadata?: Record<string, unknown> }
export type DeltaType =
  | string
  | { type: 'struct'; fields: DeltaField[] }
  | { type: 'array'; elementType: DeltaType }
  | { type: 'map'; keyType: DeltaType; valueType: DeltaType }
