import type { Ingested } from '#connectors/files/ingest/ingest.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { FileFormat, QueryResult, SourceQuery, SourceSchema, SourceTable, SourceType, TableProfile } from '#domain/semantics/source.ts'

/** A source as the runner opens it: where each file lies. `key` changes whenever any of it does. */
export type OpenSource = { key: string; type: SourceType; files: { name: string; format: FileFormat; directory: string }[] }

export type Job =
  | { kind: 'introspect'; source: OpenSource }
  | { kind: 'profile'; source: OpenSource; table: SourceTable }
  | { kind: 'query'; source: OpenSource; query: SourceQuery }
  | { kind: 'ingest'; directory: string; name: string; format: FileFormat }

export type Answers = { introspect: SourceSchema; profile: TableProfile; query: QueryResult; ingest: Ingested }

/** A failure as it travels between processes; causes stay where they happened. */
export type SentFailure = { code: FailureCode; message: string; param?: string; hint?: string; details?: { path: string; message: string }[] }

export type Request = { id: number; job: Job }
export type Reply = { ready: true } | { id: number; started: true } | { id: number; answer: unknown } | { id: number; failure: SentFailure }

/** What the child is told on its command line. */
export type RunnerSettings = { memoryMb: number; threads: number }
