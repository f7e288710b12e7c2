import assert from 'node:assert/strict'
import { deploy, until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import { PASSWORD, ROLES } from '../world.ts'

const REFRESH = '/api/v1/core/auths/refresh'
const sessionsHeading = { name: 'Sessions', exact: true }

export const signingIn: Journey[] = [
  {
    name: 'the printed link sets a new deployment up, and the first answer on a chart of the sample is three clicks away',
    as: null,
    async run({ tab, note }) {
      const fresh = await deploy({ firstRun: true })
      const other = await openTab(tab.context.browser() as never, fresh.origin)
      const { page } = other
      let clicks = 0
      const click = async (name: string | RegExp) => {
        clicks += 1
        await page.getByRole('button', { name }).click()
      }
      try {
        const link = /http\S+\/link#\S+/.exec(fresh.output())?.[0]
        assert.ok(link, 'no link was printed')
        await page.goto(link)
        await page.getByLabel('Your name').fill('Ada')
        await page.getByLabel('E-mail').fill('ada@example.com')
        await page.locator('input[type=password]').fill(PASSWORD)
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Skip' }).waitFor()
        await page.reload()
        await page.getByRole('button', { name: 'Skip' }).click()
        await page.getByText('Add your data').waitFor()
        await click('Try the sample')
        const question = page.getByRole('main').getByRole('button', { name: /\?$/ }).first()
        await question.waitFor({ timeout: 60_000 })
        clicks += 1
        await question.click()
        if (new URL(page.url()).pathname === '/') {
          clicks += 1
          await page.keyboard.press('Enter')
        }
        await page.locator('main :is(canvas, svg[class*=marks], [data-answer], table)').first().waitFor({ timeout: 60_000 })
        note(`${clicks} clicks from the sample to its first answer`)
        assert.ok(clicks <= 3, `${clicks} clicks`)
        assert.ok(!fresh.output().includes(PASSWORD))
        assert.deepEqual(other.faults, [])
        const again = await openTab(tab.context.browser() as never, fresh.origin)
        again.expect(401, 404, 410, 422)
        await again.page.goto(link)
        await again.page.getByText('This link no longer works').waitFor()
        await again.close()
      } finally {
        await other.close()
        await fresh.close()
      }
    },
  },
  {
    name: 'a wrong password says so, and nothing is lost of what was typed',
    as: null,
    at: '/signin',
    async run({ page, tab }) {
      tab.expect(401)
      await page.getByLabel('E-mail').fill(ROLES.maker)
      await page.locator('input[type=password]').fill('not this one')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      assert.equal(await page.getByLabel('E-mail').inputValue(), ROLES.maker)
      await page.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === '/')
    },
  },
  {
    name: 'signing in by keyboard alone leads to the page that was asked for',
    as: null,
    byKeyboard: true,
    isLean: true,
    async run({ page }) {
      await page.goto('/data')
      await page.waitForURL(/\/signin\?next/)
      await tabTo(page, 'E-mail')
      await page.keyboard.type(ROLES.maker)
      await tabTo(page, 'Password')
      await page.keyboard.type(PASSWORD)
      await tabTo(page, 'Sign in')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === '/data')
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
    },
  },
  {
    name: 'a reload and a second tab stay signed in, and no script can read the cookie',
    as: 'maker',
    isLean: true,
    async run({ page, tab }) {
      await page.reload()
      await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
      const other = await tab.context.newPage()
      await other.goto('/data')
      await other.getByRole('link', { name: 'Music shop' }).waitFor()
      assert.equal(await page.evaluate<string>('document.cookie'), '')
      const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
      assert.ok(!/eyJ|Bearer/.test(kept), 'a token is kept outside memory')
      const [cookie] = await tab.context.cookies()
      assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', REFRESH])
    },
  },
  {
    name: 'signing out ends every tab',
    as: 'reader',
    async run({ page, tab }) {
      tab.expect(401)
      const other = await tab.context.newPage()
      await other.goto('/data')
      await other.getByRole('link', { name: 'Music shop' }).waitFor()
      await page.getByRole('button', { name: 'rui' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(/\/signin/)
      await other.waitForURL(/\/signin/)
    },
  },
  {
    name: 'signing out asks nothing any more, also where the page takes its time',
    as: 'maker',
    at: '/sessions',
    async run({ page, tab }) {
      await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
      await page.waitForTimeout(500)
      const devtools = await tab.context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
      await page.getByRole('button', { name: 'mara' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(/\/signin/)
      await page.getByLabel('E-mail').waitFor()
    },
  },
  {
    name: 'disabling an account ends its open tabs within seconds',
    as: null,
    async run({ tab, world, note }) {
      const { body } = await world.api('POST /core/users', { email: 'dot@example.com', name: 'dot', password: PASSWORD })
      tab.expect(401, 403)
      await tab.page.goto('/signin')
      await tab.page.getByLabel('E-mail').fill('dot@example.com')
      await tab.page.locator('input[type=password]').fill(PASSWORD)
      await tab.page.keyboard.press('Enter')
      await tab.page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
      const started = Date.now()
      await world.api(`PUT /core/users/${body.id}`, { status: 'disabled' })
      await tab.page.waitForURL(/\/signin/, { timeout: 15_000 })
      note(`${((Date.now() - started) / 1000).toFixed(1)} s until the tab was ended`)
    },
  },
  {
    name: 'a changed password ends the other sign-ins and keeps this one',
    as: null,
    async run({ tab, world }) {
      await world.api('POST /core/users', { email: 'pat@example.com', name: 'pat', password: PASSWORD })
      const browser = tab.context.browser() as never
      const [one, two] = [await openTab(browser, world.origin), await openTab(browser, world.origin)]
      try {
        for (const each of [one, two]) {
          each.expect(401)
          await each.page.goto('/signin?next=%2Faccount%2Fsecurity')
          await each.page.getByLabel('E-mail').fill('pat@example.com')
          await each.page.locator('input[type=password]').fill(PASSWORD)
          await each.page.keyboard.press('Enter')
          await each.page.getByLabel('New password').waitFor()
        }
        await one.page.getByLabel('Current password').fill(PASSWORD)
        await one.page.getByLabel('New password').fill('another horse battery')
        await one.page.getByRole('button', { name: 'Change password' }).click()
        await two.page.waitForURL(/\/signin/)
        await one.page.reload()
        await one.page.getByLabel('New password').waitFor()
        assert.deepEqual([...one.faults, ...two.faults], [])
      } finally {
        await Promise.all([one.close(), two.close()])
      }
    },
  },
  {
    name: 'a person ends another of his sign-ins from the list',
    as: 'maker',
    at: '/account/security',
    async run({ page, world, tab }) {
      const other = await openTab(tab.context.browser() as never, world.origin)
      other.expect(401)
      try {
        await signIn(other, 'maker', '/data')
        await page.reload()
        const signins = page.getByRole('region', { name: 'Sign-ins' })
        await signins.getByText('This one').waitFor()
        await page.getByRole('button', { name: 'End all others' }).click()
        await other.page.waitForURL(/\/signin/)
        await until('one sign-in is left', async () => (await signins.getByRole('row').count()) === 2)
      } finally {
        await other.close()
      }
    },
  },
  {
    name: 'somebody with nothing sees no administration and no dead ends',
    as: 'newcomer',
    async run({ page, tab }) {
      tab.expect(403, 404)
      const places = page.getByRole('navigation', { name: 'Workspaces' })
      await places.getByRole('link', sessionsHeading).waitFor()
      assert.equal(await places.getByRole('link', { name: 'Administration' }).count(), 0)
      await page.goto('/admin/users')
      await page.getByText('Only administrators work here').waitFor()
      await page.goto('/data')
      await page.getByText('No data has been shared with you').first().waitFor()
    },
  },
]
