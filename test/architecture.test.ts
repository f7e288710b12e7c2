import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, RULES, type SourceFile, violations } from './architecture.ts'
import { importCircles } from './import-circles.ts'
import { inlineWordLists } from './word-lists.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['apps', 'bench', 'charts', 'cli', 'connectors', 'db', 'domain', 'http', 'runtime', 'scripts', 'test', 'web']

const read = (path: string): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') })
const files = readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
  if (entry.isFile() && entry.name.endsWith('.ts')) return [read(entry.name)]
  if (!entry.isDirectory() || !FOLDERS.includes(entry.name)) return []
  const inside = readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((path) => `${entry.name}/${path.replaceAll('\\', '/')}`)
  return inside.filter((path) => /\.tsx?$/.test(path)).map(read)
})

test('the project was found', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.map(({ path }) => path)).toContain('runtime/compose.ts')
})

test.each(Object.keys(RULES))('%s', (rule) => {
  expect(violations(rule, files)).toEqual([])
})

test('no files import each other in a circle', () => {
  expect(importCircles(files.filter(({ path }) => !path.startsWith('test/')))).toEqual([])
  const planted = [
    { path: 'domain/a.ts', text: "import { b } from './b.ts'" },
    { path: 'domain/b.ts', text: "import { c } from '#domain/c.ts'" },
    { path: 'domain/c.ts', text: "const { a } = await import('./a.ts')" },
    { path: 'domain/d.ts', text: "import { a } from './a.ts'" },
    { path: 'domain/e.ts', text: "import type { f } from './f.ts'" },
    { path: 'domain/f.ts', text: "import { e } from './e.ts'" },
  ]
  expect(importCircles(planted)).toEqual([['domain/a.ts', 'domain/b.ts', 'domain/c.ts']])
})

