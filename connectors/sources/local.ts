import { assertStored, storedDirectory } from '#connectors/files/stored.ts'
import { Failure } from '#domain/failure.ts'
import type { SourceCheck, SourceSpec, Sources, SourceValidation } from '#domain/semantics/source.ts'
import type { OpenSource } from './runner/jobs.ts'
import type { RunnerPool } from './runner/pool.ts'

const INTROSPECT_MS = 60_000
const PROFILE_MS = 120_000

/** `Sources` of everything that lies in files: uploads, and what `others` brings from elsewhere. */
export function createFileSources(uploads: Sources, others: Sources): Sources {
  const of = (spec: SourceSpec) => (uploads.serves(spec.type) ? uploads : others)
  return {
    serves: (type) => uploads.serves(type) || others.serves(type),
    validate: (spec, signal) => of(spec).validate(spec, signal),
    introspect: (spec, signal) => of(spec).introspect(spec, signal),
    profile: (spec, table, signal) => of(spec).profile(spec, table, signal),
    query: (spec, query, signal) => of(spec).query(spec, query, signal),
  }
}

/** `Sources` over uploaded files, every job in a process of the pool. `fileRoot` is the directory of the file store. */
export function createSources(pool: RunnerPool, options: { fileRoot: string }): Sources {
  const open = (spec: SourceSpec) => openSource(spec, options.fileRoot)
  return {
    serves: (type) => type === 'file' || type === 'sqlite',
    async introspect(spec, signal) {
      return pool.run({ kind: 'introspect', source: await open(spec) }, { timeoutMs: INTROSPECT_MS, signal })
    },
    async profile(spec, table, signal) {
      return pool.run({ kind: 'profile', source: await open(spec), table }, { timeoutMs: PROFILE_MS, signal })
    },
    async query(spec, query, signal) {
      return pool.run({ kind: 'query', source: await open(spec), query }, { timeoutMs: query.timeoutMs, signal })
    },
    validate: (spec, signal) => validate(pool, spec, options.fileRoot, signal),
  }
}

async function validate(pool: RunnerPool, spec: SourceSpec, fileRoot: string, signal: AbortSignal): Promise<SourceValidation> {
  const started = performance.now()
  const checks: SourceCheck[] = []
  const check = async <T>(name: SourceCheck['name'], run: () => Promise<{ value: T; message: string }>): Promise<T | null> => {
    const begun = performance.now()
    try {
      const { value, message } = await run()
      checks.push({ name, ok: true, message, latencyMs: Math.round(performance.now() - begun) })
      return value
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      checks.push({ name, ok: false, message: error.message, latencyMs: Math.round(performance.now() - begun) })
      return null
    }
  }
  const source = await check('reach', async () => ({ value: await openSource(spec, fileRoot), message: 'the files are stored' }))
  const schema = source && (await check('read_schema', () => readSchema(pool, source, signal)))
  if (schema) await check('read_only', async () => ({ value: true, message: 'the files are only ever read' }))
  return { valid: schema !== null, latencyMs: Math.round(performance.now() - started), serverVersion: schema?.serverVersion ?? null, readOnly: true, checks }
}

async function readSchema(pool: RunnerPool, source: OpenSource, signal: AbortSignal) {
  const value = await pool.run({ kind: 'introspect', source }, { timeoutMs: INTROSPECT_MS, signal })
  if (value.tables.length === 0) throw new Failure('invalid', 'the source has no table')
  return { value, message: value.tables.length === 1 ? '1 table' : `${value.tables.length} tables` }
}

/** The only place where a storage key becomes a path. */
async function openSource(spec: SourceSpec, fileRoot: string): Promise<OpenSource> {
  if (spec.files.length === 0) throw new Failure('invalid', 'the source names no file')
  const files = spec.files.map((file) => ({ name: file.name, format: file.format, directory: storedDirectory(fileRoot, file.storageKey) }))
  await Promise.all(files.map((file) => assertStored(file.directory, file.name)))
  return { key: JSON.stringify([spec.id, spec.version, spec.type, spec.files.map((file) => [file.storageKey, file.name])]), type: spec.type, files }
}
