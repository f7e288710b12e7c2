import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SERVICES } from '#runtime/compose.ts'
import { BUILT } from '#runtime/workspace/built.ts'
import { ALL_IN_ONE_BYTES, buildWorker, ONE_SERVICE_BYTES } from '#test/runtimes/worker-bundle.ts'

/** What a deployment may hold of static files: their number on the smallest plan, and the size of one. */
const MOST_FILES = 20_000
const LARGEST_FILE_BYTES = 25 * 1024 * 1024

const kilobytes = (bytes: number) => Math.round(bytes / 1000)
const sumOf = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0)

// Builds each Worker of `wrangler.toml` offline, and its static files first where they are older than their sources.
const workers = [{ environment: '', limit: ALL_IN_ONE_BYTES }, ...SERVICES.map((environment) => ({ environment, limit: ONE_SERVICE_BYTES }))]
const told: { worker: string; 'kB gzip': number; 'limit kB': number; fits: boolean }[] = []
for (const { environment, limit } of workers) {
  const gzip = sumOf((await buildWorker(environment)).modules.map(({ bytes }) => gzipSync(bytes).length))
  told.push({ worker: environment || 'all five services', 'kB gzip': kilobytes(gzip), 'limit kB': kilobytes(limit), fits: gzip <= limit })
}
console.table(told)

// What the platform takes no file of, by .assetsignore, is left out; it packs by itself.
const names = existsSync(BUILT) ? readdirSync(BUILT, { recursive: true, encoding: 'utf8' }) : []
const files = names.filter((name) => !/\.br$|(^|\/)[._]/.test(name) && statSync(join(BUILT, name)).isFile())
const sizes = files.map((name) => statSync(join(BUILT, name)).size)
const packed = sumOf(files.filter((name) => /\.(?:js|css|html)$/.test(name)).map((name) => gzipSync(readFileSync(join(BUILT, name))).length))
console.log(`static files: ${files.length} of at most ${MOST_FILES}, ${kilobytes(sumOf(sizes))} kB, the largest ${kilobytes(Math.max(0, ...sizes))} kB`)
console.log(`  scripts, styles and pages: ${kilobytes(packed)} kB gzip, loaded as they are needed; none of it counts as the Worker's`)
console.log(
  `worker bundle: ${told[0]?.['kB gzip']} kB gzip with all five services; largest of one: ${Math.max(...told.slice(1).map((row) => row['kB gzip']))} kB`,
)
if (told.some(({ fits }) => !fits) || files.length === 0 || files.length > MOST_FILES || Math.max(...sizes) > LARGEST_FILE_BYTES) process.exitCode = 1
