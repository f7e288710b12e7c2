import type { Ingested } from '#connectors/files/ingest/ingest.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { FileFormat, QueryResult, SourceQuery, SourceSchema, SourceTable, SourceType, TableProfile } from '#domain/semantics/source.ts'
import type { LakeFormat } from '../lake/discover.ts'
import type { LakePlan, PlanAnswer } from '../lake/lake-plan.ts'

/** A table whose files were brought: those of one shape read together, or a lake's as its log says. */
export type StagedTable =
  | { kind: 'files'; name: string; paths: string[] }
  | { kind: 'lake'; name: string; plan: LakePlan /** By its path in the table. */; located: Record<string, string> }

/** A source as the runner opens it: where each file lies. `key` changes whenever any of it does. */
export type OpenSource = {
  key: string
  type: SourceType
  files: { name: string; format: FileFormat; directory: string }[]
  tables?: StagedTable[]
  /** The DuckDB database that it is. */
  database?: string
}

export type Job =
  | { kind: 'introspect'; source: OpenSource }
  | { kind: 'profile'; source: OpenSource; table: SourceTable }
  | { kind: 'query'; source: OpenSource; query: SourceQuery }
  | { kind: 'plan'; format: LakeFormat; location: string; names: string[]; brought: Record<string, string> }
  | { kind: 'ingest'; directory: string; name: string; format: FileFormat }

export type Answers = { introspect: SourceSchema; profile: TableProfile; query: QueryResult; plan: PlanAnswer; ingest: Ingested }

/** A failure as it travels between processes; causes stay where they happened. */
export type SentFailure = { code: FailureCode; message: string; param?: string; hint?: string; details?: { path: string; message: string }[] }

export type Request = { id: number; job: Job }
export type Reply = { ready: true } | { id: number; started: true } | { id: number; answer: unknown } | { id: number; failure: SentFailure }

/** What the child is told on its command line. */
export type RunnerSettings = { memoryMb: number; threads: number }
