import { assertStored, storedDirectory } from '#connectors/files/stored.ts'
import { Failure } from '#domain/failure.ts'
import type { SourceCheck, SourceFile, SourceSpec, Sources, SourceValidation } from '#domain/semantics/sources/source.ts'
import { type OpenSource, queryJob } from './runner/jobs.ts'
import type { RunnerPool, RunOptions } from './runner/pool.ts'

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
    query: (spec, query, signal, sink) => of(spec).query(spec, query, signal, sink),
  }
}

/** The folder of an upload on this machine, with what frees it again. Fails with `datasource_unreachable` when it is gone. */
export type UploadFolders = (file: SourceFile, signal: AbortSignal) => Promise<{ directory: string; release: () => void }>

/** Uploads that lie on this machine, in the directory of the file store. */
export function foldersOn(fileRoot: string): UploadFolders {
  return async (file) => {
    const directory = storedDirectory(fileRoot, file.storageKey)
    await assertStored(directory, file.name)
    return { directory, release: () => {} }
  }
}

/** `Sources` over uploaded files, every job in a process of the pool. `fileRoot` is the directory of the file store, unless `folders` finds uploads. */
export function createSources(pool: RunnerPool, options: { fileRoot: string; folders?: UploadFolders }): Sources {
  const folders = options.folders ?? foldersOn(options.fileRoot)
  async function held<T>(spec: SourceSpec, signal: AbortSignal, run: (source: OpenSource) => Promise<T>): Promise<T> {
    const { source, release } = await openSource(spec, folders, signal)
    return run(source).finally(release)
  }
  return {
    serves: (type) => type === 'file' || type === 'sqlite',
    introspect: (spec, signal) =>
      held(spec, signal, (source) => pool.run({ kind: 'introspect', source }, { timeoutMs: INTROSPECT_MS, signal, asker: spec.asker })),
    profile: (spec, table, signal) =>
      held(spec, signal, (source) => pool.run({ kind: 'profile', source, table }, { timeoutMs: PROFILE_MS, signal, asker: spec.asker })),
    query: (spec, query, signal, sink) =>
      held(spec, signal, (source) =>
        pool.run(queryJob(source, query, sink), { timeoutMs: query.timeoutMs, signal, asker: spec.asker, ...(sink ? { sink } : {}) }),
      ),
    validate: (spec, signal) => validate(pool, spec, folders, signal),
  }
}

async function validate(pool: RunnerPool, spec: SourceSpec, folders: UploadFolders, signal: AbortSignal): Promise<SourceValidation> {
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
  const opened = await check('reach', async () => ({ value: await openSource(spec, folders, signal), message: 'the files are stored' }))
  const schema =
    opened &&
    (await check('read_schema', () => readSchema(pool, opened.source, { timeoutMs: INTROSPECT_MS, signal, asker: spec.asker })).finally(opened.release))
  if (schema) await check('read_only', async () => ({ value: true, message: 'the files are only ever read' }))
  return { valid: schema !== null, latencyMs: Math.round(performance.now() - started), serverVersion: schema?.serverVersion ?? null, readOnly: true, checks }
}

async function readSchema(pool: RunnerPool, source: OpenSource, options: RunOptions) {
  const value = await pool.run({ kind: 'introspect', source }, options)
  if (value.tables.length === 0) throw new Failure('invalid', 'the source has no table')
  return { value, message: value.tables.length === 1 ? '1 table' : `${value.tables.length} tables` }
}

async function openSource(spec: SourceSpec, folders: UploadFolders, signal: AbortSignal): Promise<{ source: OpenSource; release: () => void }> {
  if (spec.files.length === 0) throw new Failure('invalid', 'the source names no file')
  const found = await Promise.allSettled(spec.files.map((file) => folders(file, signal)))
  const held = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const release = () => {
    for (const one of held) one.release()
  }
  for (const one of found) {
    if (one.status === 'fulfilled') continue
    release()
    throw one.reason
  }
  const files = spec.files.map((file, index) => ({ name: file.name, format: file.format, directory: held[index]?.directory ?? '' }))
  const key = JSON.stringify([spec.id, spec.version, spec.type, spec.files.map((file) => [file.storageKey, file.name])])
  return { source: { key, type: spec.type, files }, release }
}
