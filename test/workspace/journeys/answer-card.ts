import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { card, drawn } from '../conversation.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

export const answerCard: Journey[] = [
  {
    name: 'an answer is worked on without asking again: filtered, sorted, cut, undone',
    as: 'maker',
    isLean: true,
    async run({ page, world, note }) {
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'What is the total revenue per country?' }] },
        { as: world.tokens.maker },
      )
      await page.goto(`/sessions/${body.session_id}`)
      await drawn(page).waitFor()
      const steps: number[] = []
      const before = async () => (await world.api(`GET /llm/usage`, undefined, { may: true })).text
      const usage = await before()
      const timed = async (work: () => Promise<unknown>) => {
        const started = performance.now()
        await work()
        steps.push(performance.now() - started)
      }
      const tools = page.getByRole('toolbar', { name: 'Work on this answer' })
      await tools.getByRole('button', { name: 'Sort' }).click()
      await timed(async () => {
        await page
          .getByRole('menuitem', { name: 'The first 5' })
          .or(page.getByRole('menuitemradio', { name: 'The first 5' }))
          .click()
        await card(page).getByText('5 rows').waitFor()
      })
      await tools.getByRole('button', { name: 'Filter' }).click()
      await page.getByLabel('Find a value').fill('Bra')
      await page.getByRole('checkbox', { name: 'Brazil' }).check()
      await timed(async () => {
        await page.getByRole('button', { name: 'Apply' }).click()
        await card(page).getByText('1 row', { exact: true }).waitFor()
      })
      await timed(async () => {
        await tools.getByRole('button', { name: 'Undo the step' }).click()
        await card(page).getByText('5 rows').waitFor()
      })
      await timed(async () => {
        await tools.getByRole('button', { name: 'Redo the step' }).click()
        await card(page).getByText('1 row', { exact: true }).waitFor()
      })
      note(`steps took ${steps.map((ms) => ms.toFixed(0)).join(', ')} ms`)
      await page.reload()
      await card(page).getByText('1 row', { exact: true }).waitFor()
      assert.equal(await before(), usage, 'a model was called')
    },
  },
  {
    name: 'the SQL of an answer is edited and run, and the answer says that nobody vouches for it',
    as: 'maker',
    async run({ page, world }) {
      // What is edited is kept: the session that others look at stays as it is.
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'What is the total revenue per country?' }] },
        { as: world.tokens.maker },
      )
      await page.goto(`/sessions/${body.session_id}`)
      await card(page).getByRole('button', { name: 'SQL', exact: true }).click()
      await card(page).getByRole('button', { name: 'Edit', exact: true }).click()
      const editor = page.locator('.cm-content')
      await editor.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('select count(*) as albums from Album')
      await card(page).getByRole('button', { name: 'Run', exact: true }).click()
      await card(page).getByText('SQL of your own, unverified').waitFor()
      await page.getByText('347').first().waitFor()
    },
  },
  {
    name: 'SQL that writes is refused where it is edited',
    as: 'maker',
    async run({ page, world, tab }) {
      tab.expect(400, 403, 422)
      await page.goto(`/sessions/${world.session}`)
      await card(page).getByRole('button', { name: 'SQL', exact: true }).click()
      await card(page).getByRole('button', { name: 'Edit', exact: true }).click()
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('delete from Album')
      await card(page).getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'the label of an answer opens what it rests on',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/sessions/${world.session}`)
      await page.getByRole('button', { name: 'Computed from the semantic layer' }).click()
      const told = page.getByRole('dialog', { name: 'What this rests on' })
      await told.getByText('No model wrote it').waitFor()
      await told
        .getByText(/Invoice/)
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'an answer is copied as Markdown and downloaded as CSV',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/sessions/${world.session}`)
      await drawn(page).waitFor()
      await card(page).getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('menuitem', { name: 'As Markdown' }).click()
      await until('it is in the clipboard', async () => (await page.evaluate<string>('navigator.clipboard.readText()')).includes('| USA |'))
      await card(page).getByRole('button', { name: 'Download', exact: true }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      const path = await (await downloading).path()
      assert.match(readFileSync(path, 'utf8'), /USA,523\.06/)
    },
  },
  {
    name: 'a chart of an answer is put on a new dashboard, which then shows it',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/sessions/${world.session}`)
      await drawn(page).waitFor()
      await card(page).getByRole('button', { name: 'Add to dashboard' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Dashboard', { exact: true }).selectOption({ label: 'New dashboard' })
      await dialog.getByLabel('Title of the dashboard').fill('From a session')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Added to From a session').waitFor()
      await page.goto('/analytics/dashboards')
      await page.getByRole('link', { name: 'From a session' }).click()
      await drawn(page).waitFor()
    },
  },
  {
    name: 'a bad answer is said to be one, with a reason',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/sessions/${world.session}`)
      await page.getByRole('button', { name: 'Bad answer' }).last().click()
      await page.getByText('Wrong chart').click()
      await page.getByRole('button', { name: 'Send', exact: true }).first().click()
      await page.getByText('Thank you, that is noted').waitFor()
    },
  },
]
