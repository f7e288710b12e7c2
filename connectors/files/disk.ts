import { open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RunnerPool } from '#connectors/sources/runner/pool.ts'
import type { FileStore } from '#domain/semantics/sources/source.ts'
import { createIntake } from './intake.ts'
import { storedDirectory } from './stored.ts'

/** A file store in a directory of this machine. An upload is worked on in `.incoming` and appears under its key only when all of it is on disk. */
export function createDiskFileStore(options: { root: string; pool: RunnerPool; ingestMs?: number }): FileStore {
  const root = resolve(options.root)
  return {
    put: createIntake({
      ...options,
      incoming: join(root, '.incoming'),
      async keep(directory, storageKey) {
        await rename(directory, storedDirectory(root, storageKey))
        await flushDirectory(root)
      },
    }),
    async delete(storageKey) {
      await rm(storedDirectory(root, storageKey), { recursive: true, force: true })
    },
  }
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().catch(() => {})
  await directory.close()
}
