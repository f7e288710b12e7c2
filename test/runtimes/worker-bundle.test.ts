import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#runtime/compose.ts'
import { ALL_IN_ONE_BYTES, buildWorker, ONE_SERVICE_BYTES, type WorkerBundle } from './worker-bundle.ts'

const NATIVE = /node_modules\/(?:@duckdb|libsql|@libsql\/[a-z]+-(?:x64|arm64)|hash-wasm|@hono\/node-server|better-sqlite3|bun|wrangler|ws)\//
/** Our own files that need a machine of their own. */
const LOCAL =
  /^(?:connectors\/(?:files\/disk|sources\/(?:local|serve|runner|sqlite|duckdb|safe-connect|safe-fetch)(?:\/|\.ts))|runtime\/(?:node|bun|serve|local|command|database|log-lines)|test|bench|scripts)\b/

let bundle: WorkerBundle

beforeAll(async () => {
  bundle = await buildWorker('')
}, 240_000)

/** What the runtime itself brings: its own modules, those of Node it has under `nodejs_compat`, and WebAssembly. */
const PROVIDED = /^(?:cloudflare:(?:workers|sockets)|\.\/\w+-(?:argon2|blake2b|libpg-query|sqlparser_rs_wasm_bg)\.wasm)$/
const OF_NODE = /^(?:node:)?(?:buffer|crypto|diagnostics_channel|events|net|process|stream|string_decoder|timers|tls|url|util|zlib)$/
/** Named and not used: mysql2 colours what it prints with the one where it is there, the loader of libpg-query reads its file with the other on Node. */
const OPTIONAL = ['cardinal', 'node:fs']

test('leaves nothing to the runtime but what Workers have of their own', () => {
  expect(bundle.external.filter((path) => !PROVIDED.test(path) && !OF_NODE.test(path) && !OPTIONAL.includes(path))).toEqual([])
})

test('holds no native package and nothing that needs files, processes or threads', () => {
  expect(bundle.inputs.length).toBeGreaterThan(100)
  expect(bundle.inputs.filter((path) => NATIVE.test(path) || LOCAL.test(path))).toEqual([])
})

const compressed = ({ modules }: WorkerBundle) => modules.reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0)

test('is at most what a paid plan allows when compressed', () => {
  expect(compressed(bundle)).toBeLessThanOrEqual(ALL_IN_ONE_BYTES)
})

test.each(SERVICES)('of the service %s alone is at most what the smallest plan allows', { timeout: 240_000 }, async (service) => {
  const alone = await buildWorker(service)
  expect(alone.external.filter((path) => !PROVIDED.test(path) && !OF_NODE.test(path) && !OPTIONAL.includes(path))).toEqual([])
  expect(compressed(alone)).toBeLessThanOrEqual(ONE_SERVICE_BYTES)
  const others = SERVICES.filter((name) => name !== service)
  expect(alone.inputs.filter((path) => others.some((name) => path.startsWith(`apps/${name}/`)))).toEqual([])
})
