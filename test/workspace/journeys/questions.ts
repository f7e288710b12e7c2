import assert from 'node:assert/strict'
import { ask, card, composer, drawn } from '../conversation.ts'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'

export const questions: Journey[] = [
  {
    name: 'a question is asked by keyboard alone, and its answer looked at as chart, table and SQL',
    as: 'maker',
    byKeyboard: true,
    isLean: true,
    async run({ page }) {
      await composer(page).waitFor()
      await tabTo(page, 'Ask a question about your data')
      await page.keyboard.type('How many tracks are there by genre?')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/sessions\//)
      await drawn(page).waitFor()
      await tabTo(page, 'Table')
      await page.keyboard.press('Enter')
      await card(page).getByText('Rock', { exact: true }).first().waitFor()
      await tabTo(page, 'SQL')
      await page.keyboard.press('Enter')
      await card(page)
        .getByText(/select/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'a question offered on the first page is asked by one click',
    as: 'reader',
    async run({ page }) {
      const offered = page.getByRole('main').getByRole('button', { name: /\?$/ }).first()
      await offered.click()
      if (new URL(page.url()).pathname === '/') await page.keyboard.press('Enter')
      await page.waitForURL(/\/sessions\//)
      await page.getByRole('group', { name: 'Show as' }).waitFor()
    },
  },
  {
    name: 'a follow-up narrows the answer before it, and Up brings the last question back',
    as: 'maker',
    async run({ page }) {
      await ask(page, 'What is the total revenue by country?')
      await page.waitForURL(/\/sessions\//)
      await drawn(page).waitFor()
      await ask(page, 'only Germany and France')
      await until('there are two answers', async () => (await page.getByRole('group', { name: 'Show as' }).count()) === 2)
      await card(page).getByRole('button', { name: 'Table' }).click()
      assert.deepEqual([await card(page).getByText('Germany', { exact: true }).count(), await card(page).getByText('Brazil', { exact: true }).count()], [1, 0])
      await composer(page).focus()
      await page.keyboard.press('ArrowUp')
      assert.equal(await composer(page).inputValue(), 'only Germany and France')
    },
  },
  {
    name: 'what is understood in several ways is asked back, and the way chosen is answered',
    as: 'maker',
    async run({ page, world }) {
      const reply = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'best customers' }] },
        { as: world.tokens.maker },
      )
      const asked = reply.body.choices[0].message.attachments.find(({ type }: { type: string }) => type === 'clarification')
      await page.goto(`/sessions/${reply.body.session_id}`)
      if (!asked) return await page.getByRole('group', { name: 'Show as' }).waitFor()
      const option = page
        .getByRole('main')
        .getByRole('group')
        .filter({ has: page.locator('legend') })
        .getByRole('button')
        .first()
      assert.ok(reply.body.choices[0].message.content.includes(asked.question))
      const label = await page.locator('legend', { hasText: asked.question }).boundingBox()
      assert.ok(label && label.height <= 1, 'what is asked back is written twice')
      await option.click()
      await page.getByRole('group', { name: 'Show as' }).waitFor()
    },
  },
  {
    name: 'tables are offered after @, prompts after /',
    as: 'maker',
    async run({ page, world }) {
      await world.api(
        'POST /core/prompts',
        { command: '/weekly', title: 'Weekly revenue', content: 'What is the total revenue by {{dimension}}?' },
        { as: world.tokens.maker, may: true },
      )
      await page.reload()
      await composer(page).focus()
      await page.keyboard.type('How many @Inv')
      await page.getByRole('listbox', { name: 'Tables and columns' }).getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      assert.match(await composer(page).inputValue(), /^How many @?\w+/)
      assert.equal(new URL(page.url()).pathname, '/')
      await composer(page).fill('')
      await page.keyboard.type('/')
      await page.getByRole('listbox', { name: 'Prompts' }).or(page.getByText('No prompts yet')).or(composer(page)).first().waitFor()
    },
  },
]
