import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { ask, choose, composer, slowModel } from '../conversation.ts'
import { type Journey, tabTo } from '../journey.ts'

const QUESTIONS = [
  'What is the total revenue by country?',
  'How many tracks are there by genre?',
  'How many albums are there?',
  'How many invoices are there by year?',
]

/** Where a question stands on the screen, in pixels from its top. */
async function placeOf(page: Page, question: string): Promise<number> {
  const box = await page.getByRole('article', { name: question }).getByText(question, { exact: true }).first().boundingBox()
  return Math.round(box?.y ?? -1)
}

export const asking: Journey[] = [
  {
    name: 'each question is in view once it is asked, and one sent while another is answered is asked next',
    as: 'maker',
    async run({ page }) {
      for (const [at, question] of QUESTIONS.entries()) {
        await composer(page).fill(question)
        await page.keyboard.press('Enter')
        // The second is not waited for: the third is sent while it is answered.
        if (at === 1) continue
        await page.getByRole('article', { name: question }).getByRole('button', { name: 'Good answer' }).waitFor()
        await page.waitForTimeout(300)
        const place = await placeOf(page, question)
        assert.ok(place > 52 && place < 700, `"${question}" stands at ${place} px`)
      }
      const asked = await Promise.all((await page.getByRole('article').all()).map((one) => one.getAttribute('aria-label')))
      assert.deepEqual(asked, QUESTIONS)
    },
  },
  {
    name: 'data that no model answers from is asked about in two clicks, and is one choice among the others then',
    as: 'maker',
    async run({ page, world }) {
      const form = new FormData()
      form.append('file', new Blob(['Order #;Net amount (€);Order Date\nA-1;1.234,50;03.01.2023\nA-2;99,00;17.02.2023\n']), 'Größe & Co (2024).csv')
      const as = { as: world.tokens.maker }
      const { body: file } = await world.api('POST /semantic/files', undefined, { ...as, form })
      const { body: source } = await world.api('POST /semantic/datasources', { name: 'Größe & Co', type: 'file', connection: { file_ids: [file.id] } }, as)
      await world.api('POST /semantic/semanticextractions', { datasource_id: source.id }, as)
      try {
        await page.goto(`/data/${source.id}/general`)
        await page.getByRole('button', { name: 'Ask about it' }).click()
        assert.equal(await page.getByLabel('Name of the model').inputValue(), 'grosse-co')
        await page.getByRole('button', { name: 'Make and ask' }).click()
        await page.waitForURL((url) => url.searchParams.get('source') === source.id)
        await page.getByRole('button', { name: 'Data source: Größe & Co' }).click()
        await page.getByRole('menuitem', { name: 'Music shop' }).click()
        await page.getByRole('button', { name: 'Model: music-analyst' }).waitFor()
        await page.goto(`/data/${source.id}/general`)
        await page.getByRole('link', { name: 'Ask about it' }).click()
        await composer(page).fill('total net amount by year')
        await page.keyboard.press('Enter')
        await page.getByText('1,333.5').first().waitFor()
      } finally {
        // What a person made last is chosen for him at first: the journeys that come after ask the music shop.
        const models = (await world.api('GET /core/models?page_size=100', undefined, as)).body
        for (const { id, name } of models) if (name === 'grosse-co') await world.api(`DELETE /core/models/${id}`, undefined, as)
        await world.api(`DELETE /semantic/datasources/${source.id}`, undefined, as)
      }
    },
  },
  {
    name: 'a mark is chosen by keyboard alone, and the answer says why it is as it is, and goes back',
    as: 'maker',
    byKeyboard: true,
    async run({ page, world }) {
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'What was the revenue by year?' }] },
        { as: world.tokens.maker },
      )
      await page.goto(`/sessions/${body.session_id}`)
      const marks = page.getByRole('listbox', { name: /^Marks of the chart/ })
      await marks.waitFor({ state: 'attached' })
      await tabTo(page, /Marks of the chart|^\d{4} · /)
      await page.keyboard.press('End')
      await marks.getByRole('option', { name: /^2025 · 450/ }).waitFor()
      await page.keyboard.press('Enter')
      await tabTo(page, 'Why?')
      await page.keyboard.press('Enter')
      await page.getByText(/In 2025 .* changed by −26\.95/).waitFor()
      await tabTo(page, 'Undo the step', 120)
      await page.keyboard.press('Enter')
      await page.getByText(/In 2025 .* changed by/).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'SQL that was edited stands in the session after a reload, and is gone back from; in German the steps are told in German',
    as: 'maker',
    async run({ page, world }) {
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'What is the total revenue per country?' }] },
        { as: world.tokens.maker },
      )
      await page.goto(`/sessions/${body.session_id}`)
      await page.getByRole('button', { name: 'SQL', exact: true }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('select count(*) as albums from Album')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('SQL of your own, unverified').waitFor()
      await page.evaluate(`localStorage.setItem('querent.language', 'de')`)
      await page.reload()
      await page.getByText('Eigenes SQL, ungeprüft').waitFor()
      await page.getByRole('button', { name: 'Eigenes SQL', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Schritt zurücknehmen' }).click()
      await page.getByRole('toolbar', { name: 'An dieser Antwort arbeiten' }).waitFor()
      await page.evaluate(`localStorage.removeItem('querent.language')`)
    },
  },
  {
    name: 'the first steps are listed until they are done or put away',
    as: 'newcomer',
    async run({ page, world, second }) {
      await page.getByRole('textbox', { name: 'Ask a question about your data' }).waitFor()
      assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
      const group = (await world.api('POST /core/groups', { name: 'Connectors', permissions: { create_datasources: true } })).body.id
      await world.api('POST /core/usergroups', { user_id: world.users.newcomer, group_id: group })
      const other = await second()
      await other.page.getByRole('heading', { name: 'First steps' }).waitFor()
      await other.page.getByRole('link', { name: 'Connect', exact: true }).click()
      await other.page.waitForURL(/\/data\/new$/)
      await other.page.goBack()
      await other.page.getByRole('button', { name: 'Put the first steps away' }).click()
      await other.page.reload()
      await other.page.getByRole('textbox', { name: 'Ask a question about your data' }).waitFor()
      assert.equal(await other.page.getByRole('heading', { name: 'First steps' }).count(), 0)
      await world.api(`DELETE /core/groups/${group}`)
    },
  },
  {
    name: 'an answer that is there before the page has read the conversation is shown all the same',
    as: 'maker',
    own: true,
    async run({ page, world }) {
      const slow = await slowModel(world)
      const read = Promise.withResolvers<void>()
      let isFirst = true
      await page.route(/\/messages\/paginated/, async (route) => {
        if (!isFirst) return route.continue()
        isFirst = false
        // Read while the answer was not stored yet, and on its way for longer than the answer took.
        const response = await route.fetch()
        const body = await response.json()
        const items = body.items.filter(({ role }: { role: string }) => role === 'user')
        read.resolve()
        await new Promise((resolve) => setTimeout(resolve, 2_500))
        await route.fulfill({ response, json: { ...body, items } }).catch(() => undefined)
      })
      try {
        await page.reload()
        await choose(page, slow.name)
        await ask(page, 'Tell me something long')
        await read.promise
        await page.getByText('word word').first().waitFor()
        await page.keyboard.press('Escape')
        await page.waitForTimeout(3_500)
        await page.getByRole('button', { name: 'Good answer' }).waitFor()
        assert.equal(await page.getByText('This question has no answer').count(), 0)
      } finally {
        await slow.end()
      }
    },
  },
]
