import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '#test/database.ts'
import type { Mistake } from './mistake.ts'
import { MISTAKES } from './mistakes.ts'

const root = join(import.meta.dirname, '../..')

const LONGEST_MS = 1_800_000

/**
 * Runs the proof in a process in which one file of the product is read with a mistake, and tells in which graph it failed there; null where it did not. No file is
 * changed: the others come as they are, compiled before.
 */
export async function findsMistake({ scene, ...planted }: Mistake, cases: number, seed: number): Promise<string | null> {
  const path = join(root, planted.file)
  const hook = join(temporaryFolder(), 'plant.mjs')
  writeFileSync(hook, planting(pathToFileURL(path).href, withMistake(readFileSync(path, 'utf8'), planted)))
  // A product that does not start is no proof: it has to have shown a row too many, and to have read the file.
  const printed = await printedBy(hook, [String(cases), String(seed), '--planted', `--first=${scene}`])
  if (!printed.includes(READ)) return null
  return / [1-9]\d* beyond in /.test(printed) ? (/\(([^()]*)\)\n/.exec(printed)?.[1] ?? '') : null
}

const READ = 'read with a mistake'

/** A module that gives another source of one file. */
const planting = (url: string, source: string): string => `import ${JSON.stringify(pathToFileURL(join(root, 'runtime/quick-resolution.ts')).href)}
import { registerHooks } from 'node:module'
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context)
    if (asked !== ${JSON.stringify(url)}) return loaded
    console.log(${JSON.stringify(READ)})
    return { ...loaded, source: ${JSON.stringify(source)} }
  },
})
`

function printedBy(hook: string, given: string[]): Promise<string> {
  return new Promise((resolve) => {
    const args = ['--import', pathToFileURL(hook).href, 'bench/prove/lending.ts', ...given]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: LONGEST_MS, killSignal: 'SIGKILL' })
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
