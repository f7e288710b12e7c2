import assert from 'node:assert/strict'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'
import { extract } from '../world.ts'

export const descriptions: Journey[] = [
  {
    name: 'a description is edited where it stands, by keyboard alone',
    as: 'maker',
    byKeyboard: true,
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/descriptions?table=Invoice`)
      await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Edit Total: Description' }).waitFor()
      await tabTo(page, /^Edit Total: Description/, 120)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('What the customer paid, in US dollars')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Edit Total: Description: What the customer paid/ }).waitFor()
      await until('it is stored', async () => {
        const { body } = await world.api(`GET /semantic/descriptions?datasource_id=${world.source}&object_type=column&table_name=Invoice&page_size=100`)
        return body.some((one: { column_name: string; description: string }) => one.column_name === 'Total' && one.description.startsWith('What the customer'))
      })
    },
  },
  {
    name: 'a description edited in two tabs: the second is told, and nothing is lost',
    as: 'maker',
    async run({ page, tab, world, second }) {
      tab.expect(412)
      const at = `/data/${world.source}/descriptions?table=Artist`
      const other = await second()
      const name = /^Edit Name: Description/
      for (const each of [page, other.page]) {
        await each.goto(at)
        await each.getByRole('button', { name }).click()
      }
      await other.page.keyboard.press('Control+A')
      await other.page.keyboard.type('The name of the band')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('How the artist is called')
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('button', { name: /The name of the band/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Somebody changed this meanwhile').waitFor()
      await page.getByRole('alert').getByText('The name of the band').waitFor()
      await page.getByRole('button', { name: 'Save mine over it' }).click()
      await page.getByRole('button', { name: /How the artist is called/ }).waitFor()
      await other.page.getByRole('button', { name: /How the artist is called/ }).waitFor()
    },
  },
  {
    name: 'tables are searched in the tree, and the address keeps the one chosen',
    as: 'reader',
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/descriptions`)
      await page.getByLabel('Search tables and columns').fill('track')
      await page.getByRole('navigation', { name: 'Tables of the data source' }).getByRole('button', { name: 'PlaylistTrack' }).click()
      await page.waitForURL(/table=PlaylistTrack/)
      await page.reload()
      await page.getByRole('heading', { name: 'PlaylistTrack' }).waitFor()
    },
  },
  {
    name: 'a source of 2,000 tables scrolls and is searched in its tree',
    as: 'admin',
    lacks: hasPostgres ? undefined : NO_POSTGRES,
    async run({ page, world, note }) {
      const tables = Array.from({ length: 2000 }, (_, table) => `create table t${table} (id integer primary key, name text)`)
      const database = await createPostgresDatabase([tables.join(';')])
      try {
        const { body } = await world.api('POST /semantic/datasources', { name: 'Many', type: 'postgres', connection: database.connection })
        await extract(world, body.id)
        const started = Date.now()
        await page.goto(`/data/${body.id}/descriptions`)
        const tree = page.getByRole('navigation', { name: 'Tables of the data source' })
        await tree.getByRole('button').first().waitFor({ timeout: 60_000 })
        note(`${Date.now() - started} ms to the tree`)
        assert.ok((await tree.getByRole('button').count()) < 100)
        await page.getByLabel('Search tables and columns').fill('t1999')
        await tree.getByRole('button', { name: 't1999' }).click()
        await page.getByRole('heading', { name: 't1999' }).waitFor()
        await page.goto('/sessions')
        await world.api(`DELETE /semantic/datasources/${body.id}`)
      } finally {
        await database.drop()
      }
    },
  },
]
