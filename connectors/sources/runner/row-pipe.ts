import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { QueryResult, RowSink } from '#domain/semantics/sources/source.ts'
import type { PourSettings } from './jobs.ts'

/** The descriptor the rows of a result leave a runner by; its messages go another way. */
export const ROW_PIPE = 4
const PART_BYTES = 64 * 1024

/** Where an engine puts rows. */
export type Pour = PourSettings & {
  columns(columns: QueryResult['columns']): void
  /** One row as JSON. Answers false, and takes nothing, when the result would pass its bytes. */
  row(text: string): boolean
  /** Several rows as JSON in UTF-8, with separators between them; otherwise as `row`. */
  part(text: Uint8Array, rows: number): boolean
  readonly rowCount: number
}

/** Writes rows in parts of 64 KB. The reader's pace is the writer's: a full pipe holds it. `poured` answers the bytes written, after the last of them. */
export function openPour(settings: PourSettings, tell: (columns: QueryResult['columns']) => void): Pour & { poured(): number } {
  let part: string[] = []
  let size = 0
  let bytes = 0
  let rowCount = 0
  const flush = () => {
    if (part.length === 0) return
    const text = Buffer.from((bytes > 0 ? settings.separator : '') + part.join(settings.separator))
    bytes += writeWhole(text)
    part = []
    size = 0
  }
  return {
    ...settings,
    columns: tell,
    row(text) {
      if (bytes + size + text.length > settings.maxBytes) return false
      part.push(text)
      size += text.length + 1
      rowCount += 1
      if (size > PART_BYTES) flush()
      return true
    },
    part(text, rows) {
      flush()
      if (bytes + text.length > settings.maxBytes) return false
      if (bytes > 0) bytes += writeWhole(Buffer.from(settings.separator))
      bytes += writeWhole(text)
      rowCount += rows
      return true
    },
    get rowCount() {
      return rowCount
    },
    poured() {
      flush()
      return bytes
    },
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

function writeWhole(text: Uint8Array): number {
  for (let at = 0; at < text.length; ) {
    try {
      at += writeSync(ROW_PIPE, text, at)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 1)
    }
  }
  return text.length
}

/** The reading end: hands parts to a sink at the sink's pace. */
export type RowReader = {
  columns(columns: QueryResult['columns']): void
  /** Settles when all `poured` bytes were taken. */
  finish(poured: number): Promise<void>
  /** Whether the sink holds the rows up. */
  waits(): boolean
  /** Lets go of the pipe. */
  release(): void
}

export function readRows(pipe: Readable, sink: RowSink): RowReader {
  let received = 0
  let expected = Number.POSITIVE_INFINITY
  let taking: Promise<void> = Promise.resolve()
  let waits = false
  const whole = Promise.withResolvers<void>()
  const look = () => {
    if (received >= expected) void taking.then(whole.resolve)
  }
  const onData = (part: Buffer) => {
    received += part.length
    const took = sink.rows(part)
    if (took) {
      pipe.pause()
      waits = true
      taking = took.then(() => {
        waits = false
        pipe.resume()
      })
    }
    look()
  }
  return {
    columns(columns) {
      sink.columns(columns)
      pipe.on('data', onData)
      pipe.resume()
    },
    finish(poured) {
      expected = poured
      look()
      return whole.promise
    },
    waits: () => waits,
    release() {
      pipe.off('data', onData)
      pipe.pause()
    },
  }
}
