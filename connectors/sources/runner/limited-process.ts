import { type ChildProcess, type SerializationType, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitCommand } from './memory.ts'

/** What is kept of the end of a process's standard error. */
const LAST_WORDS = 4_000

export type LimitedProcess = {
  child: ChildProcess
  exited: Promise<void>
  /** From the moment it is killed, or ends. */
  dead(): boolean
  kill(): void
  /** The end of what it wrote to its standard error. */
  lastWords(): string
}

export type LimitedProcessOptions = {
  execPath: string
  /** The module it runs; the folder of it is where it works. */
  module: URL
  /** Its only argument, as JSON. */
  settings: unknown
  memoryMb: number
  /** The most that JavaScript's old objects may take, in MB. */
  heapMb: number
  serialization: SerializationType
  /** A pipe beside the usual ones, number 4. */
  hasPipe?: boolean
  env?: Record<string, string>
}

/** Starts a module with this same runtime, a limit of memory, nothing of this process's environment, and standard input as its lifeline. */
export function startLimited({
  execPath,
  module,
  settings,
  memoryMb,
  heapMb,
  serialization,
  hasPipe = false,
  env = {},
}: LimitedProcessOptions): LimitedProcess {
  const command = [execPath, fileURLToPath(module), JSON.stringify(settings)]
  const child = spawn('/bin/sh', ['-c', limitCommand(memoryMb), 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', ...(hasPipe ? (['pipe'] as const) : [])],
    serialization,
    cwd: fileURLToPath(new URL('.', module)),
    env: { TZ: 'UTC', NODE_NO_WARNINGS: '1', NODE_OPTIONS: `--max-old-space-size=${heapMb}`, MALLOC_ARENA_MAX: '2', ...env },
  })
  let dead = false
  let lastWords = ''
  child.setMaxListeners(0)
  child.stdin?.on('error', () => {})
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('latin1')).slice(-LAST_WORDS)
  })
  const kill = () => {
    dead = true
    child.kill('SIGKILL')
  }
  const exited = new Promise<void>((resolve) => {
    const ended = () => {
      dead = true
      resolve()
    }
    child.once('exit', ended)
    child.once('error', ended)
  })
  return { child, exited, dead: () => dead, kill, lastWords: () => lastWords }
}

/** Whether a process that ended by itself mostly did so for want of memory: its runtime aborts, or the kernel kills it. */
export const ranOutOfMemory = ({ child, lastWords }: Pick<LimitedProcess, 'child' | 'lastWords'>): boolean =>
  child.signalCode === 'SIGKILL' || /out of memory|bad_alloc|heap limit|cannot allocate/i.test(lastWords())
