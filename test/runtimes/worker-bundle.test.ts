import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildWorker, type WorkerBundle } from './worker-bundle.ts'

const NATIVE = /node_modules\/(?:@duckdb|libsql|@libsql\/[a-z]+-(?:x64|arm64)|hash-wasm|@hono\/node-server|better-sqlite3|bun|wrangler|ws)\//
/** Our own files that need a machine of their own. */
const LOCAL =
  /^(?:connectors\/(?:files\/disk|sources\/(?:local|serve|runner|sqlite|duckdb))|runtime\/(?:node|bun|serve|local|command|database|log-lines)|test|bench|scripts)\b/

let bundle: WorkerBundle

beforeAll(() => {
  bundle = buildWorker('')
})

test('leaves nothing to the runtime but what Workers have of their own', () => {
  expect(bundle.external.filter((path) => path !== 'cloudflare:workers' && !/^\.\/\w+-(?:argon2|blake2b)\.wasm$/.test(path))).toEqual([])
  const code = bundle.modules.map(({ name, bytes }) => (name.endsWith('.js') ? new TextDecoder().decode(bytes) : '')).join('\n')
  expect(code.match(/\b(?:from|import|require)\s*\(?\s*["']node:[^"']+/g) ?? []).toEqual([])
})

test('holds no native package and nothing that needs files, processes or threads', () => {
  expect(bundle.inputs.length).toBeGreaterThan(100)
  expect(bundle.inputs.filter((path) => NATIVE.test(path) || LOCAL.test(path))).toEqual([])
})

test('is at most 1 MiB when compressed', () => {
  expect(bundle.modules.reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0)).toBeLessThanOrEqual(1024 * 1024)
})
