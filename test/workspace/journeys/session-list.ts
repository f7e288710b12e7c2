import assert from 'node:assert/strict'
import { composer } from '../conversation.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'

export const sessionList: Journey[] = [
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
]
