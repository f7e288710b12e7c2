import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const MINUTES = 10

/** A Python environment with these packages of PyPI, made once and kept beside the project's own packages; why not, where it cannot be had. */
export async function pythonEnvironment(name: string, packages: string[]): Promise<{ bin: string } | { missing: string }> {
  const folder = join(root, 'node_modules/.cache', `${name}-${packages.join('-').replace(/[^\w.]+/g, '-')}`)
  const bin = join(folder, 'bin')
  if (existsSync(bin)) return { bin }
  const python = ['python3', 'python']
  const draft = `${folder}.${process.pid}`
  mkdirSync(dirname(draft), { recursive: true })
  try {
    await tried(python, ['-m', 'venv', draft])
    await run(join(draft, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages], { timeout: MINUTES * 60_000 })
    // Programs of an environment name the interpreter they were made for by its place, so it is called by that alone.
    renameSync(draft, folder)
    return { bin }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { stderr, message } = error as { stderr?: string; message: string }
    return { missing: (stderr || message).trim().split('\n').at(-1) ?? 'no Python' }
  }
}

async function tried(names: string[], args: string[]): Promise<void> {
  const [name, ...others] = names
  if (name === undefined) throw new Error('Python is not installed')
  try {
    await run(name, args)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    await tried(others, args)
  }
}
