import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskFileStore } from '#connectors/files/disk.ts'
import { createSources } from '#connectors/sources/local.ts'
import { createRunnerPool, type RunnerPool } from '#connectors/sources/runner/pool.ts'
import type { Ports } from '#domain/context.ts'
import { temporaryFolder } from './database.ts'
import type { TestServer } from './harness.ts'

type Data = Pick<Ports, 'sources' | 'files'>

let pool: RunnerPool | undefined
let shared: Data | undefined

/** Query runners of this process, started once and ended with it. */
export function sharedRunners(): RunnerPool {
  if (pool) return pool
  const made = createRunnerPool({ size: 2, memoryMb: 384 })
  pool = made
  process.once('exit', () => {
    for (const pid of made.pids()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {}
    }
  })
  return made
}

/** The real file store and query runners over a folder of this process. */
export function realSources(): Data {
  if (shared) return shared
  const root = temporaryFolder()
  const runners = sharedRunners()
  shared = { sources: createSources(runners, { fileRoot: root }), files: createDiskFileStore({ root, pool: runners }) }
  return shared
}

/** A multipart body with one file. */
export function uploadOf(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new File([content], name))
  return form
}

export const chinook = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(import.meta.dirname, '../examples/chinook.sqlite')))

/** Uploads files as the caller and connects them as one data source; answers its id. */
export async function connectFiles(server: TestServer, files: Record<string, string | Uint8Array<ArrayBuffer>>, as = server.adminKey): Promise<string> {
  const ids: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const { body } = await server.request('POST /semantic/files', { as, raw: uploadOf(name, content) })
    ids.push(body.id)
  }
  const made = await server.request('POST /semantic/datasources', { as, body: { name: 'Data', type: 'file', connection: { file_ids: ids } } })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}

/** Runs an extraction of a data source to its end; answers the record. */
export async function extract(server: TestServer, datasourceId: string, options: Record<string, unknown> = {}) {
  const { body } = await server.request('POST /semantic/semanticextractions', { body: { datasource_id: datasourceId, ...options } })
  await server.querent.idle()
  return (await server.request(`GET /semantic/semanticextractions/${body.id}`)).body
}
