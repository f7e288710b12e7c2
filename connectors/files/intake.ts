import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunnerPool } from '#connectors/sources/runner/pool.ts'
import { Failure } from '#domain/failure.ts'
import type { FileStore, IngestedFile } from '#domain/semantics/sources/source.ts'
import { HEAD_BYTES, recogniseFormat } from './recognise.ts'
import { UPLOAD } from './stored.ts'

const INGEST_MS = 300_000
const STALE_MS = 24 * 3600 * 1000

type Upload = Parameters<FileStore['put']>[0]

export type IntakeOptions = {
  /** Where uploads are worked on. */
  incoming: string
  pool: RunnerPool
  ingestMs?: number
  /** Takes the finished folder of an upload to where it stays. */
  keep: (directory: string, storageKey: string, signal: AbortSignal) => Promise<void>
}

/** The way of an upload into a store: received into a folder of its own, read by a process of the pool, kept. Nothing is left of one that fails. */
export function createIntake({ incoming, pool, ingestMs = INGEST_MS, keep }: IntakeOptions): FileStore['put'] {
  let prepared: Promise<void> | undefined
  return async (upload) => {
    upload.signal.throwIfAborted()
    prepared ??= prepare(incoming)
    await prepared
    const storageKey = `f_${randomBytes(16).toString('hex')}`
    const directory = join(incoming, storageKey)
    await mkdir(directory, { mode: 0o700 })
    try {
      const received = await receive(upload, join(directory, UPLOAD))
      const format = recogniseFormat(received.head, upload.name)
      const ingested = await pool
        .run({ kind: 'ingest', directory, name: upload.name, format }, { timeoutMs: ingestMs, signal: upload.signal, asker: upload.asker })
        .catch((error) => Promise.reject(ingestFailure(error)))
      await keep(directory, storageKey, upload.signal)
      const tables: IngestedFile['tables'] = ingested.tables.map((table) => ({
        name: table.name,
        rows: table.rows,
        columns: table.columns.map(({ name, type }) => ({ name, type })),
      }))
      return { format, size: received.size, sha256: received.sha256, storageKey, tables, rejects: ingested.rejects, rejectedLines: ingested.rejectedLines }
    } finally {
      // A reader that was ended may have a file open for writing a moment longer.
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  }
}

/** Writes the body to a new file, counting what really arrives. */
async function receive(upload: Upload, path: string): Promise<{ size: number; sha256: string; head: Uint8Array }> {
  const reader = upload.body.getReader()
  const cancel = () => void reader.cancel(upload.signal.reason).catch(() => {})
  upload.signal.addEventListener('abort', cancel)
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW, 0o600)
  const hash = createHash('sha256')
  const head = Buffer.alloc(HEAD_BYTES)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      upload.signal.throwIfAborted()
      if (done) break
      if (size < HEAD_BYTES) head.set(value.subarray(0, HEAD_BYTES - size), size)
      size += value.byteLength
      if (size > upload.maxBytes) throw new Failure('payload_too_large', `the file is larger than ${upload.maxBytes} bytes`, { param: 'file' })
      hash.update(value)
      await writeAll(file, value)
    }
    if (size === 0) throw new Failure('invalid', 'the file is empty', { param: 'file' })
    await file.sync()
    return { size, sha256: hash.digest('hex'), head: head.subarray(0, Math.min(size, HEAD_BYTES)) }
  } catch (error) {
    // Not awaited: a source that never ends its cancelling must not hold the reply.
    void reader.cancel(error).catch(() => {})
    throw error
  } finally {
    upload.signal.removeEventListener('abort', cancel)
    await file.close()
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) written += (await file.write(bytes, written)).bytesWritten
}

/** A file that exhausts its reader is the caller's fault, not a failed query. */
function ingestFailure(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  if (error.code === 'query_timeout') return new Failure('payload_too_large', 'the file takes too long to read', { param: 'file', cause: error })
  if (error.code === 'query_memory_exceeded') return new Failure('payload_too_large', 'the file needs too much memory to read', { param: 'file', cause: error })
  if (error.code === 'query_failed') return new Failure('invalid', 'the file could not be read', { param: 'file', cause: error })
  return error
}

/** Makes the directories and clears what a crash left behind a day ago. */
async function prepare(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}
