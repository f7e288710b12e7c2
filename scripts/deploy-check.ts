import { gzipSync } from 'node:zlib'
import { buildWorker } from '#test/runtimes/worker-bundle.ts'

const GOAL_BYTES = 1024 * 1024

const sizes = buildWorker('').modules.map(({ name, bytes }) => ({ module: name, bytes: bytes.length, gzip: gzipSync(bytes).length }))
console.table(sizes)
const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0)
console.log(`worker bundle: ${(total / 1024).toFixed(1)} KiB gzip (goal: at most ${GOAL_BYTES / 1024} KiB)`)
if (total > GOAL_BYTES) process.exitCode = 1
