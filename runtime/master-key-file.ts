import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMasterKey } from '#domain/access/master-keys.ts'

/**
 * The master key of a deployment that was given none, in the form of `QUERENT_MASTER_KEYS`: made once into `master.key` of `folder`, for the owner's
 * eyes only. Of several processes starting together one makes it and all read the same.
 */
export function masterKeyFile(folder: string): string {
  const path = join(folder, 'master.key')
  const known = readIfThere(path)
  if (known !== null) return known
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${newMasterKey()}\n`, { mode: 0o400, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
