import { createHash } from 'node:crypto'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Failure } from '#domain/failure.ts'
import type { StoreFile, TableStore } from './store.ts'

const MAX_FILES = 200_000

/** The real path of what lies at `path` below the operator's folder. Fails with `invalid` for one outside it, a link that leads outside included, and `datasource_unreachable` for none. */
export async function realPathBelow(root: string | null, path: string, param: string): Promise<string> {
  if (root === null) {
    throw new Failure('source_unavailable_here', 'this deployment opens no folder of its own', {
      hint: 'the operator names one with DATASOURCE_FILE_ROOT',
      param,
    })
  }
  const base = await realpath(root).catch(() => null)
  if (base === null) throw new Failure('datasource_unreachable', 'the folder the operator opened is not there', { param })
  const asked = path.replace(/^file:\/\/(?=\/)/, '')
  if (asked.includes('\0') || asked.split(/[\\/]/).includes('..')) throw outside(param)
  // A path from the root is taken as it is, and as one below the folder when it is not in there.
  const absolute = asked === base || asked.startsWith(base + sep) || asked === root || asked.startsWith(root + sep)
  const found = await realpath(absolute ? asked : join(base, asked)).catch(() => null)
  if (found === null) throw new Failure('datasource_unreachable', 'there is nothing at the path of the data source', { param })
  if (found !== base && !found.startsWith(base + sep)) throw outside(param)
  return found
}

/** A store that is a folder: its files are read where they lie. */
export async function openFolderStore(root: string | null, path: string): Promise<TableStore> {
  const folder = await realPathBelow(root, path, 'connection.location')
  const inside = async (relative: string): Promise<string> => {
    const found = await realpath(join(folder, relative)).catch(() => null)
    if (found === null) throw new Failure('datasource_unreachable', 'a file of the table is missing')
    if (found !== folder && !found.startsWith(folder + sep)) throw outside('connection.location')
    return found
  }
  return {
    location: folder,
    async members(below) {
      const entries = await readdir(await inside(below), { withFileTypes: true })
      return {
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
        files: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
      }
    },
    async list(below) {
      const files: StoreFile[] = []
      const visit = async (relative: string): Promise<void> => {
        for (const entry of await readdir(await inside(relative), { withFileTypes: true })) {
          const path = relative === '' ? entry.name : `${relative}/${entry.name}`
          if (entry.isDirectory()) await visit(path)
          else if (entry.isFile()) {
            const found = await stat(join(folder, path))
            files.push({ path, size: found.size, tag: `${found.mtimeMs} ${found.size}` })
            if (files.length > MAX_FILES) throw new Failure('invalid', 'the folder holds too many files')
          }
        }
      }
      await visit(below)
      return files
    },
    bring: (file) => inside(file.path),
  }
}

/** What changes when the file does. */
export async function fileMark(path: string): Promise<string> {
  const found = await stat(path)
  return createHash('sha256').update(`${path} ${found.mtimeMs} ${found.size} ${found.ino}`).digest('hex')
}

function outside(param: string): Failure {
  return new Failure('invalid', 'the path leads outside the folder the operator opened', { param })
}
