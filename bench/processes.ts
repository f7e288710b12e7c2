import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KEPT_OUTPUT = 20_000

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    } catch {
      return []
    }
  })
}

/** A process and everything it started. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** CPU seconds (user and system) a process tree has used, from /proc; 10 ms grain. */
export const cpuSeconds = (pid: number): number =>
  treeOf(pid).reduce((sum, member) => {
    try {
      const fields = statOf(member)
      return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    } catch {
      return sum
    }
  }, 0)

function machine(): { busy: number; total: number } {
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').trim().split(/\s+/).slice(1, 9).map(Number)
  const total = fields.reduce((sum, value) => sum + value, 0)
  return { busy: (total - (fields[3] ?? 0) - (fields[4] ?? 0)) / TICKS_PER_SECOND, total: total / TICKS_PER_SECOND }
}

export type Measured<T> = { value: T; cpu: number; foreignPercent: number }

/** Runs `work` and tells the CPU seconds `pid`'s tree used meanwhile, and the share of the machine other processes took. */
export async function measured<T>(pid: number, work: () => Promise<T>): Promise<Measured<T>> {
  const before = { machine: machine(), cpu: cpuSeconds(pid), own: process.cpuUsage() }
  const value = await work()
  const after = { machine: machine(), cpu: cpuSeconds(pid), own: process.cpuUsage(before.own) }
  const cpu = after.cpu - before.cpu
  const ours = cpu + (after.own.user + after.own.system) / 1e6
  const foreign = Math.max(0, after.machine.busy - before.machine.busy - ours) / Math.max(0.01, after.machine.total - before.machine.total)
  return { value, cpu, foreignPercent: Math.round(foreign * 1000) / 10 }
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export type Server = { pid: number; output: () => string; stop(): Promise<void> }

/** Starts a server on one core of its own where `taskset` is to be had, and waits until `ready` answers true. */
export async function startServer(
  command: string,
  args: string[],
  environment: Record<string, string>,
  ready: (output: string) => Promise<boolean> | boolean,
  core: number | null = null,
): Promise<Server> {
  const pinned = core === null ? ([command, args] as const) : (['taskset', ['-c', String(core), command, ...args]] as const)
  const child: ChildProcess = spawn(pinned[0], pinned[1], { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-KEPT_OUTPUT)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const deadline = Date.now() + 60_000
  while (!(await ready(output))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Megabytes a process tree holds in memory; with `peak` the most it held since `forgetPeak`. */
export const residentMb = (pid: number, peak = false): number =>
  treeOf(pid).reduce((sum, member) => {
    try {
      const kilobytes = new RegExp(`${peak ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`).exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1]
      return sum + Number(kilobytes ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)

/** From now on the most a process tree holds is counted anew. */
export function forgetPeak(pid: number): void {
  for (const member of treeOf(pid)) {
    try {
      writeFileSync(`/proc/${member}/clear_refs`, '5')
    } catch {}
  }
}
