import { gzipSync } from 'node:zlib'
import { buildWorker } from '#test/runtimes/worker-bundle.ts'

/** What the smallest plan of Workers takes. */
const LIMIT_BYTES = 3_000_000

const sizes = buildWorker('').modules.map(({ name, bytes }) => ({ module: name, bytes: bytes.length, gzip: gzipSync(bytes).length }))
console.table(sizes)
const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0)
console.log(`worker bundle: ${(total / 1000).toFixed(0)} kB gzip (limit: ${LIMIT_BYTES / 1000} kB)`)
if (total > LIMIT_BYTES) process.exitCode = 1
