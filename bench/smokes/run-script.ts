import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SMOKES } from './smokes.ts'

export const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
export const fileOf = (name: string): string => /^node (?:--\S+ )*(\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? ''
export const named = (kind: string): string[] => Object.keys(SMOKES).filter((name) => SMOKES[name] === kind)
/** For all scripts of one process. */
export const LONGEST_MS = 900_000

/** Runs a script of Node's to its end; answers what it wrote. */
export function runScript(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS, killSignal: 'SIGKILL' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part))
    child.once('close', (code) => resolve({ code, output }))
  })
}

export const lastLines = (output: string): string => output.trim().split('\n').slice(-15).join('\n')
