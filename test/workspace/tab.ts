import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PASSWORD, ROLES, type Role } from './world.ts'

export type Look = { theme?: 'light' | 'dark'; width?: number; language?: string; reducedMotion?: boolean }

/** A browser of one person's: what it complained of, and what it asked of other hosts, is kept. */
export type Tab = {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught exceptions, breaches of the content security policy and requests to other hosts. */
  faults: string[]
  /** Responses that a journey provokes on purpose, such as a 412: the browser prints one line for each. */
  expect(...statuses: number[]): void
  close(): Promise<void>
}

const HEIGHT = 860
const NETWORK = /net::ERR_(?:CONNECTION|INTERNET|INCOMPLETE|EMPTY|ABORTED|NETWORK|HTTP2|FAILED)|Failed to fetch|ERR_FAILED/

export async function openTab(
  browser: Browser,
  origin: string,
  { theme = 'light', width = 1360, language = 'en-GB', reducedMotion = false }: Look = {},
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: HEIGHT },
    colorScheme: theme,
    locale: language,
    timezoneId: 'Europe/Berlin',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const faults: string[] = []
  const expected = new Set<number>()
  let mayFail = false
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))",
  )
  const watch = (page: Page) => {
    page.setDefaultTimeout(15_000)
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const status = Number(/status of (\d{3})/.exec(message.text())?.[1] ?? 0)
      if (expected.has(status) || (mayFail && NETWORK.test(message.text()))) return
      faults.push(`console: ${message.text()} ${message.location().url ?? ''}`)
    })
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('request', (request) => {
      const url = request.url()
      if (/^https?:/.test(url) && !url.startsWith(`${origin}/`)) faults.push(`asked of another host: ${url}`)
    })
  }
  context.on('page', watch)
  const page = await context.newPage()
  return {
    page,
    context,
    faults,
    expect: (...statuses) => {
      for (const status of statuses) {
        if (status === 0) mayFail = true
        expected.add(status)
      }
    },
    close: () => context.close(),
  }
}

/** By the form, as a person does. */
export async function signIn({ page }: Tab, role: Role, path = '/'): Promise<void> {
  await page.goto(path === '/' ? '/signin' : path)
  await page.getByLabel('E-mail').or(page.getByLabel('E-Mail')).fill(ROLES[role])
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/signin')
}
