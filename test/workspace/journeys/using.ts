import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Journey } from '../journey.ts'

/** What was used, by whom and of what. */
export const using: Journey[] = [
  {
    name: 'usage is told by person, drawn by day, measured in questions, and saved as CSV',
    as: 'admin',
    at: '/admin/usage',
    async run({ page, world }) {
      const usage = page.getByRole('region', { name: 'Usage' })
      await usage.getByRole('row').filter({ hasText: 'music-analyst' }).waitFor()
      await page.getByLabel('By', { exact: true }).selectOption('user')
      const mara = usage.getByRole('row').filter({ hasText: 'mara' })
      await mara.waitFor()
      const { body } = await world.api('GET /llm/usage?group_by=user')
      const own = body.items.find(({ user_id }: { user_id: string }) => user_id === world.users.maker)
      const cells = await mara.getByRole('cell').allInnerTexts()
      assert.ok(
        cells.some((cell) => cell.replace(/\D/g, '') === String(own.requests)),
        `${cells} without ${own.requests}`,
      )
      const questions = page.getByRole('button', { name: /^Questions/ })
      assert.equal(await questions.getAttribute('aria-pressed'), 'true', 'no tokens were used, and they are what is shown')
      await page.getByRole('button', { name: /^Queries/ }).click()
      await page.getByRole('img', { name: 'Queries by day' }).locator('svg').first().waitFor()
      await questions.click()
      assert.equal(await questions.getAttribute('aria-pressed'), 'true')
      await page.getByRole('img', { name: 'Questions by day' }).locator('svg').first().waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as CSV' }).click()
      const text = await readFile(await (await saved).path(), 'utf8')
      assert.match(text.split('\n')[0] ?? '', /day.*user/)
      assert.ok(text.includes('mara'))
      await page.getByRole('textbox', { name: 'From' }).fill('2001-01-01')
      await page.getByRole('textbox', { name: 'To' }).fill('2001-01-02')
      await page.getByText('Nobody has asked anything in these days.').waitFor()
    },
  },
]
