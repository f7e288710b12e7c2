import { Failure } from '#domain/failure.ts'
import type { S3Connection } from '#domain/semantics/sources/connections.ts'
import type { FileFormat } from '#domain/semantics/sources/source.ts'
import { tableNameOf, uniqueNames } from '../table-name.ts'
import type { StoredObject } from './listing.ts'

type TextFormat = Exclude<FileFormat, 'xlsx' | 'sqlite'>
export type ObjectTable = { name: string; objects: (StoredObject & { format: TextFormat })[] }

const FORMATS: Record<string, TextFormat> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'ndjson',
  ndjson: 'ndjson',
  parquet: 'parquet',
  pq: 'parquet',
}
const MAX_TABLES = 500

/** The part of the keys that a listing has to begin with. */
export function listedPrefix(connection: S3Connection): string {
  const prefix = folderOf(connection.prefix)
  const starts = (connection.tables ?? []).map(({ pattern }) => pattern.slice(0, pattern.search(/\*|$/)))
  const [first = ''] = starts
  let length = starts.length > 0 ? first.length : 0
  for (const start of starts) while (!start.startsWith(first.slice(0, length))) length--
  return prefix + first.slice(0, length)
}

/** The tables the objects of a bucket make up: as named by patterns, else one for each file, or folder whose files are of one format. Objects of no known format are left out. */
export function objectTables(connection: S3Connection, objects: StoredObject[]): ObjectTable[] {
  const prefix = folderOf(connection.prefix)
  const below = objects.filter(({ key, size }) => key.startsWith(prefix) && size > 0 && !isHidden(key.slice(prefix.length)))
  const tables = connection.tables ? namedTables(connection.tables, below, prefix) : foundTables(below, prefix)
  if (tables.length > MAX_TABLES)
    throw new Failure('invalid', `the bucket holds ${tables.length} tables; at most ${MAX_TABLES} are served`, { hint: 'name a prefix or the tables' })
  return tables
}

/** The format of a key by its ending, compressed or not. */
export function formatOfKey(key: string): TextFormat | null {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(key)?.[1]?.toLowerCase() ?? ''
  const format = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined
  return format === undefined || (format === 'parquet' && key.endsWith('.gz')) ? null : format
}

function folderOf(prefix = ''): string {
  const bare = prefix.replace(/^\/+/, '')
  return bare === '' || bare.endsWith('/') ? bare : `${bare}/`
}

/** What writers leave beside their data: `_SUCCESS`, `.crc` files, `_delta_log/`. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('_') || part.startsWith('.'))
}

function namedTables(tables: NonNullable<S3Connection['tables']>, objects: StoredObject[], prefix: string): ObjectTable[] {
  const names = uniqueNames(tables.map(({ name }) => tableNameOf(name)))
  return tables.map(({ pattern, format }, index) => {
    const matches = matcherOf(pattern)
    const found = objects.filter(({ key }) => matches(key.slice(prefix.length)))
    const known = found.flatMap((object) => {
      const told = format ?? formatOfKey(object.key)
      return told ? [{ ...object, format: told }] : []
    })
    if (found.length > 0 && known.length === 0)
      throw new Failure('invalid', `the format of the files of ${names[index]} is not known by their ending`, { hint: 'name its format' })
    return { name: names[index] ?? '', objects: known }
  })
}

function matcherOf(pattern: string): (path: string) => boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  const expression = new RegExp(`^${source.replace(/(\.\*|\[\^\/\]\*)(?:\1)+/g, '$1')}$`, 's')
  return (path) => path.length <= 1024 && expression.test(path)
}

/** A file right below the prefix is a table; a folder's files are one when they are all of one format, and otherwise one each. */
function foundTables(objects: StoredObject[], prefix: string): ObjectTable[] {
  const folders = new Map<string, ObjectTable['objects']>()
  const single: ObjectTable['objects'] = []
  for (const object of objects) {
    const format = formatOfKey(object.key)
    if (!format) continue
    const path = object.key.slice(prefix.length)
    const slash = path.indexOf('/')
    const known = { ...object, format }
    if (slash < 0) single.push(known)
    else folders.set(path.slice(0, slash), [...(folders.get(path.slice(0, slash)) ?? []), known])
  }
  const grouped = [...folders].flatMap(([folder, members]) => {
    const isOne = new Set(members.map(({ format }) => format)).size === 1
    return isOne ? [{ name: folder, objects: members }] : members.map((member) => ({ name: `${folder}_${baseName(member.key)}`, objects: [member] }))
  })
  const all = [...single.map((object) => ({ name: baseName(object.key), objects: [object] })), ...grouped]
  const names = uniqueNames(all.map(({ name }) => tableNameOf(name)))
  return all.map((table, index) => ({ ...table, name: names[index] ?? table.name }))
}

function baseName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.gz$/i, '')
}
