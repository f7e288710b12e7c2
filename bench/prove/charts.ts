/**
 * Draws 410 charts (every kind over nulls, negatives, one row, 5,000 rows, long, right-to-left and Chinese labels, a century) in Chromium, Node, Bun and
 * workerd, and holds each runtime's scales and marks against Node's; then gives each runtime specs that try to reach out, and counts who comes.
 *
 *   npm run prove:charts            # -- --smoke: every 40th chart on Node and Bun
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { ChartSpec } from '#domain/charts/chart-spec.ts'
import { chartCases } from '#test/charts/cases.ts'
import { hostileSpecs } from '#test/charts/hostile.ts'
import type { drawAll } from '#test/charts/summarise.ts'
import { freePort } from '#test/free-port.ts'

type Drawn = Awaited<ReturnType<typeof drawAll>>

/** Labels of an axis that may lie over another: one in a hundred. */
const MOST_OVERLAPPING = 0.01
const CHROMIUM = '/usr/bin/chromium'

const isSmoke = process.argv.includes('--smoke')
const step = isSmoke ? 40 : 1
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'querent-charts-'))
const run = promisify(execFile)
const MEGABYTES = 64_000_000

let visits = 0
const lure = createServer((_request, reply) => {
  visits++
  reply.end('[{"a":1}]')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => lure.once('listening', resolve))
const url = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/lure`

async function onProcess(command: string): Promise<Drawn> {
  const { stdout } = await run(command, [join(import.meta.dirname, 'charts-here.ts'), String(step), url], { cwd: root, maxBuffer: MEGABYTES })
  return JSON.parse(stdout)
}

/** One script for a runtime that loads none from packages. */
async function bundle(code: string, conditions: string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions,
    external: ['canvas'],
  })
  return outputFiles[0]?.text ?? ''
}

const CALL = `drawAll(${step}, ${JSON.stringify(url)})`
const IMPORT = "import { drawAll } from '#test/charts/summarise.ts'\n"

async function onWorkerd(): Promise<Drawn> {
  writeFileSync(
    join(folder, 'worker.js'),
    await bundle(`${IMPORT}export default { fetch: async () => Response.json(await ${CALL}) }`, ['workerd', 'worker', 'browser']),
  )
  const port = await freePort()
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-10-01", globalOutbound = "internet")),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`
  writeFileSync(join(folder, 'config.capnp'), config)
  const workerd: string = createRequire(import.meta.url)('workerd').default
  const child = spawn(workerd, ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    for (let tries = 0; ; tries++) {
      try {
        const reply = await fetch(`http://127.0.0.1:${port}/`)
        return (await reply.json()) as Drawn
      } catch (error) {
        if (tries > 100 || child.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** In a page that allows its own scripts and nothing else. */
async function onChromium(): Promise<Drawn> {
  const script = await bundle(`${IMPORT}${CALL}.then((drawn) => fetch('/told', { method: 'POST', body: JSON.stringify(drawn) }))`, ['browser'])
  const told = Promise.withResolvers<Drawn>()
  const site = createServer((request, reply) => {
    if (request.url === '/told') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part)).on('end', () => told.resolve(JSON.parse(Buffer.concat(parts).toString())))
      reply.end()
    } else if (request.url === '/script.js') {
      reply.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    } else {
      // Whatever reaches out is let through, to be counted.
      reply.setHeader('content-security-policy', "default-src *; script-src 'self'; style-src 'self'").setHeader('content-type', 'text/html; charset=utf-8')
      reply.end('<!doctype html><title>charts</title><script type="module" src="/script.js"></script>')
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--user-data-dir=${join(folder, 'profile')}`]
  const child = spawn(CHROMIUM, [...flags, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`], { stdio: 'ignore' })
  const late = setTimeout(() => told.reject(new Error('Chromium told nothing in five minutes')), 300_000)
  try {
    return await told.promise
  } finally {
    clearTimeout(late)
    child.kill('SIGKILL')
    site.close()
    site.closeAllConnections()
  }
}

const faults: string[] = []

function judge(runtime: string, { summaries, drawn }: Drawn, first: Drawn): void {
  for (const [at, summary] of summaries.entries()) {
    const told = first.summaries[at]
    if (summary.error) faults.push(`${runtime}: ${summary.name}: ${summary.error}`)
    else if (summary.marks === 0) faults.push(`${runtime}: ${summary.name}: blank`)
    else if (summary.marks !== told?.marks) faults.push(`${runtime}: ${summary.name}: ${summary.marks} marks, on Node ${told?.marks}`)
    else if (summary.scales.join() !== told.scales.join())
      faults.push(`${runtime}: ${summary.name}: ${summary.scales.join('; ')}, on Node ${told.scales.join('; ')}`)
  }
  for (const name of drawn) faults.push(`${runtime}: drew ${name}`)
}

const places: [string, () => Promise<Drawn>][] = [
  ['Node', () => onProcess(process.execPath)],
  ['Bun', () => onProcess(join(root, 'node_modules/.bin/bun'))],
]
if (!isSmoke) {
  places.push(['workerd', onWorkerd])
  if (existsSync(CHROMIUM)) places.push(['Chromium', onChromium])
  else console.log('no Chromium at /usr/bin/chromium: three runtimes')
}
let first: Drawn | null = null
let hostile = 0
try {
  for (const [runtime, draw] of places) {
    const drawn = await draw()
    first ??= drawn
    hostile = drawn.hostile
    judge(runtime, drawn, first)
    console.log(`${runtime}: ${drawn.summaries.length} charts, ${drawn.summaries.reduce((sum, { marks }) => sum + marks, 0)} marks`)
  }
} finally {
  lure.close()
  rmSync(folder, { recursive: true, force: true })
}

for (const { name, spec } of hostileSpecs(url)) if (ChartSpec.safeParse(spec).success) faults.push(`a spec that may be stored: ${name}`)
const labels = first?.summaries.reduce((sum, summary) => sum + summary.labels, 0) ?? 0
const overlapping = first?.summaries.reduce((sum, summary) => sum + summary.overlapping, 0) ?? 0
if (overlapping > labels * MOST_OVERLAPPING) faults.push(`${overlapping} of ${labels} labels lie over another`)
if (visits > 0) faults.push(`${visits} requests were sent`)
for (const fault of faults.slice(0, 60)) console.log(fault)
console.log(
  `${chartCases.length / step} charts × ${places.length} runtimes: ${faults.length} faults, ${overlapping} of ${labels} labels over another; ${hostile} hostile specs refused: ${visits} requests`,
)
process.exitCode = faults.length > 0 ? 1 : 0
