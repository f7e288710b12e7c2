import { randomUUID } from 'node:crypto'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createDiskFileStore } from '#connectors/files/disk.ts'
import { createSources } from '#connectors/sources/local.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import type { CompiledQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { QueryResult, SourceSpec, TableProfile } from '#domain/semantics/sources/source.ts'
import { layerOfTables } from './layer-of-tables.ts'

const LARGEST = 2_000_000_000
const MOST_ROWS = 20

/** A file as a data source that nobody has described: its layer, and a way to run what was compiled for it. `close` removes all of it. */
export type FileSource = { layer: Layer; run(query: CompiledQuery): Promise<QueryResult>; close(): Promise<void> }

/** Takes in a file of any format uploads have. Fails as an upload does. */
export async function sourceOfFile(path: string): Promise<FileSource> {
  const root = mkdtempSync(join(tmpdir(), 'querent-ask-'))
  const pool = createRunnerPool({ size: 1, memoryMb: 512 })
  const close = async () => {
    await pool.close()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const { signal } = new AbortController()
    const body = (await openAsBlob(path)).stream() as ReadableStream<Uint8Array>
    const id = `fil_${randomUUID()}`
    const name = basename(path)
    const stored = await createDiskFileStore({ root, pool }).put({ id, name, body, maxBytes: LARGEST, signal })
    const { format, storageKey, sha256, size } = stored
    const type = format === 'sqlite' ? 'sqlite' : 'file'
    const spec: SourceSpec = { id: 'ds_ask', type, version: '1', files: [{ id, name, format, storageKey, sha256, size }], connection: null }
    const sources = createSources(pool, { fileRoot: root })
    const { tables, dialect } = await sources.introspect(spec, signal)
    const profiles = new Map<string, TableProfile>()
    for (const table of tables) profiles.set(table.name, await sources.profile(spec, table, signal))
    return {
      layer: layerOfTables(dialect, id, tables, profiles),
      run: ({ sql, params }) => sources.query(spec, { sql, params, rowLimit: MOST_ROWS, timeoutMs: 60_000, origin: 'compiler' }, signal),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
