import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** ClickHouse's engine as a package of Python's registry: 180 MB, for the tests and proofs that want the real one. */
const PACKAGE = 'chdb-core==26.9.0'

const folder = join(import.meta.dirname, '../node_modules/.cache/chdb')

if (!existsSync(folder)) {
  const half = `${folder}.${process.pid}`
  try {
    execFileSync(
      'python3',
      ['-m', 'pip', 'install', '-qq', '--no-deps', '--only-binary', ':all:', '--no-compile', '--disable-pip-version-check', '--target', half, PACKAGE],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: 180_000,
      },
    )
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    console.error(`ClickHouse's engine is not to be had here: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    process.exitCode = 1
  }
}
