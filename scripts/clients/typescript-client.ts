import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServiceDocument } from './merged-document.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/typescript')
const SOURCES = ['client.ts', 'events.ts', 'index.ts', 'tsconfig.json']
const run = promisify(execFile)

/** Writes the package of the TypeScript client into `folder`: the types of the document, and what calls by them. Fails with what the compiler says. */
export async function writeTypescriptClient(document: ServiceDocument, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  // Below the package whose tools and dependencies it is built with.
  const work = join(source, 'node_modules/.build', String(process.pid))
  mkdirSync(work, { recursive: true })
  try {
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(document))
    for (const name of SOURCES) cpSync(join(source, name), join(work, name))
    const tool = (path: string, ...args: string[]) => run(process.execPath, [join(source, 'node_modules', path), ...args], { cwd: work })
    await tool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.d.ts', '--default-non-nullable=false')
    await tool('typescript/bin/tsc', '--outDir', folder).catch((error: { stdout?: string }) => {
      throw new Error(`the TypeScript client does not compile:\n${error.stdout}`, { cause: error })
    })
    cpSync(join(work, 'schema.d.ts'), join(folder, 'schema.d.ts'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version: document.info.version }, null, 2)}\n`)
  cpSync(join(source, 'README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
