import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ENTRY = join(import.meta.dirname, '../cli/querent.js')

export type Ended = { code: number; out: string; err: string }
export type Line = { out(): string; kill(signal: NodeJS.Signals): void; ended: Promise<Ended> }
export type LineOptions = { env?: Record<string, string>; input?: string; folder?: string; entry?: string }

/** Runs `querent` with these arguments in a process of its own, with no setting but the given ones. */
export function querentLine(args: string[], { env = {}, input = '', folder, entry = ENTRY }: LineOptions = {}): Line {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [entry, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env }, ...(folder ? { cwd: folder } : {}) })
  const told = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      if (signal !== null) told.err += `ended by ${signal}`
      resolve({ code: code ?? -1, ...told })
    }),
  )
  return { out: () => told.out, kill: (signal) => child.kill(signal), ended }
}
