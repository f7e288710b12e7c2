import { readFileSync } from 'node:fs'

/** Megabytes of private memory a process holds, from /proc; null where there is none (only Linux has it). */
export function residentMb(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Hundredths of a second of processor time a process has taken, all its threads together, from /proc; null where there is none. */
export function processorTicks(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold anything; user and system time are the twelfth and thirteenth field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return null
  }
}

/** Kernel limits for a POSIX shell: writable private memory (a margin above the polled cap, for a burst between two polls) and the size of any file written. */
export function limitCommand(memoryMb: number): string {
  return `ulimit -d ${(memoryMb + 3072) * 1024} 2>/dev/null; ulimit -f ${8 * 1024 * 1024 * 2} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`
}
