import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { composer } from '../conversation.ts'
import type { Journey } from '../journey.ts'

/** Asks, and waits until the answer is stored: then it can be rated. */
async function ask(page: Page, question: string): Promise<void> {
  const rated = await page.getByRole('button', { name: 'Good answer' }).count()
  await composer(page).fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Good answer' }).nth(rated).waitFor({ timeout: 30_000 })
}
const card = (page: Page) => page.locator('article').last()
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

export const answers: Journey[] = [
  {
    name: 'an answer is filtered, regrouped and compared without asking again, undone and redone, and the steps stay',
    as: 'maker',
    async run({ page, world, note }) {
      await ask(page, 'What is the total revenue per country?')
      const asked = (await world.api('GET /llm/usage?group_by=model', undefined, { as: world.tokens.maker })).body.total.requests
      const step = async (work: () => Promise<void>, shown: string) => {
        const started = Date.now()
        await work()
        await card(page).getByRole('list', { name: 'Steps' }).getByText(shown).waitFor()
        note(`${shown}: ${Date.now() - started} ms`)
      }
      await card(page).getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByLabel('Germany', { exact: true }).check()
      await step(() => page.getByRole('button', { name: 'Apply' }).click(), 'Only where customer country is "Germany"')
      await card(page).getByRole('button', { name: 'Group by' }).click()
      await step(() => page.getByRole('button', { name: 'Invoice date by quarter', exact: true }).click(), 'By invoice date by quarter')
      await card(page).getByRole('button', { name: 'Period' }).click()
      await page.getByLabel('Beside').selectOption('previous_year')
      await step(() => page.getByRole('button', { name: 'Apply' }).click(), 'Beside the year before')
      const current = card(page).locator('[aria-current=step]')
      await card(page).getByRole('button', { name: 'Undo the step' }).click()
      assert.equal(await current.innerText(), 'By invoice date by quarter')
      await card(page).getByRole('button', { name: 'Redo the step' }).click()
      assert.equal(await current.innerText(), 'Beside the year before')
      await page.reload()
      await card(page).getByText('Beside the year before').first().waitFor()
      assert.equal(await page.locator('article').count(), 1)
      const after = (await world.api('GET /llm/usage?group_by=model', undefined, { as: world.tokens.maker })).body.total.requests
      assert.equal(after, asked, 'a step asked a model')
    },
  },
  {
    name: 'the rows are sorted and copied, the SQL is changed and run, and says that nobody has checked it',
    as: 'maker',
    async run({ page }) {
      await ask(page, 'What is the total revenue per country?')
      await card(page).getByRole('button', { name: 'Table', exact: true }).click()
      await card(page).getByRole('button', { name: 'Country' }).click()
      const cell = card(page).getByRole('cell').first()
      assert.equal(await cell.innerText(), 'Argentina')
      await cell.click()
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Control+C')
      assert.match(await clipboard(page), /^Argentina\t37\.62$/)
      await card(page).getByRole('button', { name: 'SQL', exact: true }).click()
      await card(page).getByRole('button', { name: 'Edit' }).click()
      await page.locator('.cm-content').fill('select count(*) as invoices from Invoice')
      await card(page).getByRole('button', { name: 'Run', exact: true }).click()
      await card(page).getByRole('button', { name: 'SQL of your own, unverified' }).waitFor()
      await card(page).getByText('1 row', { exact: true }).waitFor()
    },
  },
  {
    name: 'a budget that is used up is told, with when to try again',
    as: 'reader',
    async run({ page, tab, world }) {
      tab.expect(429)
      const budget = await world.api('POST /core/budgets', { principal_type: 'user', principal_id: world.users.reader, requests_per_minute: 1 })
      await ask(page, 'How many customers are there?')
      await composer(page).fill('How many tracks are there?')
      await page.keyboard.press('Enter')
      await page.getByText(/^Your limit is reached\. Try again in/).waitFor()
      await world.api(`DELETE /core/budgets/${budget.body.id}`)
    },
  },
]