test('an import is found however it is written', () => {
  const text = [
    "import 'a'",
    "import b from 'b'",
    "import type { C } from 'c'",
    'import {\n  d,\n  type D,\n} from "d"',
    "export { e } from 'e'",
    "const f = await import('f')",
    "// import g from 'g'",
    "/** import h from 'h' */",
  ].join('\n')
  expect(importsOf(text).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(importsOf(text).filter(({ typeOnly }) => typeOnly)).toEqual([{ specifier: 'c', typeOnly: true }])
})

test('names of code, endings, pairs and named word classes are no word lists', () => {
  const allowed = [
    "type Kind = 'old' | 'new' | 'other'",
    "const kinds: Kind[] = ['filter', 'value', 'time']",
    "const operators = ['greater_than', 'less_or_equal', 'equals']",
    "const isVerb = /(?:ed|ing|en)$/.test(word) || ['and', ','].includes(next) || word === 'of'",
    "const between = wordSet(determiners, copulas, 'own than')",
    'const query = { measures: [], dimensions: [], having: [] }',
    "reading.ask('What is the number of tracks?')",
  ].join('\n')
  expect(inlineWordLists({ path: 'domain/analyst/clauses/a.ts', text: allowed })).toEqual([])
  expect(inlineWordLists({ path: 'domain/analyst/lexicon/english/a.ts', text: "wordSet('and or but')" })).toEqual([])
})

describe('each rule finds what it forbids', () => {
  const forbidden: Record<string, SourceFile[]> = {
    'imports follow the direction of the folders': [
      { path: 'domain/a.ts', text: "import { x } from '#http/reply.ts'" },
      { path: 'connectors/a/b.ts', text: "import { x } from '#apps/core/app.ts'" },
      { path: 'db/a.ts', text: "import { x } from '#domain/failure.ts'" },
      { path: 'apps/core/a.ts', text: "const x = await import('#runtime/compose.ts')" },
      { path: 'http/a.ts', text: "import { x } from '../connectors/files/disk.ts'" },
      { path: 'runtime/a.ts', text: "import { x } from '#test/harness.ts'" },
      { path: 'charts/a.ts', text: "import { x } from '#domain/failure.ts'" },
      { path: 'domain/a.ts', text: "import { x } from '#charts/theme.ts'" },
      { path: 'web/a.ts', text: "import { x } from '#domain/failure.ts'" },
    ],
    'an app imports no other app': [{ path: 'apps/llm/a.ts', text: "import { x } from '#apps/core/groups.ts'" }],
    'every outgoing call goes by the network policy': [
      { path: 'connectors/a/b.ts', text: "import { connect } from 'node:net'" },
      { path: 'connectors/sources/safe-fetch.ts', text: "import { request } from 'node:https'" },
      { path: 'runtime/a.ts', text: "const { fetch } = await import('undici')" },
      { path: 'apps/core/a.ts', text: 'const reply = await globalThis.fetch(url)' },
    ],
    'the domain knows no runtime, framework or vendor': [
      { path: 'domain/a.ts', text: "import { x } from 'node:fs'" },
      { path: 'domain/a.ts', text: "import { x } from 'hono'" },
      { path: 'domain/a.ts', text: "import { x } from '@ai-sdk/provider'" },
      { path: 'domain/query/a.ts', text: "import { x } from 'jose'" },
    ],
    'charts know Vega and nothing else': [{ path: 'charts/a.ts', text: "import { z } from 'zod'" }],
    'what runs on every runtime uses nothing of one': [
      { path: 'http/a.ts', text: "import { x } from 'node:crypto'" },
      { path: 'domain/a.ts', text: "const x = Buffer.from('x')" },
    ],
    'the environment is read where it becomes settings': [{ path: 'connectors/a/b.ts', text: 'const key = process.env.KEY' }],
    'imports across folders begin with #, and name the file whole': [
      { path: 'apps/core/a.ts', text: "import { x } from '../../http/reply.ts'" },
      { path: 'apps/core/a.ts', text: "import { x } from './b'" },
    ],
    'a file can be read at one sitting': [{ path: 'http/a.ts', text: 'x\n'.repeat(301) }],
    'no file only passes on others': [
      { path: 'http/index.ts', text: '' },
      { path: 'http/a.ts', text: "export * from './b.ts'" },
    ],
    'names say what is inside': [
      { path: 'http/utils.ts', text: '' },
      { path: 'domain/common/a.ts', text: '' },
      { path: 'domain/fooBar.ts', text: '' },
    ],
    'no check is silenced': [
      { path: 'http/a.ts', text: '// @ts-expect-error: x' },
      { path: 'http/a.ts', text: '// biome-ignore lint: x' },
    ],
    'words of a language stand in the lexicon of the analyst': [
      { path: 'domain/analyst/clauses/a.ts', text: "const joints = new Set(['and', 'or', 'but'])" },
      { path: 'domain/analyst/ranks/a.ts', text: "if (['is', 'are', ','].includes(word) || ['the', 'a', 'an'].includes(word)) take()" },
      { path: 'domain/analyst/values/a.ts', text: "const verbs = 'sell buy order'.split(' ')" },
      { path: 'domain/analyst/reading/a.ts', text: "const more = wordSet(determiners, 'each every', 'both')" },
      { path: 'domain/analyst/conditions/times/a.ts', text: 'const isPast = /(?:ed|sent|paid|sold)$/.test(word)' },
      { path: 'domain/analyst/relations/a.ts', text: "const isBe = new RegExp('^(?:is|are|was)$')" },
      { path: 'domain/analyst/clauses/a.ts', text: "const ends = new Map([['last', 'max'], ['newest', 'max'], ['first', 'min']])" },
      { path: 'domain/analyst/clauses/a.ts', text: "const ends = new Map(Object.entries({ last: 'max', newest: 'max', first: 'min' }))" },
    ],
    'only entries have a default export': [{ path: 'http/a.ts', text: 'export default 1' }],
  }

  test.each(Object.keys(RULES))('%s', (rule) => {
    const wrong = forbidden[rule] ?? []
    expect(wrong.length).toBeGreaterThan(0)
    expect(wrong.filter((file) => violations(rule, [file]).length === 0)).toEqual([])
  })
})
