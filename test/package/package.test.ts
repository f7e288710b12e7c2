import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moduleGraph } from '#scripts/package/module-graph.ts'
import { ENTRIES, writePackage } from '#scripts/package/package.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { querentLine } from '#test/querent-line.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Named in a manifest for others: a version that several share, what Workers are built with, and what is only asked whether it is there. */
const FOR_OTHERS = ['@ai-sdk/provider', 'ai', 'argon2-wasm-edge']
const ASKED_FOR = ['vite']

test('what runs needs the production packages, all of them and no other', () => {
  const { packages } = moduleGraph([...ENTRIES, 'runtime/bun.ts'])
  const needed = [...packages].filter((name) => !ASKED_FOR.includes(name))
  expect(needed.filter((name) => !manifest.dependencies[name])).toEqual([])
  expect(Object.keys(manifest.dependencies).filter((name) => !needed.includes(name))).toEqual(FOR_OTHERS)
})

test('the package starts, is asked, and stops, as Node runs what is installed', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder()
  // Where npm puts it: Node compiles no TypeScript there.
  const installed = join(folder, 'node_modules/querent')
  writePackage(installed, { workspace: null })
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  mkdirSync(join(folder, 'data'))
  const port = await freePort()
  const entry = join(installed, JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).bin.querent)
  const started = querentLine(['start', '--port', String(port), '--data', join(folder, 'data')], {
    folder,
    entry,
    env: { LOG: 'off', FIND_LOCAL_MODELS: 'false' },
  })
  let over = false
  void started.ended.then(() => {
    over = true
  })
  while (!over && !/^ready$/m.test(started.out())) await new Promise((resolve) => setTimeout(resolve, 50))
  const env = { QUERENT_URL: `http://127.0.0.1:${port}`, QUERENT_KEY: /^Admin API key: (qk_\S+)$/m.exec(started.out())?.[1] ?? '' }
  const sample = join(installed, 'examples/chinook.sqlite')
  expect((await querentLine(['sources', 'add', sample, '--name', 'Music shop', '--model', 'music'], { entry, env }).ended).code).toBe(0)
  const answer = await querentLine(['ask', 'What is the total revenue per country?', '-o', 'csv'], { entry, env }).ended
  expect(answer.out).toContain('"USA",523.06')
  started.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
  expect(existsSync(join(installed, 'cli/cli.test.js'))).toBe(false)
})
