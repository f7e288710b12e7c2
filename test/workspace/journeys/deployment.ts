import assert from 'node:assert/strict'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

/** How the deployment is set up. */
export const deployment: Journey[] = [
  {
    name: 'name and colour of the deployment are changed, and every open page follows without being loaded anew',
    as: 'admin',
    at: '/admin/settings',
    own: true,
    async run({ page, world, second }) {
      const other = await second()
      await other.page.goto('/sessions')
      await other.page.locator('h1').first().waitFor()
      const save = (heading: string) =>
        page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name: heading }) })
          .getByRole('button', { name: 'Save' })
          .click()
      await page.getByLabel('Name of this deployment').fill('Acme Insights')
      await save('General')
      await until('the other page bears the name', async () => /Acme Insights$/.test(await other.page.title()))
      await page.getByLabel('Accent, Light theme', { exact: true }).fill('#0e7490')
      await save('Look')
      const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"
      await until('the other page has the colour', async () => (await other.page.evaluate<string>(accent)).trim() === '#0e7490')
      const outside = await (await page.context().browser())?.newPage({ baseURL: world.origin })
      await outside?.goto('/signin')
      await outside?.getByText('Acme Insights').waitFor()
      await outside?.close()
    },
  },
  {
    name: 'a mail server that refuses is told before it is saved, and what the server said is shown',
    as: 'admin',
    at: '/admin/settings',
    own: true,
    async run({ page, world }) {
      await page.getByLabel('Sent by').selectOption('smtp')
      await page.getByLabel('Host').fill('127.0.0.1')
      await page.getByLabel('Port').fill('9')
      await page.getByLabel('Sender').fill('Acme <acme@example.com>')
      await page.getByRole('button', { name: 'Send a test mail' }).click()
      await page.getByText('It was not sent now').waitFor()
      assert.equal((await world.api('GET /core/settings')).body.mail.server, null)
    },
  },
  {
    name: 'an identity provider that somebody else adds or disables is shown at once',
    as: 'admin',
    at: '/admin/sign-in',
    own: true,
    async run({ page, world }) {
      await page.getByText('No identity provider yet').waitFor()
      const { body } = await world.api('POST /core/identity-providers', {
        name: 'Elsewhere SSO',
        issuer: 'http://127.0.0.1:9',
        client_id: 'x',
        client_secret: 'y',
      })
      await page.getByText('Elsewhere SSO').first().waitFor()
      await world.api(`DELETE /core/identity-providers/${body.id}`)
      await page.getByText('No identity provider yet').waitFor()
    },
  },
]
