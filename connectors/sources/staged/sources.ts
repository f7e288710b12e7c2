import { Failure } from '#domain/failure.ts'
import {
  type SourceCheck,
  type SourceQuery,
  type SourceSpec,
  type Sources,
  type SourceTable,
  type SourceValidation,
  tablesReadBy,
} from '#domain/semantics/sources/source.ts'
import { StoreFailure } from '../object-store/client.ts'
import { type OpenSource, queryJob } from '../runner/jobs.ts'
import { createStagedOpener, type StagedParts, type Wanted } from './open.ts'
import type { PreparedTable } from './prepare.ts'

const INTROSPECT_MS = 60_000
const PROFILE_MS = 120_000
/** Tables whose schema validation looks at, for it is given five seconds. */
const TRIED = 1

/** `Sources` of tables that are files in a bucket or a folder, and of DuckDB databases. Each call reads them as they are at its start. */
export function createStagedSources(parts: StagedParts): Sources {
  const { pool, stage, root } = parts
  const opener = createStagedOpener(parts)

  async function held<T>(spec: SourceSpec, wanted: Wanted, signal: AbortSignal, run: (source: OpenSource) => Promise<T>): Promise<T> {
    if (spec.type === 'duckdb') return run(await opener.openDatabase(spec))
    const hold = stage.hold()
    try {
      const tables = await opener.prepare(spec, wanted, hold, signal)
      return await run(await opener.open(spec, tables, hold, signal))
    } finally {
      hold.release()
    }
  }

  return {
    serves: (type) => ['s3', 'delta', 'iceberg'].includes(type) || (type === 'duckdb' && root !== null),
    async introspect(spec, signal) {
      if (spec.type === 'duckdb')
        return pool.run({ kind: 'introspect', source: await opener.openDatabase(spec) }, { timeoutMs: INTROSPECT_MS, signal, asker: spec.asker })
      const planned = stage.hold()
      const tables = await opener.prepare(spec, null, planned, signal).finally(() => planned.release())
      const found: SourceTable[] = []
      let serverVersion = ''
      for (const batch of batches(tables, stage.maxBytes / 2)) {
        const hold = stage.hold()
        try {
          const source = await opener.open(spec, batch, hold, signal)
          const schema = await pool.run({ kind: 'introspect', source }, { timeoutMs: INTROSPECT_MS, signal, asker: spec.asker })
          found.push(...schema.tables)
          serverVersion = schema.serverVersion
        } finally {
          hold.release()
        }
      }
      return { dialect: 'duckdb', serverVersion, tables: found }
    },
    profile: (spec, table, signal) =>
      held(
        spec,
        (name) => name === table.name,
        signal,
        (source) => pool.run({ kind: 'profile', source, table }, { timeoutMs: PROFILE_MS, signal, asker: spec.asker }),
      ),
    query: (spec, query, signal, sink) =>
      held(spec, mentionedIn(query), signal, (source) =>
        pool.run(queryJob(source, query, sink), { timeoutMs: query.timeoutMs, signal, asker: spec.asker, ...(sink ? { sink } : {}) }),
      ),
    validate: (spec, signal) => validate(spec, signal),
  }

  async function validate(spec: SourceSpec, signal: AbortSignal): Promise<SourceValidation> {
    const started = performance.now()
    const checks: SourceCheck[] = []
    const note = (name: SourceCheck['name'], ok: boolean, message: string, begun: number) =>
      checks.push({ name, ok, message, latencyMs: Math.round(performance.now() - begun) })
    const done = (valid: boolean, serverVersion: string | null = null): SourceValidation => ({
      valid,
      checks,
      readOnly: true,
      serverVersion,
      latencyMs: Math.round(performance.now() - started),
    })
    const hold = stage.hold()
    let begun = performance.now()
    let isReached = false
    try {
      await opener.assertReachable(spec)
      const copied = spec.type !== 'duckdb' && (spec.type === 's3' || /^s3/i.test((spec.connection as { location?: string } | null)?.location ?? ''))
      const tables = spec.type === 'duckdb' ? null : await opener.prepare(spec, null, hold, signal)
      const source = tables === null ? await opener.openDatabase(spec) : null
      note('reach', true, copied ? 'the store answers' : 'it is there', begun)
      if (copied) note('sign_in', true, 'the store takes the access key', begun)
      isReached = true
      begun = performance.now()
      if (tables?.length === 0) throw new Failure('invalid', 'the source has no table')
      const opened = source ?? (await opener.open(spec, smallest(tables ?? []), hold, signal))
      const schema = await pool.run({ kind: 'introspect', source: opened }, { timeoutMs: INTROSPECT_MS, signal, asker: spec.asker })
      const count = tables?.length ?? schema.tables.length
      if (count === 0) throw new Failure('invalid', 'the source has no table')
      note('read_schema', true, count === 1 ? '1 table' : `${count} tables`, begun)
      note('read_only', true, 'the files are only ever read', performance.now())
      return done(true, schema.serverVersion)
    } catch (error) {
      // Where no source may lead is refused, not tried.
      if (!(error instanceof Failure) || (error.code === 'invalid' && error.details.param !== undefined) || error.code === 'source_unavailable_here')
        throw error
      const fault = error instanceof StoreFailure ? error.fault : null
      if (isReached || fault === null) {
        if (!isReached && error.code === 'invalid') note('reach', true, 'it is there', begun)
        note(isReached || error.code === 'invalid' ? 'read_schema' : 'reach', false, error.message, begun)
      } else if (fault === 'sign_in') {
        note('reach', true, 'the store answers', begun)
        note('sign_in', false, error.message, begun)
      } else note('reach', false, error.message, begun)
      return done(false)
    } finally {
      hold.release()
    }
  }
}

const smallest = (tables: PreparedTable[]): PreparedTable[] => tables.toSorted((left, right) => left.bytes - right.bytes).slice(0, TRIED)

/** Groups that fit on disk together, in order. */
function batches(tables: PreparedTable[], maxBytes: number): PreparedTable[][] {
  const groups: PreparedTable[][] = []
  let room = 0
  for (const table of tables) {
    if (groups.length === 0 || table.bytes > room) {
      groups.push([])
      room = maxBytes
    }
    groups.at(-1)?.push(table)
    room -= table.bytes
  }
  return groups
}

/** A statement reads no table whose name it does not hold but those by which its rows are cut, so that only these are brought. */
function mentionedIn({ sql, tables, rowPredicates = [] }: SourceQuery): Wanted {
  const allowed = tables && new Set(tables.map((name) => name.toLowerCase()))
  const text = sql.toLowerCase()
  const isMentioned = (lower: string) => (allowed?.has(lower) ?? true) && (text.includes(lower) || text.includes(lower.replaceAll('"', '""')))
  const cutting = new Set(tablesReadBy(rowPredicates.filter(({ table }) => isMentioned(table.toLowerCase()))).map((name) => name.toLowerCase()))
  return (name) => isMentioned(name.toLowerCase()) || cutting.has(name.toLowerCase())
}
