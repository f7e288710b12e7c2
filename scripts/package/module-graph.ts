import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'

const root = join(import.meta.dirname, '../..')
/** A file of the project in a program: what is imported, and what is opened beside a module by `new URL`. */
const OURS = /(["'])((?:#|\.\.?\/)[\w./-]+?)\.(ts|js|json)\1/g
const PACKAGES = /(?:\bfrom|\bimport|\bimport\(|\bresolve\()\s*["'`]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"'`]*)?["'`]/g

export type ModuleGraph = {
  /** Each file by its path from the root, as JavaScript that names its like. */
  files: Map<string, string>
  /** The packages they name. */
  packages: Set<string>
}

/** Every file that the entries lead to, their types left out. */
export function moduleGraph(entries: string[]): ModuleGraph {
  const graph: ModuleGraph = { files: new Map(), packages: new Set() }
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (graph.files.has(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    const code = path.endsWith('.ts') ? javascriptOf(text) : text
    graph.files.set(
      path,
      code.replace(OURS, (_, quote, name, ending) => `${quote}${name}.${ending === 'ts' ? 'js' : ending}${quote}`),
    )
    if (path.endsWith('.json')) continue
    for (const [, , name = '', ending] of code.matchAll(OURS)) waiting.push(targetOf(path, `${name}.${ending}`))
    for (const [, name = ''] of code.matchAll(PACKAGES)) if (!name.startsWith('node:')) graph.packages.add(name)
  }
  return graph
}

const javascriptOf = (text: string): string =>
  transformSync(text, { loader: 'ts', format: 'esm', target: 'node22', tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } }).code

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : new URL(specifier, `file:///${path}`).pathname.slice(1)
