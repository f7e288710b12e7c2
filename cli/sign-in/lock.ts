import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { credentialsPath, type Env } from '../credentials.ts'

const AGAIN_MS = 50
/** Longer than the calls that are made under it may take; a lock that is older was left by a process that died. */
const STALE_MS = 60_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `work` while no other process changes the kept credentials. A signal to end waits, because a token renewed and not kept is lost. */
export async function locked<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const path = `${credentialsPath(env)}.lock`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  while (!taken(path)) await setTimeout(AGAIN_MS)
  let ending: NodeJS.Signals | null = null
  const wait = (signal: NodeJS.Signals) => {
    ending = signal
  }
  for (const signal of SIGNALS) process.on(signal, wait)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
    for (const signal of SIGNALS) process.off(signal, wait)
    if (ending !== null) process.kill(process.pid, ending)
  }
}

function taken(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > STALE_MS) rmSync(path, { force: true })
    return false
  }
}
