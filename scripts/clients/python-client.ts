import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServiceDocument } from './merged-document.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/python')
const run = promisify(execFile)

/** What the client is generated with. */
export const GENERATOR = ['openapi-python-client==0.29.1']
/** Shapes the generator cannot hold, recursive or of many alternatives: they are objects of any members in Python. */
const OPEN = ['Arithmetic', 'ChartSpec', 'ChatPart', 'Filter', 'AnswerChange', 'SemanticQuery']

/** Writes the package of the Python client into `folder`. Fails with the operations the generator left out. `bin`: of an environment with `GENERATOR`. */
export async function writePythonClient(document: ServiceDocument, folder: string, bin: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(withOpenShapes(document)))
  const args = ['generate', '--path', file, '--config', join(source, 'generator.yaml'), '--meta', 'none', '--output-path', join(folder, 'querent_client')]
  const { stdout, stderr } = await run(join(bin, 'python'), ['-m', 'openapi_python_client', ...args], { maxBuffer: 1 << 26 })
  const left = `${stdout}${stderr}`.match(/^WARNING parsing .*Endpoint will not be generated/gm) ?? []
  if (left.length) throw new Error(`the generator left operations out:\n${left.join('\n')}`)
  rmSync(file)
  for (const name of ['pyproject.toml', 'README.md']) cpSync(join(source, name), join(folder, name))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

function withOpenShapes(document: ServiceDocument): ServiceDocument {
  const schemas = { ...document.components.schemas }
  for (const name of OPEN) if (schemas[name]) schemas[name] = { type: 'object', additionalProperties: true }
  return { ...document, components: { ...document.components, schemas } }
}
