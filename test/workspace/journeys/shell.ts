import assert from 'node:assert/strict'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'

export const shell: Journey[] = [
  {
    name: 'a page that is open while a new version takes its place is loaded anew where it is',
    as: 'admin',
    at: '/data',
    async run({ page, tab }) {
      tab.expect(404)
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
      let isGone = true
      await page.route(/\/assets\/(admin|users)-[^/]+\.js$/, async (route) => {
        await (isGone ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }) : route.continue())
        isGone = false
      })
      await page.getByRole('link', { name: 'Administration' }).click()
      await page.getByRole('link', { name: 'Users' }).waitFor()
      await page.waitForURL(/\/admin\/users$/)
      // What could not be loaded is told in the console before the page is loaded anew.
      const others = tab.faults.splice(0).filter((fault) => !/dynamically imported|preload/i.test(fault))
      assert.deepEqual(others, [])
    },
  },
  {
    name: 'the palette opens by keyboard, finds a data source and goes there',
    as: 'maker',
    byKeyboard: true,
    isLean: true,
    async run({ page }) {
      await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
      await page.keyboard.press('Control+K')
      const box = page.getByRole('combobox', { name: 'Search, or ask a question' })
      await box.waitFor()
      await page.keyboard.type('music')
      const found = page.getByRole('option', { name: 'Music shop' })
      await found.waitFor()
      for (let press = 0; press < 20 && (await found.getAttribute('aria-selected')) !== 'true'; press += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/data\//)
      await page.getByRole('heading', { name: 'Music shop', level: 1 }).waitFor()
    },
  },
  {
    name: 'any text in the palette becomes a question',
    as: 'maker',
    async run({ page }) {
      await page.getByRole('link', { name: 'Data' }).waitFor()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Search, or ask a question' }).waitFor()
      await page.keyboard.type('How many tracks are there?')
      await page.getByRole('option', { name: /Ask .How many tracks/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.has('ask') || url.pathname.startsWith('/sessions/'))
    },
  },
  {
    name: 'shortcuts are listed by a question mark, the rail folds by a bracket, and a session begins by Ctrl J',
    as: 'maker',
    byKeyboard: true,
    async run({ page }) {
      await page.goto('/data')
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('[')
      await page.getByRole('complementary').waitFor({ state: 'detached' })
      await page.keyboard.press('[')
      await page.getByRole('complementary').waitFor()
      await page.keyboard.press('Control+J')
      await page.waitForURL((url) => url.pathname === '/')
    },
  },
  {
    name: 'the theme is chosen in the menu and kept over a reload, without a flash of the other',
    as: 'maker',
    async run({ page }) {
      await page.getByRole('button', { name: 'mara' }).click()
      await page
        .getByRole('menuitem', { name: 'Dark' })
        .or(page.getByRole('menuitemradio', { name: 'Dark' }))
        .click()
      const background = () => page.evaluate<string>("getComputedStyle(document.querySelector('main')).backgroundColor")
      const dark = await background()
      await page.reload()
      await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
      assert.equal(await background(), dark)
    },
  },
  {
    name: 'the browser goes back and forward through places, and each has a title of its own',
    as: 'admin',
    async run({ page, world }) {
      const titles = new Set<string>()
      const places = ['/sessions', '/data', `/data/${world.source}/filters`, '/analytics', '/admin/groups', '/account/profile']
      for (const place of places) {
        await page.goto(place)
        const isNew = (title: string) => title !== 'Querent' && !titles.has(title)
        await until(`${place} has a title of its own`, async () => isNew(await page.title()))
        titles.add(await page.title())
      }
      assert.equal(titles.size, places.length, [...titles].join(', '))
      await page.goBack()
      await page.waitForURL(/\/admin\/groups/)
      await page.goBack()
      await page.waitForURL(/\/analytics/)
      await page.goForward()
      await page.waitForURL(/\/admin\/groups/)
    },
  },
  {
    name: 'an address that is none says so and leads back',
    as: 'reader',
    async run({ page }) {
      await page.goto('/nowhere/at/all')
      await page.getByRole('heading', { name: 'There is no such page' }).first().waitFor()
      await page.getByRole('link', { name: 'New session' }).last().click()
      await page.waitForURL((url) => url.pathname === '/')
    },
  },
  {
    name: 'on a phone the rail lies over the page, and every place is reached by it',
    as: 'reader',
    width: 390,
    isLean: true,
    async run({ page }) {
      for (const [name, path] of [
        ['Data', '/data'],
        ['Analytics', '/analytics'],
        ['Sessions', '/sessions'],
      ] as const) {
        await page.getByRole('button', { name: 'Open the rail' }).click()
        await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name, exact: true }).click()
        await page.waitForURL((url) => url.pathname.startsWith(path))
        await page.getByRole('complementary').waitFor({ state: 'detached' })
        await page.locator('h1').first().waitFor()
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        assert.ok(wide <= 0, `${path} is ${wide} px wider than the screen`)
      }
    },
  },
  {
    name: 'on a phone a table scrolls, and what can be done with a row stays in sight',
    as: 'admin',
    at: '/admin/users',
    width: 390,
    async run({ page }) {
      const table = page.getByRole('region', { name: 'Users' })
      const menu = table.getByRole('row').filter({ hasText: 'mara' }).getByRole('button').last()
      await menu.waitFor()
      const hidden = await page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('section[aria-label="Users"]'))`,
      )
      assert.ok(hidden > 0, 'the table is not too wide')
      const [box, around] = [await menu.boundingBox(), await table.boundingBox()]
      assert.ok(box && around && box.x + box.width <= around.x + around.width, 'the menu of a row is out of sight')
      await menu.click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'the first Tab on a page skips to its content',
    as: 'reader',
    at: '/data',
    byKeyboard: true,
    async run({ page }) {
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
      await page.evaluate('document.activeElement?.blur()')
      await tabTo(page, 'Skip to content', 3)
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate<string>('document.activeElement?.id'), 'main')
    },
  },
]
