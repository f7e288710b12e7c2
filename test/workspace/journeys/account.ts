import assert from 'node:assert/strict'
import { type Journey, tabTo } from '../journey.ts'

export const account: Journey[] = [
  {
    name: 'an API key is generated, shown once with a line to paste that works, and revoked',
    as: 'maker',
    at: '/account/security',
    isLean: true,
    async run({ page, world }) {
      await page.getByRole('button', { name: 'Generate API key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('nightly report')
      await dialog.getByRole('button', { name: 'Generate API key' }).click()
      await page.getByText('it is not shown again').waitFor()
      const [key = '', line = ''] = await dialog.locator('code').allInnerTexts()
      assert.match(line, /^curl /)
      assert.ok(line.includes(world.origin) && line.includes(key))
      assert.equal((await world.api('GET /llm/sessions', undefined, { as: key })).status, 200)
      await page.getByRole('button', { name: 'I have copied it' }).click()
      assert.ok(!(await page.content()).includes(key))
      const row = page.getByRole('row').filter({ hasText: 'nightly report' })
      await row.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }).click()
      await row.getByText('Revoked').waitFor()
      assert.equal((await world.api('GET /llm/sessions', undefined, { as: key, may: true })).status, 401)
    },
  },
  {
    name: 'a key of chosen scopes is made by keyboard alone',
    as: 'maker',
    at: '/account/security',
    byKeyboard: true,
    async run({ page, world }) {
      await page.getByRole('button', { name: 'Generate API key' }).waitFor()
      await tabTo(page, 'Generate API key')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await tabTo(page, 'Name')
      await page.keyboard.type('reader')
      await tabTo(page, 'Scopes')
      await page.keyboard.press('ArrowDown')
      await tabTo(page, /analytics:read/)
      await page.keyboard.press('Space')
      await tabTo(page, 'Generate API key')
      await page.keyboard.press('Enter')
      await page.getByText('it is not shown again').waitFor()
      const key = (await page.getByRole('dialog').locator('code').first().innerText()).trim()
      assert.equal((await world.api('GET /analytics/charts', undefined, { as: key })).status, 200)
      assert.equal((await world.api('GET /llm/sessions', undefined, { as: key, may: true })).status, 403)
    },
  },
  {
    name: 'the name is changed and shows in the rail',
    as: 'newcomer',
    at: '/account/profile',
    async run({ page }) {
      await page.getByLabel('Name').fill('Nia Novak')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('complementary').getByText('Nia Novak').waitFor()
      await page.getByLabel('Name').fill('nia')
      await page.getByRole('button', { name: 'Save' }).click()
    },
  },
  {
    name: 'the language is German after it is chosen, on every page and after a reload',
    as: 'reader',
    at: '/account/preferences',
    async run({ page, world }) {
      await page.getByLabel('Language').selectOption('de')
      await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
      assert.equal(await page.evaluate<string>('document.documentElement.lang'), 'de')
      for (const path of ['/', '/sessions', `/data/${world.source}/general`, '/analytics', '/account/security']) {
        await page.goto(path)
        await page.locator('h1').waitFor()
        await page.waitForTimeout(300)
        const text = await page.locator('body').innerText()
        assert.doesNotMatch(
          text,
          /\b(?:Password|Search|Sign-ins|Name of|Sharing|Who has access|Dashboards are|No sessions|Your access)\b/,
          `${path} speaks English`,
        )
      }
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Stellen Sie eine Frage zu Ihren Daten' }).fill('Delete all customers')
      await page.keyboard.press('Enter')
      await page.getByText('Ich lese Daten nur').waitFor()
    },
  },
]
