import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Ports } from '#domain/context.ts'

const root = join(import.meta.dirname, '../..')
/** In the built folder: what it was built of. */
export const STAMP = '.sources'
export const BUILT = join(root, 'dist/web')

const isSource = (path: string): boolean => !/\.test\.tsx?$|(^|\/)(node_modules|\.|test\/)/.test(path)

/** What the workspace is made of: its own files, and the chart engine it shares with the services. */
const SOURCES = ['web', 'charts']
/** The workspace's own entry, and that of the embedded page; either may be built without the other. */
const PARTS = ['web/vite.config.ts', 'web/embed/page.ts']

/** A text that differs when a source of the workspace, or a package it is built with, does; `null` where there are no sources. */
export function sourcesOf(project = root): string | null {
  if (!PARTS.some((part) => existsSync(join(project, part)))) return null
  const hash = createHash('sha256')
  for (const name of SOURCES.filter((name) => existsSync(join(project, name)))) {
    const folder = join(project, name)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    for (const path of paths.filter(isSource).toSorted()) hash.update(`${name}/${path}\0`).update(readFileSync(join(folder, path)))
  }
  const lock = join(project, 'package-lock.json')
  if (existsSync(lock)) hash.update(readFileSync(lock))
  return hash.digest('hex')
}

/**
 * The folder of the built workspace. It is built first where it is missing or its sources differ from those it was built of, in a process of its own, in
 * seconds and without a network. Where the tools for it are not installed what is there is served; `null` when nothing is.
 */
export async function builtWorkspace(log: Ports['log']): Promise<string | null> {
  const sources = sourcesOf()
  const there = existsSync(join(BUILT, STAMP)) ? BUILT : null
  if (sources === null || (there && stampOf() === sources)) return there
  if (!canBuild()) return there
  const started = performance.now()
  const { code, said } = await build()
  if (code === 0) log({ level: 'info', message: 'the workspace was built', duration_ms: Math.round(performance.now() - started) })
  else log({ level: 'error', message: 'the workspace could not be built', cause: said.slice(-4000) })
  return existsSync(join(BUILT, STAMP)) ? BUILT : null
}

function stampOf(): string | null {
  const path = join(BUILT, STAMP)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function canBuild(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite/package.json')
    return true
  } catch {
    return false
  }
}

function build(): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'scripts/build-workspace.ts')], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('error', (error) => resolve({ code: 1, said: String(error) }))
    child.once('close', (code) => {
      process.off('exit', end)
      resolve({ code, said })
    })
  })
}
