import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDocument } from '#scripts/clients/documents.ts'
import type { ServiceDocument } from '#scripts/clients/merged-document.ts'
import { mergedDocument } from '#scripts/clients/merged-document.ts'
import { GENERATOR, writePythonClient } from '#scripts/clients/python-client.ts'
import { pythonEnvironment } from '#scripts/clients/python-environment.ts'
import { writeTypescriptClient } from '#scripts/clients/typescript-client.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { testServer } from '#test/harness.ts'
import { type LocalProcess, outputOf, startEntry } from '#test/runtimes/local-process.ts'

const root = join(import.meta.dirname, '../..')
const sample = join(root, 'examples/chinook.sqlite')
const ANSWER = 'Total revenue by country: USA is highest with 523.06'
const run = promisify(execFile)

let document: ServiceDocument

/** A deployment of its own for a client, which makes the same names as the other one. */
async function served(): Promise<{ env: Record<string, string>; end(): Promise<unknown> }> {
  const port = await freePort()
  const started: LocalProcess = startEntry('node', [], { PORT: String(port), LOG: 'off', WORKSPACE_PORT: 'off', FIND_LOCAL_MODELS: 'false' })
  await outputOf(started, /^ready$/m)
  const key = /^Admin API key: (qk_\S+)$/m.exec(started.output.stdout)?.[1] ?? ''
  const env = { PATH: process.env.PATH ?? '', QUERENT_URL: `http://127.0.0.1:${port}`, QUERENT_KEY: key }
  return {
    env,
    end: () => {
      started.child.kill('SIGTERM')
      return started.ended
    },
  }
}

const deployment: Awaited<ReturnType<typeof served>>[] = []
beforeAll(async () => {
  const server = await testServer()
  document = await currentDocument(server).finally(() => server.close())
})
afterAll(() => Promise.all(deployment.map(({ end }) => end())))

test('the one document has every path of the five, and refuses two of one name', () => {
  expect(Object.keys(document.paths).length).toBeGreaterThan(270)
  const other = structuredClone(document)
  other.components.schemas = { User: { type: 'string' } }
  expect(() => mergedDocument(new Map([['core', document] as const, ['llm', other] as const]))).toThrow('User of llm')
})

test('the TypeScript client is built of the documents, and its example compiles against it and runs', { timeout: 240_000 }, async () => {
  const folder = temporaryFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  await writeTypescriptClient(document, join(modules, 'querent-client'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser', '@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  cpSync(join(root, 'clients/typescript/example/ask.ts'), join(folder, 'ask.ts'))
  cpSync(join(root, 'clients/typescript/tsconfig.json'), join(folder, 'tsconfig.json'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const check = () => run(process.execPath, [join(root, 'clients/typescript/node_modules/typescript/bin/tsc'), '--noEmit'], { cwd: folder })
  await check()
  // Types that are not those of the documents do not compile.
  const example = readFileSync(join(folder, 'ask.ts'), 'utf8')
  writeFileSync(join(folder, 'ask.ts'), example.replace('datasource_ids: [source.id]', 'datasource_ids: source.id'))
  await expect(check()).rejects.toThrow()
  writeFileSync(join(folder, 'ask.ts'), example)
  const place = await served()
  deployment.push(place)
  const { stdout } = await run(process.execPath, ['ask.ts', sample], { cwd: folder, env: place.env })
  expect(stdout).toContain(ANSWER)
  expect(stdout).toContain('["USA",523.06]')
})

test('the Python client is built of the documents, and its example runs', { timeout: 600_000 }, async (context) => {
  const python = await pythonEnvironment('python-client', GENERATOR)
  if ('missing' in python) return context.skip(`no Python environment: ${python.missing}`)
  const folder = temporaryFolder()
  await writePythonClient(document, folder, python.bin)
  const place = await served()
  deployment.push(place)
  const env = { ...place.env, PYTHONPATH: folder }
  const { stdout } = await run(join(python.bin, 'python'), [join(root, 'clients/python/example/ask.py'), sample], { env })
  expect(stdout).toContain(ANSWER)
})

test('both packages are of the version of the project', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(JSON.parse(readFileSync(join(root, 'clients/typescript/package.json'), 'utf8')).version).toBe(version)
  expect(readFileSync(join(root, 'clients/python/pyproject.toml'), 'utf8')).toContain(`version = "${version}"`)
})
