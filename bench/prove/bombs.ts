import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveOf, sheetRows, workbookEntries } from '#test/fixtures/archive.ts'
import { HOSTILE_FILES } from '#test/fixtures/hostile-files.ts'
import { freePort } from '#test/free-port.ts'
import { startServer, treeOf } from '../processes.ts'
import { given, some } from '../smoke.ts'

/** Hostile files through `POST /files` of a service of its own: each is refused in words, in time, and no process grows by more than a bound. */
const MEMORY_MB = 256
const SECONDS = 10
const REFUSALS = new Set(['invalid', 'payload_too_large', 'unsupported_media_type'])
const [only] = given

const folder = mkdtempSync(join(tmpdir(), 'prove-bombs-'))
const port = await freePort()
const base = `http://127.0.0.1:${port}/api/v1/semantic`
const server = await startServer(
  process.execPath,
  ['runtime/node.ts', 'core', 'semantic'],
  { DATA_DIR: folder, PORT: String(port), WORKSPACE_PORT: 'off', LOG: 'off', APP_ENV: 'development', FIND_LOCAL_MODELS: 'false' },
  (output) => /qk_dev_\w+/.test(output) && /^ready$/m.test(output),
)
const key = /qk_dev_\w+/.exec(server.output())?.[0] ?? ''

/** Megabytes all processes of the service hold. */
function heldMb(): number {
  return treeOf(server.pid).reduce((sum, pid) => {
    try {
      return sum + Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
}

async function send(name: string, bytes: Uint8Array | string): Promise<{ status: number; code: string; message: string }> {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const response = await fetch(`${base}/files`, {
    method: 'POST',
    // Making the next file may take longer than the service keeps a connection, and keeps this process from hearing that it was closed.
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
    body: form,
    signal: AbortSignal.timeout(60_000),
  })
  const body = (await response.json()) as { error?: { code?: string; message?: string } }
  return { status: response.status, code: body.error?.code ?? '', message: body.error?.message ?? '' }
}

// What every kind of file costs once is not a bomb's doing.
const warm: [string, string | Uint8Array][] = [
  ['a.csv', `a,b\n${'1,x\n'.repeat(200_000)}`],
  ['a.json', '[{"a":1}]'],
  ['a.xlsx', archiveOf(workbookEntries({ S: sheetRows([['a'], ...Array.from({ length: 20_000 }, (_, index) => [index])]) }))],
]
let failed = 0
for (const [name, bytes] of some([...warm, ...warm], 2)) {
  const { status, message } = await send(name, bytes)
  if (status === 201) continue
  console.log(`a file in order was refused: ${name} ${message}`)
  failed++
}

let worstMb = 0
let worstSeconds = 0
let count = 0
for (const { what, name, bytes } of some(HOSTILE_FILES, 3)) {
  if (only && !new RegExp(only).test(what)) continue
  count++
  const content = await bytes()
  const before = heldMb()
  let peak = before
  const poll = setInterval(() => {
    peak = Math.max(peak, heldMb())
  }, 15)
  const started = performance.now()
  const reply = await send(name, content).catch((error) => ({ status: 0, code: '', message: String(error) }))
  const seconds = (performance.now() - started) / 1000
  clearInterval(poll)
  const grown = peak - before
  worstMb = Math.max(worstMb, grown)
  worstSeconds = Math.max(worstSeconds, seconds)
  const clear = reply.status >= 400 && reply.status < 500 && REFUSALS.has(reply.code) && reply.message !== '' && !reply.message.includes(folder)
  const good = clear && grown <= MEMORY_MB && seconds <= SECONDS
  if (!good) failed++
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${what.padEnd(46)} ${reply.status} ${`+${grown.toFixed(0)} MB`.padStart(8)} ${seconds.toFixed(2)} s  ${reply.code}: ${reply.message}`,
  )
}
// It still works.
const last = await send('after.csv', 'a,b\n1,2\n')
if (last.status !== 201) {
  console.log(`afterwards a file in order was refused: ${last.status} ${last.message}`)
  failed++
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
console.log(
  `bombs: ${count - failed} of ${count} refused, at most +${worstMb.toFixed(0)} MB (bound ${MEMORY_MB}) and ${worstSeconds.toFixed(1)} s (bound ${SECONDS})`,
)
process.exit(failed === 0 ? 0 : 1)
