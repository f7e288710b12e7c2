import type { OpenConnection } from '#domain/semantics/sources/connections.ts'
import type {
  Dialect,
  QueryResult,
  SourceQuery,
  SourceSchema,
  SourceSpec,
  SourceTable,
  SourceValidation,
  TableProfile,
} from '#domain/semantics/sources/source.ts'
import type { Network } from './network.ts'

/** A source that is no upload: its connection, with its secrets. */
export type ConnectedSpec<Connection extends OpenConnection = OpenConnection> = SourceSpec & { connection: Connection }

/** A statement ready to run: an untrusted one has passed the guard. */
export type EngineQuery = Pick<SourceQuery, 'sql' | 'params' | 'rowLimit' | 'timeoutMs'>

/**
 * One kind of network database. It runs in this process, over `Network` alone, read-only, within the query's deadline; a caller's abort ends the statement on the
 * server too. Pools are kept per `poolKey`. Every failure is a `Failure` whose message holds no driver text, but may name what the statement named.
 */
export type Engine<Connection extends OpenConnection = OpenConnection> = {
  /** Tries reach, sign_in, read_schema and read_only, in this order and up to the first that fails; a user who may write is told in `read_only`, and valid all the same. */
  validate(spec: ConnectedSpec<Connection>, signal: AbortSignal): Promise<SourceValidation>
  introspect(spec: ConnectedSpec<Connection>, signal: AbortSignal): Promise<SourceSchema>
  profile(spec: ConnectedSpec<Connection>, table: SourceTable, signal: AbortSignal): Promise<TableProfile>
  query(spec: ConnectedSpec<Connection>, query: EngineQuery, signal: AbortSignal): Promise<QueryResult>
  /** The schema all tables stand in when there is but one: a statement may name it. */
  schemaOf(connection: Connection): string | null
  close(): Promise<void>
}

export type EngineParts = {
  network: Network
  /** Whether connections outlive a call: not on Workers, where they belong to the request that opened them. */
  pooled: boolean
  /** Connections to one source at most: as many as it is used by at a time. */
  connections?: number
}

export const MOST_CONNECTIONS = 6

/** What a pool of connections is kept under: another connection or secret is another pool. Holds no secret. */
export const poolKey = (spec: SourceSpec): string => `${spec.id} ${spec.version}`

/** How an engine is found, with the dialect its statements are guarded in. Drivers are heavy: `open` imports them at first use. */
export type EngineEntry = { dialect: Exclude<Dialect, 'duckdb'>; open: (parts: EngineParts) => Promise<Engine> }
