import assert from 'node:assert/strict'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

export const administration: Journey[] = [
  {
    name: 'a user is invited, and the link lets him choose a password and come in',
    as: 'admin',
    at: '/admin/users',
    isLean: true,
    async run({ page, world }) {
      await page.getByRole('button', { name: 'Invite or add a user' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Ivy')
      await dialog.getByLabel('E-mail address').fill('ivy@example.com')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Invitation' }).waitFor()
      const shown = await page.getByRole('dialog').locator('code').first().innerText()
      const token = /[\w-]{16,}$/.exec(shown.trim())?.[0] ?? ''
      await world.api('POST /core/auths/invitations/accept', { token, password: 'a password of mine' })
      const { status } = await world.api('POST /core/auths/signin', { email: 'ivy@example.com', password: 'a password of mine' }, { may: true })
      assert.equal(status, 200)
    },
  },
  {
    name: 'a role is changed, an account disabled and deleted, and each stands in the audit log',
    as: 'admin',
    at: '/admin/users',
    async run({ page, world }) {
      const { body } = await world.api('POST /core/users', { email: 'ulf@example.com', name: 'Ulf', password: 'correct horse battery' })
      await page.getByLabel('Search users').fill('ulf')
      const menu = page.getByRole('button', { name: 'More: Ulf' })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('dialog').getByLabel('Role').selectOption('admin')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('cell', { name: 'Administrator' }).first().waitFor()
      await menu.click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await page.getByText('Disabled').waitFor()
      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete user' }).click()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click()
      await until('he is gone', async () => (await world.api(`GET /core/users/${body.id}`, undefined, { may: true })).status === 404)
      await page.goto('/admin/audit?type=user.deleted')
      await page.getByRole('cell', { name: 'user.deleted' }).first().waitFor()
    },
  },
  {
    name: 'a group is made and given members, a model and a permission',
    as: 'admin',
    at: '/admin/groups',
    async run({ page, world }) {
      await page.getByRole('button', { name: 'Add group' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Buyers')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Buyers' }).waitFor()
      const members = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Members' }) })
      await members.getByLabel('Add').selectOption({ value: world.users.newcomer })
      await members.getByRole('button', { name: 'Add' }).click()
      await members.getByText('nia@example.com').waitFor()
      await page.getByLabel('Connect data sources').click()
      await until('the permission is stored', async () => {
        const { body } = await world.api('GET /core/groups?page_size=100')
        return body.find(({ name }: { name: string }) => name === 'Buyers')?.permissions.create_datasources === true
      })
    },
  },
  {
    name: 'a directory is connected, keeps a group whose members stay as it says, and is disconnected',
    as: 'admin',
    at: '/admin/sign-in',
    async run({ page, world }) {
      await page.getByRole('button', { name: 'Connect a directory' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Okta')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('The token is not shown again', { exact: false }).waitFor()
      const [address = '', token = ''] = await dialog.locator('code').allInnerTexts()
      assert.match(address, /\/api\/v1\/core\/scim\/v2$/)
      await dialog.getByRole('button', { name: 'Done' }).click()
      const members = [{ value: world.users.newcomer }]
      await world.api('POST /core/scim/v2/Groups', { displayName: 'From Okta', members }, { as: token })
      await page.goto('/admin/groups')
      await page.getByRole('button', { name: 'From Okta' }).click()
      await page.getByText('Okta sets the name and members of this group.').waitFor()
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Members' }) })
      await section.getByText('nia@example.com').waitFor()
      assert.equal(await section.getByRole('button').count(), 0)
      await page.goto('/admin/sign-in')
      await page.getByRole('button', { name: 'More: Okta' }).click()
      await page.getByRole('menuitem', { name: 'Disconnect' }).click()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }).click()
      await page.getByText('No directory is connected').waitFor()
      await page.goto('/admin/groups')
      await page.getByRole('button', { name: 'From Okta' }).click()
      await section.getByRole('button', { name: 'Remove' }).first().waitFor()
    },
  },
  {
    name: 'a provider that cannot be reached says so when tested, and its key is never shown again',
    as: 'admin',
    at: '/admin/models',
    async run({ page, tab }) {
      tab.expect(422, 502)
      await page.getByRole('button', { name: 'Add provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Nobody')
      await dialog.getByLabel('Kind').selectOption('openai-compatible')
      await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
      await dialog.getByLabel('API key').fill('sk-very-secret-1234')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: 'Nobody' })
      await row.getByRole('button', { name: 'Test' }).click()
      await row.locator('.text-bad').waitFor()
      assert.ok(!(await page.content()).includes('sk-very-secret'))
    },
  },
  {
    name: 'a custom model is made of a base, instructions and data',
    as: 'admin',
    at: '/admin/models',
    async run({ page }) {
      await page.getByRole('button', { name: 'Add model' }).click()
      const dialog = page.getByRole('dialog')
      const type = dialog.getByLabel('Type')
      if (await type.count()) await type.selectOption('custom')
      await dialog.getByLabel('Name').fill('shop-analyst')
      await dialog.getByLabel('Music shop').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('row').filter({ hasText: 'shop-analyst' }).getByText('Music shop').waitFor()
    },
  },
  {
    name: 'a prompt with a blank is written and tried',
    as: 'admin',
    at: '/admin/prompts',
    async run({ page }) {
      await page.getByRole('button', { name: 'Add prompt' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Command').fill('/top')
      await dialog.getByLabel('Title').fill('Top sellers')
      await dialog.getByLabel('Text').fill('Which are the top {{count}} genres by revenue?')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('cell', { name: '/top' }).waitFor()
    },
  },
  {
    name: 'a budget is set for a person, and use is counted by day, model and user',
    as: 'admin',
    at: '/admin/budgets',
    async run({ page }) {
      await page.getByRole('button', { name: 'Add budget' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'User: nia' })
      await dialog.getByLabel('Requests a day').fill('50')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('region', { name: 'Budgets' }).getByText('50').waitFor()
      await page.goto('/admin/usage')
      for (const by of ['model', 'user', 'day', 'source']) {
        await page.getByLabel('By', { exact: true }).selectOption(by)
        await page.getByRole('region', { name: 'Usage' }).getByRole('row').nth(1).waitFor()
      }
    },
  },
  {
    name: 'the audit log is filtered in the address, its chain holds, and it is exported',
    as: 'admin',
    at: '/admin/audit',
    async run({ page }) {
      await page.getByRole('button', { name: 'Check the chain' }).click()
      await page.getByText('The chain holds').waitFor({ timeout: 30_000 })
      await page.getByLabel('Type of entry').fill('datasource.created')
      await page.keyboard.press('Enter')
      await page.waitForURL(/type=datasource.created/)
      await page.reload()
      await page.getByRole('cell', { name: 'datasource.created' }).first().waitFor()
      await page.getByRole('button', { name: 'Entry datasource.created' }).first().click()
      await page.getByRole('dialog').getByText('"outcome"').waitFor()
      await page.keyboard.press('Escape')
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      assert.equal((await downloading).suggestedFilename(), 'audit-logs.csv')
    },
  },
]
