import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { type Look, openTab, signIn } from './tab.ts'
import type { Role, World } from './world.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Screen = { name: string; as: Role | null; path: string; open?: (page: Page) => Promise<void> }

/** Every screen, and the states of it that people meet first. */
export const screensOf = ({ source, session, chart, dashboard, consent }: World): Screen[] => [
  { name: 'sign-in', as: null, path: '/signin' },
  { name: 'forgotten password', as: null, path: '/forgot' },
  { name: 'choose a password', as: null, path: '/password#qi_example' },
  { name: 'no token', as: null, path: '/password' },
  { name: 'unsubscribe', as: null, path: '/unsubscribe#qu_example' },
  { name: 'new session', as: 'maker', path: '/' },
  { name: 'session', as: 'maker', path: `/sessions/${session}` },
  { name: 'sessions', as: 'maker', path: '/sessions' },
  { name: 'palette', as: 'maker', path: '/sessions', open: (page) => page.keyboard.press('Control+K') },
  { name: 'shortcuts', as: 'maker', path: '/data', open: (page) => page.keyboard.press('?') },
  { name: 'data', as: 'maker', path: '/data' },
  { name: 'data, nothing yet', as: 'newcomer', path: '/data' },
  { name: 'add data source', as: 'maker', path: '/data/new' },
  ...['general', 'filters', 'descriptions', 'hierarchies', 'model', 'verified', 'operations'].map(
    (tab): Screen => ({ name: `data source ${tab}`, as: 'admin', path: `/data/${source}/${tab}` }),
  ),
  { name: 'row filter dialog', as: 'admin', path: `/data/${source}/filters`, open: (page) => page.getByRole('button', { name: 'Add row filter' }).click() },
  { name: 'charts', as: 'maker', path: '/analytics/charts' },
  { name: 'chart', as: 'maker', path: `/analytics/charts/${chart}` },
  { name: 'chart editor', as: 'maker', path: `/analytics/charts/${chart}?edit=true` },
  { name: 'dashboards', as: 'maker', path: '/analytics/dashboards' },
  { name: 'dashboard', as: 'maker', path: `/analytics/dashboards/${dashboard}` },
  ...['users', 'groups', 'settings', 'sign-in', 'models', 'prompts', 'jobs', 'webhooks', 'mails', 'usage', 'budgets', 'audit'].map(
    (tab): Screen => ({ name: `administration ${tab}`, as: 'admin', path: `/admin/${tab}` }),
  ),
  { name: 'job dialog', as: 'admin', path: '/admin/jobs', open: (page) => page.getByRole('button', { name: 'Add job' }).click() },
  { name: 'webhook dialog', as: 'admin', path: '/admin/webhooks', open: (page) => page.getByRole('button', { name: 'Add webhook' }).click() },
  { name: 'rows of a table', as: 'admin', path: `/data/${source}/descriptions?view=rows` },
  { name: 'dashboard editor', as: 'maker', path: `/analytics/dashboards/${dashboard}?edit=true` },
  {
    name: 'share dialog',
    as: 'maker',
    path: `/analytics/dashboards/${dashboard}`,
    open: (page) => page.getByRole('button', { name: 'Share', exact: true }).click(),
  },
  { name: 'user dialog', as: 'admin', path: '/admin/users', open: (page) => page.getByRole('button', { name: 'Invite or add a user' }).click() },
  ...['profile', 'preferences', 'security', 'readings', 'jobs', 'webhooks'].map(
    (tab): Screen => ({ name: `account ${tab}`, as: 'maker', path: `/account/${tab}` }),
  ),
  { name: 'an app asks', as: 'maker', path: consent },
  { name: 'no such page', as: 'maker', path: '/nowhere' },
]

export type ScreenFault = { screen: string; look: string; what: string }

/** Opens each screen in a look, has axe-core judge it, and takes its picture. */
export async function judgeScreens(browser: Browser, world: World, look: Look, folder: string, only?: string): Promise<ScreenFault[]> {
  const named = `${look.theme} ${look.width}`
  const faults: ScreenFault[] = []
  for (const role of [null, 'maker', 'newcomer', 'admin'] as const) {
    const screens = screensOf(world).filter((screen) => screen.as === role && (!only || screen.name.includes(only)))
    if (screens.length === 0) continue
    const tab = await openTab(browser, world.origin, { ...look, reducedMotion: true })
    try {
      if (role) await signIn(tab, role)
      for (const { name, path, open } of screens) {
        const { page } = tab
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await settled(page)
        if (open) {
          await open(page)
          await page.getByRole('dialog').waitFor()
        }
        await page.screenshot({ path: `${folder}/${`${name} ${named}`.replace(/[^a-z0-9]+/gi, '-')}.png` })
        await page.evaluate(axe)
        const found = await page.evaluate<string[]>(RUN)
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        if (wide > 0) found.push(`the page is ${wide} px wider than the screen`)
        found.push(...tab.faults.splice(0))
        for (const what of found) faults.push({ screen: name, look: named, what })
      }
    } finally {
      await tab.close()
    }
  }
  return faults
}

const SETTLING_MS = 350
const LOOKING_MS = 50

/** Until nothing is loading and nothing has begun to load for a moment. */
async function settled(page: Page): Promise<void> {
  for (let quietMs = 0; quietMs < SETTLING_MS; quietMs += LOOKING_MS) {
    if ((await page.locator('.skeleton').count()) > 0) quietMs = 0
    await page.waitForTimeout(LOOKING_MS)
  }
}

const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => id + ': ' + help + ' — ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')))`
