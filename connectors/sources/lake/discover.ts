import { Failure } from '#domain/failure.ts'
import type { TableStore } from '../staged/store.ts'
import { tableNameOf, uniqueNames } from '../table-name.ts'

export type LakeFormat = 'delta' | 'iceberg'

const MAX_DEPTH = 3
const MAX_TABLES = 500
const MAX_FOLDERS = 2000
const MARKS: Record<LakeFormat, string> = { delta: '_delta_log', iceberg: 'metadata' }

/** The folders of a store that are tables, with the names they are served under: the store itself, or those below it. What lies inside a table is not looked at. */
export async function discoverTables(store: TableStore, format: LakeFormat, signal: AbortSignal): Promise<{ name: string; folder: string }[]> {
  const found: string[] = []
  let level = ['']
  let seen = 0
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = []
    for (const folder of level) {
      if (++seen > MAX_FOLDERS) throw new Failure('invalid', 'the location holds too many folders', { hint: 'name a folder nearer to the tables' })
      const { folders } = await store.members(folder, signal)
      if (await isTable(store, folder, folders, format, signal)) found.push(folder)
      else next.push(...folders.filter((name) => !name.startsWith('.') && !name.startsWith('_')).map((name) => (folder === '' ? name : `${folder}/${name}`)))
      if (found.length > MAX_TABLES) throw new Failure('invalid', `the location holds more than ${MAX_TABLES} tables`)
    }
    level = next
  }
  const own = store.location.slice(store.location.lastIndexOf('/') + 1)
  const bases = found.map((folder) => folder.slice(folder.lastIndexOf('/') + 1) || own)
  // Tables of one name in several folders are told apart by the folders' names.
  const plain = bases.map((base, index) =>
    bases.filter((other) => other.toLowerCase() === base.toLowerCase()).length > 1 ? (found[index] ?? base).replaceAll('/', '_') : base,
  )
  const names = uniqueNames(plain.map(tableNameOf))
  return found.map((folder, index) => ({ folder, name: names[index] ?? folder }))
}

async function isTable(store: TableStore, folder: string, folders: string[], format: LakeFormat, signal: AbortSignal): Promise<boolean> {
  const mark = MARKS[format]
  if (!folders.includes(mark)) return false
  if (format === 'delta') return true
  const { files } = await store.members(folder === '' ? mark : `${folder}/${mark}`, signal)
  return files.some((name) => /\.metadata\.json(\.gz)?$/.test(name))
}
