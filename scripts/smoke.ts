import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run smoke [name…]`: every proof and bench of package.json at its smallest size, two at a time. Ends with 1 when one does not work. */
const AT_ONCE = 2
const LONGEST_MS = 180_000
const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const wanted = process.argv.slice(2)
const queue = Object.entries(scripts).filter(([name]) => /^(prove|bench):/.test(name) && (wanted.length === 0 || wanted.includes(name)))
const count = queue.length
const failed: string[] = []

function run(name: string, command: string): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now()
    const [, ...args] = command.split(' ')
    const child = spawn(process.execPath, [...args, '--smoke'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS, killSignal: 'SIGKILL' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.once('close', (code) => {
      const last = output.trim().split('\n').at(-1) ?? ''
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}: ${last.slice(0, 200)}`)
      if (code !== 0) {
        failed.push(name)
        console.log(output.trim().split('\n').slice(-12).join('\n'))
      }
      resolve()
    })
  })
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(...next)
  }),
)
console.log(`smoke: ${count - failed.length} of ${count} proofs and benches work${failed.length ? `; not ${failed.join(', ')}` : ''}`)
process.exit(failed.length ? 1 : 0)
