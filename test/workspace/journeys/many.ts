import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'With what is selected' })

/** Lists of which several are chosen and changed at once. */
export const many: Journey[] = [
  {
    name: 'sessions are chosen by Shift and archived at once; deleted at once, and brought back',
    as: 'maker',
    async run({ page, world }) {
      const as = { as: world.tokens.maker }
      const ids: string[] = []
      for (const number of [1, 2, 3, 4]) ids.push((await world.api('POST /llm/sessions/new', { title: `Many ${number}` }, as)).body.id)
      const archived = async () => {
        const found = await Promise.all(ids.map((id) => world.api(`GET /llm/sessions/${id}`, undefined, as)))
        return found.filter(({ body }) => body.archived === true).length
      }
      await page.goto('/sessions?q=Many')
      await page.getByRole('checkbox', { name: 'Select Many 4' }).waitFor()
      const boxes = page.getByRole('checkbox', { name: /^Select Many/ })
      await boxes.first().check()
      await boxes.last().click({ modifiers: ['Shift'] })
      await bar(page).getByText('4 selected').waitFor()
      await boxes.first().uncheck()
      await bar(page).getByRole('button', { name: 'Archive' }).click()
      await until('three are archived', async () => (await archived()) === 3)
      await page.getByText('Done with 3').waitFor()
      await boxes.first().check()
      await bar(page).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await boxes.first().waitFor()
    },
  },
  {
    name: 'users are put into a group and disabled at once, by keyboard alone',
    as: 'admin',
    at: '/admin/users',
    byKeyboard: true,
    async run({ page, world }) {
      const ids: string[] = []
      for (const name of ['Zoe', 'Zac'])
        ids.push((await world.api('POST /core/users', { email: `${name}@example.com`, name, password: 'correct horse battery' })).body.id)
      for (const name of ['Zoe', 'Zac']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
        await page.keyboard.press('Space')
      }
      await bar(page).getByRole('button', { name: 'Add to group' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Sales team' }).waitFor()
      await page.keyboard.type('Sales')
      await page.keyboard.press('Enter')
      const members = async () =>
        (await world.api(`GET /core/groups/${world.group}/users?page_size=100`)).body.filter(({ id }: { id: string }) => ids.includes(id))
      await until('both are members', async () => (await members()).length === 2)
      for (const name of ['Zoe', 'Zac']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
        await page.keyboard.press('Space')
      }
      await bar(page).getByRole('button', { name: 'Disable' }).focus()
      await page.keyboard.press('Enter')
      await until('both are disabled', async () =>
        (await Promise.all(ids.map((id) => world.api(`GET /core/users/${id}`)))).every(({ body }) => body.status === 'disabled'),
      )
    },
  },
  {
    name: 'charts of answers are hidden at once, and data sources read anew at once',
    as: 'maker',
    async run({ page, world }) {
      const as = { as: world.tokens.maker }
      await page.goto('/analytics/charts?origin=answer')
      const boxes = page.getByRole('checkbox', { name: /^Select / })
      await boxes.first().waitFor()
      await boxes.first().check({ force: true })
      await bar(page).getByRole('button', { name: 'Hide' }).click()
      const hiddenOnes = async (): Promise<{ id: string }[]> =>
        (await world.api('GET /analytics/charts?include_hidden=true&origin=answer&page_size=100', undefined, as)).body.filter(
          ({ is_hidden }: { is_hidden: boolean }) => is_hidden,
        )
      await until('one is hidden', async () => (await hiddenOnes()).length === 1)
      const hidden = await hiddenOnes()
      // Where there are more than a page holds, another takes its place.
      await page.locator(`main a[href$="${hidden[0]?.id}"]`).waitFor({ state: 'detached' })
      for (const { id } of hidden) await world.api(`POST /analytics/charts/${id}/show`, undefined, as)
      await page.goto('/data')
      await page.getByRole('checkbox', { name: 'Select Music shop' }).check()
      await bar(page).getByRole('button', { name: 'Run extraction' }).click()
      await page.getByText('Done', { exact: true }).waitFor()
      await until('the extraction ended', async () => {
        const { body } = await world.api(`GET /semantic/datasources/${world.source}`, undefined, as)
        return body.extraction_status === 'completed'
      })
      assert.equal(await bar(page).count(), 0)
    },
  },
  {
    name: 'rows of a table are looked at, and through the eyes of a group that a row filter binds',
    as: 'admin',
    async run({ page, world }) {
      const { body } = await world.api('POST /semantic/filters', {
        datasource_id: world.source,
        table_name: 'Customer',
        condition: { member: 'Country', operator: 'equals', values: ['Brazil'] },
        applies_to: { groups: [world.group] },
      })
      try {
        await page.goto(`/data/${world.source}/descriptions?table=Customer`)
        await page.getByRole('button', { name: 'Rows', exact: true }).click()
        await page.getByText('59 rows in all', { exact: true }).waitFor()
        await page.goto(`/data/${world.source}/filters`)
        await page.getByRole('button', { name: /^Look as/ }).click()
        await page.getByRole('option', { name: 'Sales team' }).click()
        await page.getByRole('combobox', { name: 'Table' }).selectOption('Customer')
        await page.getByText('5 rows in all', { exact: true }).waitFor()
      } finally {
        await world.api(`DELETE /semantic/filters/${body.id}`)
      }
    },
  },
]
