import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Failure } from '#domain/failure.ts'

const MAX_ENTRIES = 3_000
const MAX_ENTRY_BYTES = 256 * 1024 * 1024
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
const MAX_RATIO = 100
/** Below this much an entry may be as dense as it likes. */
const RATIO_FROM_BYTES = 1024 * 1024
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

type Entry = { method: number; compressed: number; size: number; offset: number }

/** A ZIP archive on disk. `read` inflates one entry as it streams and counts what really comes out: no more than the archive says of itself. */
export type Archive = { names: string[]; has(name: string): boolean; read(name: string): AsyncIterable<Uint8Array> }

/** Reads the list of entries. Fails with `invalid` for a damaged archive and `payload_too_large` for one with more than 3,000 of them. */
export async function openArchive(path: string): Promise<Archive> {
  const entries = await readDirectory(path)
  if ([...entries.values()].reduce((sum, { size }) => sum + size, 0) > MAX_TOTAL_BYTES) throw tooLarge('it unpacks to more than 1 GB')
  let total = 0
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw damaged()
      if (entry.size > MAX_ENTRY_BYTES) throw tooLarge('an entry unpacks to more than 256 MB')
      if (entry.size > RATIO_FROM_BYTES && entry.size > entry.compressed * MAX_RATIO) throw tooLarge('an entry unpacks to more than 100 times its size')
      let size = 0
      for await (const chunk of inflated(path, entry)) {
        size += chunk.byteLength
        total += chunk.byteLength
        if (size > entry.size) throw new Failure('invalid', 'an entry of the archive unpacks to more than it says', { param: 'file' })
        if (size > MAX_ENTRY_BYTES) throw tooLarge('an entry unpacks to more than 256 MB')
        if (total > MAX_TOTAL_BYTES) throw tooLarge('it unpacks to more than 1 GB')
        if (size > RATIO_FROM_BYTES && size > entry.compressed * MAX_RATIO) throw tooLarge('an entry unpacks to more than 100 times its size')
        yield chunk
      }
    },
  }
}

async function* inflated(path: string, entry: Entry): AsyncIterable<Uint8Array> {
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new Failure('invalid', 'the archive is encrypted or compressed in an unknown way', { param: 'file' })
  const start = await dataOffset(path, entry)
  if (entry.compressed === 0) return
  const raw = createReadStream(path, { start, end: start + entry.compressed - 1, highWaterMark: 64 * 1024 })
  if (entry.method === STORED) {
    yield* raw
    return
  }
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  // The loop below learns of an error from the stream itself.
  pipeline(raw, inflate, () => {})
  try {
    yield* inflate
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error)
  } finally {
    raw.destroy()
    inflate.destroy()
  }
}

/** The local header says again how long the name is, and may say otherwise than the directory. */
async function dataOffset(path: string, entry: Entry): Promise<number> {
  const file = await open(path, 'r')
  try {
    const header = await readAt(file, entry.offset, LOCAL_BYTES)
    if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged()
    return entry.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await file.close()
  }
}

async function readDirectory(path: string): Promise<Map<string, Entry>> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tailBytes = Math.min(size, END_BYTES + 65_535)
    const tail = await readAt(file, size - tailBytes, tailBytes)
    const end = lastIndexOf(tail, END_SIGNATURE)
    if (end < 0) throw damaged()
    const count = tail.readUInt16LE(end + 10)
    const bytes = tail.readUInt32LE(end + 12)
    const offset = tail.readUInt32LE(end + 16)
    if (count > MAX_ENTRIES) throw tooLarge(`it has ${count} entries; at most ${MAX_ENTRIES} are read`)
    if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > size) throw damaged()
    return parseDirectory(await readAt(file, offset, bytes), count)
  } finally {
    await file.close()
  }
}

function parseDirectory(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged()
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory
      .toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
    if (entries.has(name)) throw new Failure('invalid', 'the archive holds an entry twice', { param: 'file' })
    const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    entries.set(name, {
      method: encrypted ? -1 : directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  assertApart([...entries.values()])
  return entries
}

/** Entries that share their bytes unpack to many times what an archive holds. */
function assertApart(entries: Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted((left, right) => left.offset - right.offset)) {
    if (entry.offset < end) throw new Failure('invalid', 'entries of the archive overlap', { param: 'file' })
    end = entry.offset + LOCAL_BYTES + entry.compressed
  }
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, position)
  if (bytesRead < bytes) throw damaged()
  return buffer
}

function lastIndexOf(buffer: Buffer, signature: number): number {
  for (let at = buffer.length - END_BYTES; at >= 0; at--) if (buffer.readUInt32LE(at) === signature) return at
  return -1
}

function damaged(cause?: unknown): Failure {
  return new Failure('invalid', 'the archive is damaged', { param: 'file', cause })
}

function tooLarge(why: string): Failure {
  return new Failure('payload_too_large', `the archive is too large: ${why}`, { param: 'file' })
}
