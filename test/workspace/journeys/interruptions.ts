import { ask, choose, slowModel } from '../conversation.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

export const interruptions: Journey[] = [
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
