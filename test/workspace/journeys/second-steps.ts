import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { openIdServer } from '#test/openid-server.ts'
import type { Journey } from '../journey.ts'
import { PASSWORD } from '../world.ts'

const STEP_MS = 30_000
const codeOf = (secret: string, off = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + off * STEP_MS })

async function byPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

const typeCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.keyboard.press('Enter')
}

/** Sign-ins of more than a password. */
export const secondSteps: Journey[] = [
  {
    name: 'a second factor is set up, asked for at the next sign-in, and removed by a recovery code',
    as: null,
    async run({ page, tab, world }) {
      await world.api('POST /core/users', { email: 'tess@example.com', name: 'Tess', password: PASSWORD })
      await page.goto('/account/security')
      await byPassword(page, 'tess@example.com')
      const factor = page.getByRole('region', { name: 'Second factor' })
      await page.getByText('asks for your password alone').waitFor()
      await page.getByRole('button', { name: 'Set up' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Current password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
      const secret = (await dialog.locator('code').innerText()).trim()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1))
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('they are not shown again').waitFor()
      const [recovery = ''] = (await dialog.locator('code').innerText()).trim().split('\n')
      await dialog.getByRole('button', { name: 'I have kept them' }).click()
      await page.getByText('asks for a code of your authenticator app too').waitFor()

      await page.getByRole('button', { name: 'Tess' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(/\/signin/)
      await byPassword(page, 'tess@example.com')
      await page.getByRole('heading', { name: 'Second step' }).waitFor()
      tab.expect(401, 400, 422)
      await typeCode(page, '000000')
      await page.getByRole('alert').waitFor()
      await typeCode(page, codeOf(secret))
      await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()

      await page.goto('/account/security')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(recovery)
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await page.getByText('asks for your password alone').waitFor()
      assert.equal(await factor.getByRole('button', { name: 'New recovery codes' }).count(), 0)
    },
  },
  {
    name: 'an identity provider is added and tested; people come in by its button, and who cancels there is told so',
    as: 'admin',
    at: '/admin/sign-in',
    async run({ page, tab, world }) {
      const idp = await openIdServer()
      idp.people.olga = { email: 'olga@example.com', email_verified: true, name: 'Olga' }
      // The way through the provider leaves this host on purpose.
      const forgive = ({ faults }: { faults: string[] }) => {
        for (let at = faults.length - 1; at >= 0; at -= 1) if (faults[at]?.includes(idp.issuer)) faults.splice(at, 1)
      }
      try {
        await page.getByRole('button', { name: 'Add identity provider' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name on the button').fill('Example SSO')
        await dialog.getByLabel('Issuer').fill(idp.issuer)
        await dialog.getByLabel('Client ID').fill('querent')
        await dialog.getByLabel('Client secret').fill('client secret of the tests')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('heading', { name: 'Register with the provider' }).waitFor()
        const [redirect = '', after = ''] = await dialog.locator('code').allInnerTexts()
        idp.register({ client_id: 'querent', redirect_uris: [redirect.trim()], post_logout_redirect_uris: [after.trim()] })
        await page.keyboard.press('Escape')
        await page.getByRole('row').filter({ hasText: 'Example SSO' }).getByRole('button', { name: 'Test' }).click()
        await page.getByText(/^It answers: one key/).waitFor()

        const other = await tab.context.browser()?.newContext({ baseURL: world.origin, locale: 'en-GB' })
        assert.ok(other)
        try {
          const guest = await other.newPage()
          idp.who = null
          await guest.goto('/signin')
          await guest.getByRole('button', { name: 'Sign in with Example SSO' }).click()
          await guest.getByText('The identity provider did not sign you in.').waitFor()
          idp.who = 'olga'
          await guest.getByRole('button', { name: 'Sign in with Example SSO' }).click()
          await guest.getByRole('navigation', { name: 'Workspaces' }).waitFor()
          await guest.getByRole('complementary').getByText('Olga').waitFor()
        } finally {
          await other.close()
        }
        forgive(tab)
      } finally {
        const { body } = await world.api('GET /core/identity-providers')
        for (const { id } of body) await world.api(`DELETE /core/identity-providers/${id}`)
        await idp.stop()
      }
    },
  },
]
