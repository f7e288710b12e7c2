import { gzipSync } from 'node:zlib'
import { SERVICES } from '#runtime/compose.ts'
import { ALL_IN_ONE_BYTES, buildWorker, ONE_SERVICE_BYTES } from '#test/runtimes/worker-bundle.ts'

/** Builds each Worker of `wrangler.toml` offline, and tells what a deployment of it weighs. */
const workers = [{ environment: '', limit: ALL_IN_ONE_BYTES }, ...SERVICES.map((environment) => ({ environment, limit: ONE_SERVICE_BYTES }))]
const kilobytes = (bytes: number) => Math.round(bytes / 1000)
const told = workers.map(({ environment, limit }) => {
  const { modules } = buildWorker(environment)
  const gzip = modules.reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0)
  return { worker: environment || 'all five services', 'kB gzip': kilobytes(gzip), 'limit kB': kilobytes(limit), fits: gzip <= limit }
})
console.table(told)
console.log(
  `worker bundle: ${told[0]?.['kB gzip']} kB gzip with all five services; largest of one: ${Math.max(...told.slice(1).map((row) => row['kB gzip']))} kB`,
)
if (told.some(({ fits }) => !fits)) process.exitCode = 1
