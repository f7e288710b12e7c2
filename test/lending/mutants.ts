import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mistake } from './mistake.ts'
import { MISTAKES } from './mistakes.ts'

const root = join(import.meta.dirname, '../..')
const PARTS = ['apps', 'bench', 'charts', 'connectors', 'db', 'domain', 'examples', 'http', 'runtime', 'test', 'package.json']

export type Copy = { finds(mistake: Mistake, cases: number, seed: number): Promise<string | null>; remove(): void }

const LONGEST_MS = 1_800_000

/** A copy of the product in a temporary folder, in which one mistake at a time is made and the proof is run: `finds` tells in which graph it failed there. */
export function copyOfProduct(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'querent-mutants-'))
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    finds: async ({ scene, file, from, to }, cases, seed) => {
      const path = join(folder, file)
      const whole = readFileSync(path, 'utf8')
      writeFileSync(path, withMistake(whole, { file, from, to }))
      try {
        // A copy that does not start is no proof: it has to have shown a row too many.
        const printed = await printedIn(folder, [String(cases), String(seed), '--planted', `--first=${scene}`])
        return / [1-9]\d* beyond in /.test(printed) ? (/\(([^()]*)\)\n/.exec(printed)?.[1] ?? '') : null
      } finally {
        writeFileSync(path, whole)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function printedIn(folder: string, given: string[]): Promise<string> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const child = spawn(process.execPath, ['bench/prove/lending.ts', ...given], { cwd: folder, stdio: [...stdio], timeout: LONGEST_MS, killSignal: 'SIGKILL' })
    let text = ''
    child.stdout?.on('data', (part) => (text += part))
    child.once('close', () => resolve(text))
  })
}

function withMistake(whole: string, { file, from, to }: Pick<Mistake, 'file' | 'from' | 'to'>): string {
  if (whole.split(from).length !== 2) throw new Error(`${file} holds ${whole.split(from).length - 1} times: ${from}`)
  return whole.replace(from, () => to)
}

/** Fails where a mistake can no longer be planted, because the code it was made for changed. */
export function requirePlantable(): void {
  for (const mistake of MISTAKES) withMistake(readFileSync(join(root, mistake.file), 'utf8'), mistake)
}
