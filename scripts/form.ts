import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `node scripts/form.ts [types]`: lint and types side by side, or the types alone. What each says is told when all have ended; one that fails ends this with 1. */
const TYPED = ['.', 'charts', 'web', 'web/embed']

const root = join(import.meta.dirname, '..')
const { resolve } = createRequire(import.meta.url)
const program = (name: string, bin: string): string => join(dirname(resolve(`${name}/package.json`)), bin)
const isShown = process.stdout.isTTY

type Check = { name: string; args: string[] }
const lint: Check = { name: 'lint', args: [program('@biomejs/biome', 'bin/biome'), 'check', ...(isShown ? ['--colors=force'] : []), '.'] }
const types = TYPED.map((project): Check => {
  const args = [program('typescript', 'bin/tsc'), '--noEmit', '-p', project, ...(isShown ? ['--pretty'] : [])]
  return { name: `types of ${project}`, args }
})

/** What a check wrote, and whether it found nothing. */
function run({ args }: Check): Promise<{ isFine: boolean; output: string }> {
  return new Promise((ended, failed) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', failed)
    child.once('close', (code) => ended({ isFine: code === 0, output }))
  })
}

const checks = process.argv[2] === 'types' ? types : [...types, lint]
const outcomes = await Promise.all(checks.map(async (check) => ({ ...check, ...(await run(check)) })))
for (const { name, isFine, output } of outcomes) {
  if (!isFine) process.exitCode = 1
  console.log(`${isFine ? 'found nothing' : 'FAILED'}: ${name}${output.trim() === '' ? '' : `\n${output.trim()}`}`)
}
