import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { startOpenAiServer } from '#test/openai-server.ts'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import type { World } from '../world.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'Ask a question about your data' })
const drawn = (page: Page) => page.locator('main svg.marks, main canvas.marks, main [role=graphics-document]').first()
const card = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('group', { name: 'Show as' }) })
    .last()

async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await page.keyboard.press('Enter')
}

/** A model that answers a word at a time, for ever, from a server of ours. */
async function slowModel(world: World): Promise<{ name: string; end(): Promise<void> }> {
  const vendor = await startOpenAiServer(Array.from({ length: 4 }, () => ({ drip: ' word', everyMs: 150 })))
  const provider = await world.api('POST /core/providers', { name: `slow-${Date.now()}`, kind: 'openai-compatible', base_url: vendor.baseUrl, api_key: 'x' })
  const name = `slow-${Date.now()}`
  const model = await world.api('POST /core/models', { name, type: 'provider', provider_id: provider.body.id, upstream: 'gpt-4o-mini' })
  await world.api('POST /core/modelgroups', { model_id: model.body.id, group_id: world.group })
  return { name, end: vendor.close }
}

async function choose(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click()
  await page
    .getByRole('menuitem', { name: model })
    .or(page.getByRole('menuitemradio', { name: model }))
    .click()
}

export const sessions: Journey[] = [
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
  {
    name: 'sessions are searched, renamed, pinned, archived, copied, deleted and brought back',
    as: 'maker',
    async run({ page, world }) {
      const as = { as: world.tokens.maker }
      const { body } = await world.api('POST /llm/sessions/new', { title: 'Quarterly figures' }, as)
      await page.goto('/sessions')
      await page.getByLabel('Search titles and messages').fill('quarterly')
      const menu = page.getByRole('button', { name: 'Actions for Quarterly figures' })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Pin' }).click()
      await until('it is pinned', async () => (await world.api(`GET /llm/sessions/${body.id}`, undefined, as)).body.pinned === true)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Quarterly numbers')
      await page.keyboard.press('Enter')
      await page
        .getByRole('link', { name: /Quarterly numbers/ })
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Actions for Quarterly numbers' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Actions for Quarterly numbers' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await until('it is archived', async () => (await world.api(`GET /llm/sessions/${body.id}`, undefined, as)).body.archived === true)
    },
  },
  {
    name: 'a shared session is read by the other, who makes a copy to ask on',
    as: 'maker',
    async run({ page: _page, tab, world }) {
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'How many albums are there?' }] },
        { as: world.tokens.maker },
      )
      await world.api(`POST /llm/sessions/${body.session_id}/share/user`, { user_id: world.users.reader, level: 'view' }, { as: world.tokens.maker })
      const other = await openTab(tab.context.browser() as never, world.origin)
      try {
        await signIn(other, 'reader', `/sessions/${body.session_id}`)
        await other.page.getByText('Shared with you to read').waitFor()
        await other.page.getByText('347').first().waitFor()
        assert.equal(await composer(other.page).count(), 0)
        assert.deepEqual(other.faults, [])
      } finally {
        await other.close()
      }
    },
  },
  {
    name: 'an answer that is stopped stops at the server, and says so',
    as: 'maker',
    own: true,
    async run({ page, world }) {
      const slow = await slowModel(world)
      try {
        await page.reload()
        await choose(page, slow.name)
        await ask(page, 'Tell me something long')
        await page.getByText('word word').first().waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Send', exact: true }).first().waitFor()
        await until('nothing runs', async () => {
          const { body } = await world.api('GET /llm/sessions?page_size=5', undefined, { as: world.tokens.maker })
          return body.every((one: { status?: string; is_running?: boolean }) => one.is_running !== true && one.status !== 'running')
        })
      } finally {
        await slow.end()
      }
    },
  },
  {
    name: 'the server is killed in the middle of an answer: the page recovers and says what happened',
    as: 'maker',
    own: true,
    async run({ page, tab, world }) {
      tab.expect(0, 502, 503)
      const slow = await slowModel(world)
      try {
        await page.reload()
        await choose(page, slow.name)
        await ask(page, 'Tell me something long')
        await page.getByText('word word').first().waitFor()
        await world.kill()
        await page.getByText('The connection is lost').or(page.getByText('The services cannot be reached')).first().waitFor({ timeout: 40_000 })
        await world.start()
        await page
          .getByText('The server was restarted in the middle of this answer')
          .or(page.getByText('This answer was cut short'))
          .or(page.getByText('This question has no answer'))
          .first()
          .waitFor({ timeout: 60_000 })
        await choose(page, 'music-analyst')
        await ask(page, 'How many albums are there?')
        await page
          .getByRole('main')
          .getByText(/^347 albums|There are 347|347\b.*album/i)
          .first()
          .waitFor({ timeout: 30_000 })
      } finally {
        await slow.end()
      }
    },
  },
  {
    name: 'a sign-in that is ended while an answer streams ends the tab',
    as: 'maker',
    own: true,
    async run({ page, tab, world }) {
      tab.expect(401, 403)
      const slow = await slowModel(world)
      try {
        await page.reload()
        await choose(page, slow.name)
        await ask(page, 'Tell me something long')
        await page.getByText('word word').first().waitFor()
        await world.api(`PUT /core/users/${world.users.maker}`, { status: 'disabled' })
        await page.waitForURL(/\/signin/, { timeout: 20_000 })
      } finally {
        await slow.end()
      }
    },
  },
]
