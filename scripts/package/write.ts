import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writePackage } from './package.ts'

/** `npm run build:package`: the product as a package for npm and for images, in `dist/npm`. */
const root = join(import.meta.dirname, '../..')
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-workspace.ts'), '--if-needed'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
writePackage(join(root, 'dist/npm'), { workspace: join(root, 'dist/web') })
process.stdout.write(`${join(root, 'dist/npm')}\n`)
