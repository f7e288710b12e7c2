import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#test/database.ts'

const docs = join(import.meta.dirname, '../../docs')

test('the site is built of every page, and a link of a page leads to one', async () => {
  const outDir = temporaryFolder()
  vi.stubEnv('NODE_ENV', 'production')
  const { build } = await import('vitepress')
  // A dead link, or a page that is no template, fails the build. Without the scripts of the pages, which take most of its time.
  await build(docs, { outDir, mpa: 'true' })
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md') && !name.startsWith('.'))
  const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? ''
  for (const page of pages) {
    const html = join(outDir, page.replace(/\.md$/, '.html'))
    expect(existsSync(html), page).toBe(true)
    expect(/<h1[^>]*>/.test(readFileSync(html, 'utf8')), page).toBe(titleOf(readFileSync(join(docs, page), 'utf8')) !== '')
  }
  const opened = readFileSync(join(outDir, 'guides/first-question.html'), 'utf8')
  expect(opened).toContain('href="/guides/cli"')
})
