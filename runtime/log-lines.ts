import { writeSync } from 'node:fs'
import type { LogEntry } from '#domain/context.ts'
import { logLine } from './log-line.ts'

export type LogLines = {
  log(entry: LogEntry): void
  /** Writes what is waiting at once: the last thing a process does. */
  flush(): void
}

/** What tells of nothing amiss is written after this time at the latest. */
const PATIENCE_MS = 20

/** JSON lines, handed to `write` several at once: a write costs more than the line. What tells of trouble is written at the end of its turn. */
export function createLogLines(write: (text: string) => void): LogLines {
  let waiting = ''
  let isUrgent = false
  const flush = () => {
    const text = waiting
    waiting = ''
    isUrgent = false
    if (text) write(text)
  }
  return {
    log(entry) {
      if (entry.level !== 'info' && !isUrgent) {
        isUrgent = true
        setImmediate(flush)
      } else if (!waiting) setTimeout(flush, PATIENCE_MS)
      waiting += `${logLine(entry)}\n`
    },
    flush,
  }
}

/** A writer to a file descriptor that returns when all is written, or when nobody reads any more. */
export function writerTo(descriptor: number): (text: string) => void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  return (text) => {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(descriptor, bytes, written)
      } catch (error) {
        const { code } = error as { code?: string }
        if (code === 'EPIPE') return
        if (code !== 'EAGAIN') throw error
        Atomics.wait(pause, 0, 0, 1)
      }
    }
  }
}
