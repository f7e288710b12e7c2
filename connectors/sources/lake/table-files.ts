import { Failure } from '#domain/failure.ts'

/** A file of a table, by its path below the table's folder. `size` is `null` where only the store knows it. */
export type WantedFile = { path: string; size: number | null }

/** The files a plan still has to see. A plan is made again from the start when they are there: it is a function of what was read. */
export class FilesWanted extends Error {
  override name = 'FilesWanted'
  readonly files: WantedFile[]
  constructor(files: WantedFile[]) {
    super('files are wanted')
    this.files = files
  }
}

/** What a planner sees of a table: the names in its log or metadata folder, and the contents of the files that were brought. */
export type TableFiles = {
  names: string[]
  /** Every file at once, so that missing ones are asked for together. Throws `FilesWanted`. */
  read(files: WantedFile[]): Promise<Uint8Array[]>
}

/** A path as a log names it, below the table's folder `location`. Fails with `invalid` for one that leads outside. */
export function pathBelow(location: string, named: string, decode: (path: string) => string): string {
  const absolute = /^[a-z][a-z0-9+.-]*:\//i.test(named) || named.startsWith('/')
  const base = plainLocation(location)
  const whole = absolute ? plainLocation(decode(named)) : ''
  if (absolute && !whole.startsWith(`${base}/`)) throw outside()
  const path = absolute ? whole.slice(base.length + 1) : decode(named)
  if (path === '' || path.split('/').some((part) => part === '..' || part === '.' || part === '') || path.includes('\0')) throw outside()
  return path
}

/** `s3a://bucket/x/`, `s3://bucket/x` and `file:///x`, `/x` are two places, not four. */
function plainLocation(location: string): string {
  return location
    .replace(/^s3[an]?:\/\//i, 's3://')
    .replace(/^file:\/{1,3}/i, '/')
    .replace(/\/+$/, '')
}

function outside(): Failure {
  return new Failure('invalid', 'the table refers to files outside its own folder, which are not read')
}

/** Fails with the name of what a table needs and no reader here has. */
export function notRead(feature: string): Failure {
  return new Failure('invalid', `the table uses ${feature}, which is not read`)
}
