import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleGraph } from './module-graph.ts'

const root = join(import.meta.dirname, '../..')
/** What a person or a platform starts. */
export const ENTRIES = ['cli/main.ts', 'runtime/node.ts', 'scripts/signin-link.ts']
const BESIDE = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  'examples/chinook.sqlite',
  'examples/CHINOOK-LICENSE.md',
  'runtime/word-vectors/words.bin',
  'runtime/word-vectors/LICENSES.md',
  'runtime/word-vectors/SCOWL-COPYRIGHT.txt',
]

type Manifest = { imports: Record<string, string | Record<string, string>>; dependencies: Record<string, string> } & Record<string, unknown>

/** Writes the product into `folder` as Node runs it without compiling: JavaScript, the built workspace, and a manifest of what it needs at run time. */
export function writePackage(folder: string, { workspace }: { workspace: string | null }): void {
  rmSync(folder, { recursive: true, force: true })
  const { files } = moduleGraph(ENTRIES)
  for (const [path, code] of files) {
    const target = join(folder, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    if (path !== 'package.json') writeFileSync(target, path === 'cli/main.ts' ? `#!/usr/bin/env node\n${code}` : code)
  }
  chmodSync(join(folder, 'cli/main.js'), 0o755)
  for (const name of BESIDE) cpSync(join(root, name), join(folder, name))
  if (workspace) cpSync(workspace, join(folder, 'dist/web'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))), null, 2)}\n`)
}

/** The manifest of the package: of compiled files, without what develops it. */
function manifestOf({ imports, ...manifest }: Manifest): object {
  const { name, version, description, license, type, dependencies } = manifest
  return {
    ...{ name, version, description, license, type },
    engines: { node: '>=22.12' },
    bin: { querent: 'cli/main.js' },
    imports: Object.fromEntries(Object.entries(imports).map(([from, to]) => [compiled(from), compiled(typeof to === 'string' ? to : (to.default ?? ''))])),
    dependencies,
  }
}

const compiled = (path: string): string => path.replace(/\.ts$/, '.js')
