import type { DuckDBConnection } from '@duckdb/node-api'
import { DATABASE, readContents } from '#connectors/files/stored.ts'
import { Failure } from '#domain/failure.ts'
import type { QueryResult, SourceQuery, SourceTable } from '#domain/semantics/sources/source.ts'
import type { DuckdbSource, StoredTable } from '../duckdb/database.ts'
import { literal } from '../quote.ts'
import { openSqlite, type SqliteSource } from '../sqlite/database.ts'
import { profileSqlite } from '../sqlite/profile.ts'
import { querySqlite } from '../sqlite/query.ts'
import { namesItsTables, tableNameOf, uniqueNames } from '../table-name.ts'
import type { Answers, Job, OpenSource, RunnerSettings } from './jobs.ts'
import type { Pour } from './row-pipe.ts'

/** Sources kept open in one process; the least recently used goes first. */
const MAX_OPEN = 8

export type Engines = {
  /** `pour` takes the rows of a query. */ run: (job: Job, pour?: Pour) => Promise<Answers[Job['kind']]>
  broken: () => boolean
}

/** Does the jobs inside the runner process. Each open source keeps its engine warm for the next job on it. */
export function createEngines(settings: RunnerSettings): Engines {
  const limits = { memoryBytes: settings.memoryMb * 1024 * 1024 * 0.6, threads: settings.threads }
  const open = new Map<string, Promise<SqliteSource | DuckdbSource>>()
  let parser: Promise<(sql: string) => Promise<string>> | undefined
  let broken = false

  async function reuse<S extends SqliteSource | DuckdbSource>(key: string, create: () => Promise<S>): Promise<S> {
    const found = (open.get(key) as Promise<S> | undefined) ?? create()
    open.delete(key)
    open.set(key, found)
    found.catch(() => open.delete(key))
    for (const [oldest, source] of open) {
      if (open.size <= MAX_OPEN) break
      open.delete(oldest)
      ;(await source).close()
    }
    return found
  }

  const sqlite = (source: OpenSource) => reuse(source.key, async () => openSqliteSource(source, limits.memoryBytes))

  /** Only the tables a statement may read become views: what it may not see is not there. */
  const duckdb = (source: OpenSource, only?: string[]) => {
    const wanted = only && [...new Set(only.map((name) => name.toLowerCase()))].sort()
    return reuse(`${source.key}\n${wanted?.join('\n') ?? '*'}`, async () => {
      const { openDuckdb } = await import('../duckdb/database.ts')
      return openDuckdb(async (connection) => {
        const stored = await findTables(connection, source, wanted)
        return wanted ? stored.filter(({ table }) => wanted.includes(table.name.toLowerCase())) : stored
      }, limits)
    })
  }

  async function runQuery(source: OpenSource, query: SourceQuery, pour: Pour | undefined): Promise<QueryResult> {
    if (source.type === 'sqlite') return querySqlite(await sqlite(source), query, pour)
    const [{ queryDuckdb }, { openParser }, { isFatal }] = await Promise.all([
      import('../duckdb/query.ts'),
      import('../duckdb/database.ts'),
      import('../duckdb/failures.ts'),
    ])
    parser ??= openParser()
    try {
      return await queryDuckdb(await duckdb(source, query.tables), await parser, query, pour)
    } catch (error) {
      broken ||= error instanceof Failure && isFatal(error.details.cause)
      throw error
    }
  }

  return {
    broken: () => broken,
    async run(job, pour) {
      if (job.kind === 'query') return runQuery(job.source, job.query, pour)
      if (job.kind === 'plan') return (await import('../lake/open-plan.ts')).openPlan(job)
      if (job.kind === 'ingest') {
        const { ingestFile } = await import('#connectors/files/ingest/ingest.ts')
        return ingestFile(job.directory, job.name, job.format, limits)
      }
      if (job.source.type === 'sqlite') {
        const source = await sqlite(job.source)
        return job.kind === 'profile' ? profileSqlite(source, job.table) : { dialect: 'sqlite', serverVersion: source.serverVersion, tables: source.tables }
      }
      const source = await duckdb(job.source)
      if (job.kind === 'profile') return (await import('../duckdb/profile.ts')).profileDuckdb(source, job.table)
      const { version } = await import('@duckdb/node-api')
      return { dialect: 'duckdb', serverVersion: version().replace(/^v/, ''), tables: source.tables }
    },
  }
}

async function openSqliteSource(source: OpenSource, memoryBytes: number): Promise<SqliteSource> {
  const [file] = source.files
  if (!file || source.files.length !== 1 || file.format !== 'sqlite') throw new Failure('invalid', 'a sqlite source is one SQLite file')
  await readContents(file.directory, file.name)
  return openSqlite(`${file.directory}/${DATABASE}`, memoryBytes)
}

async function findTables(connection: DuckDBConnection, source: OpenSource, wanted: string[] | undefined): Promise<StoredTable[]> {
  if (source.database !== undefined) return (await import('../duckdb/attached.ts')).attachDatabase(connection, source.database)
  if (!source.tables) return storedTables(source)
  const { openStagedTables } = await import('../duckdb/staged.ts')
  return openStagedTables(connection, wanted ? source.tables.filter(({ name }) => wanted.includes(name.toLowerCase())) : source.tables)
}

/** Every table of every file, under a name unique in the source; foreign keys follow the names within their own file. */
async function storedTables(source: OpenSource): Promise<StoredTable[]> {
  const files = await Promise.all(source.files.map(async (file) => ({ file, contents: await readContents(file.directory, file.name) })))
  const entries = files.flatMap(({ file, contents }) => contents.tables.map((stored) => ({ file, stored })))
  const names = uniqueNames(entries.map(({ file, stored }) => (namesItsTables(file.format) ? stored.name : tableNameOf(file.name))))
  return entries.map(({ file, stored }, index) => {
    const nameOf = (table: string) => names[entries.findIndex((entry) => entry.file === file && entry.stored.name === table)]
    const table: SourceTable = {
      name: names[index] ?? stored.name,
      schema: null,
      kind: 'table',
      comment: null,
      rowEstimate: stored.rows,
      columns: stored.columns.map((column) => ({ ...column, comment: null })),
      primaryKey: stored.primaryKey,
      foreignKeys: stored.foreignKeys.flatMap((key) => {
        const toTable = nameOf(key.toTable)
        return toTable === undefined ? [] : [{ ...key, toTable }]
      }),
    }
    const path = `${file.directory}/${stored.file}`
    return { table, from: `read_parquet(${literal(path)})`, paths: [path] }
  })
}
