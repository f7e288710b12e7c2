import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONNECTIONS } from '#domain/semantics/sources/connections.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { outputOf, startEntry } from '#test/runtimes/local-process.ts'

const root = join(import.meta.dirname, '../..')
const guides = join(root, 'docs/guides')
/** Guides for people who begin: each block of `sh` is run here, one of `bash` needs what no test has (Docker, a cloud, a server of others). */
const WALKED = ['cli', 'connect', 'first-question', 'row-filters', 'semantic-layer']
const SHOWN = ['deploy', 'migrate']

const blocksOf = (guide: string, language: string): string[] =>
  [...readFileSync(join(guides, `${guide}.md`), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

/** Runs a script in a shell with what a reader of the guides has: a checkout, and `npx`. */
function shell(script: string, folder: string, env: Record<string, string>, input: string): Promise<{ code: number | null; output: string }> {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  // The services run already, and everything is installed.
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = querent ] || exit 99\nshift\n[ "$1" = start ] && exit 0\nexec "${process.execPath}" "${join(root, 'cli/querent.js')}" "$@"\n`,
    { mode: 0o755 },
  )
  writeFileSync(join(folder, 'guide.sh'), `set -euo pipefail\n${script}`)
  const { NODE_COMPILE_CACHE } = process.env
  const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
  const child = spawn('bash', ['guide.sh'], {
    cwd: folder,
    env: { ...env, ...compiled, PATH: `${bin}:${process.env.PATH}`, XDG_CONFIG_HOME: folder, HOME: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  // A script may end without having read it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

test.each(WALKED)('every command of %s.md does what it says', { timeout: 180_000 }, async (guide) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = startEntry('node', [], { PORT: String(port), LOG: 'off', FIND_LOCAL_MODELS: 'false', WORKSPACE_PORT: 'off' })
  try {
    await outputOf(started, /^ready$/m)
    const key = /^Admin API key: (qk_\S+)$/m.exec(started.output.stdout)?.[1] ?? ''
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'examples'))
    cpSync(join(root, 'examples/chinook.sqlite'), join(folder, 'examples/chinook.sqlite'))
    const script = blocksOf(guide, 'sh').join('\n').replaceAll('http://127.0.0.1:42010', url).replaceAll('qk_dev_…', key)
    expect(script).toContain('npx querent')
    // A guide that does not sign in follows one that does; and the usual port is left to others.
    const { code, output } = await shell(script, folder, { QUERENT_URL: url, ...(script.includes('querent login') ? {} : { QUERENT_KEY: key }) }, `${key}\n`)
    expect(code, output).toBe(0)
    if (guide === 'first-question') {
      expect(output).toContain('USA is highest with 523.06')
      expect(existsSync(join(folder, 'chart.png'))).toBe(true)
    }
    if (guide === 'row-filters') {
      expect(output).toContain('"Germany"')
      expect(output).not.toContain('"Brazil"')
    }
    if (guide === 'semantic-layer') expect(output).toContain('created 1, updated 0')
  } finally {
    started.child.kill('SIGTERM')
    await started.ended
  }
})

test('what no test can run is well formed, and names connections as they are', async () => {
  for (const guide of [...WALKED, ...SHOWN])
    for (const block of blocksOf(guide, 'bash')) {
      const folder = temporaryFolder()
      const { code, output } = await shell(`if false; then\n${block}\nfi`, folder, {}, '')
      expect([guide, code, output]).toEqual([guide, 0, ''])
    }
  const lines = blocksOf('connect', 'bash').join('').trim().split('\n')
  const tried = lines.map((line) => {
    const type = /--type (\w+)/.exec(line)?.[1] ?? /sources add (\w+):/.exec(line)?.[1] ?? ''
    const members = [...line.matchAll(/--set '?(\w+)=/g)].map(([, member = '']) => member)
    const shape = CONNECTIONS[type as keyof typeof CONNECTIONS]?.shape ?? {}
    expect([line, members.filter((member) => !(member in shape))]).toEqual([line, []])
    return type
  })
  expect(Object.keys(CONNECTIONS).filter((type) => !['file', 'sqlite', ...tried].includes(type))).toEqual([])
})

describe('links', () => {
  // Installed packages are not walked: other tests build in them meanwhile.
  const pagesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isWalked = entry.isDirectory() && folder !== '' && entry.name !== 'node_modules' && !entry.name.startsWith('.')
      return isWalked ? pagesIn(path) : entry.isFile() && path.endsWith('.md') ? [path] : []
    })
  const pages = ['', 'docs', 'clients'].flatMap(pagesIn)

  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[`*]/g, '')
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-')

  test('the pages were found', () => expect(pages.length).toBeGreaterThan(25))

  test.each(pages)('%s leads to what is there', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    const dead = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? join(root, page) : join(root, dirname(page), path)
      if (!existsSync(target)) return [relative(root, target)]
      if (anchor === undefined || !target.endsWith('.md')) return []
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading))
      return headings.includes(anchor) ? [] : [`${path}#${anchor}`]
    })
    expect(dead).toEqual([])
  })

  test('every guide is in the margin of the site', () => {
    const config = readFileSync(join(root, 'docs/.vitepress/config.ts'), 'utf8')
    const named = [...config.matchAll(/\['[^']+', '([\w-]+)'\]/g)].map(([, page]) => `${page}.md`)
    expect(named.toSorted()).toEqual(readdirSync(guides).toSorted())
  })
})
