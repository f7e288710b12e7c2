import type { Ingested } from '#connectors/files/ingest/ingest.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { FileFormat, QueryResult, RowSink, SourceQuery, SourceSchema, SourceTable, SourceType, TableProfile } from '#domain/semantics/sources/source.ts'
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
  /** With `pour` the rows go through the pipe of rows, and the answer has none. */
  | { kind: 'query'; source: OpenSource; query: SourceQuery; pour?: PourSettings }
  | { kind: 'plan'; format: LakeFormat; location: string; names: string[]; brought: Record<string, string> }
  | { kind: 'ingest'; directory: string; name: string; format: FileFormat }

export type PourSettings = Pick<RowSink, 'separator' | 'maxBytes'>

export type Answers = { introspect: SourceSchema; profile: TableProfile; query: QueryResult; plan: PlanAnswer; ingest: Ingested }

/** A failure as it travels between processes; causes stay where they happened. */
export type SentFailure = { code: FailureCode; message: string; param?: string; hint?: string; details?: { path: string; message: string }[] }

export type Request = { id: number; job: Job }
/** `poured` counts the bytes that went through the pipe of rows. */
export type Reply =
  | { ready: true }
  | { id: number; started: true }
  | { id: number; columns: QueryResult['columns'] }
  | { id: number; answer: unknown; poured: number }
  | { id: number; failure: SentFailure; poured: number }

/** What the child is told on its command line. */
export type RunnerSettings = { memoryMb: number; threads: number }

/** A query as a job; with a sink its rows are poured. */
export const queryJob = (source: OpenSource, query: SourceQuery, sink: RowSink | undefined): Extract<Job, { kind: 'query' }> => ({
  kind: 'query',
  source,
  query,
  ...(sink ? { pour: { separator: sink.separator, maxBytes: sink.maxBytes } } : {}),
})
