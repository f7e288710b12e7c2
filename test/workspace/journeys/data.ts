import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '#test/database.ts'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import { connect, extract } from '../world.ts'

const SHOP = 'id,country,city,amount,day\n1,France,Paris,10,2026-11-20\n2,France,Lyon,20,2026-10-02\n3,Chile,Lima,40,2025-01-04\n'

/** Lines until a file is as large as asked. */
function largeCsv(bytes: number): string {
  const path = join(temporaryFolder(), 'sensors.csv')
  const lines = ['id,station,reading,day']
  for (let id = 0, size = 0; size < bytes; id += 1) {
    const line = `${id},station-${id % 40},${((id * 7919) % 10_000) / 100},2026-${String(1 + (id % 12)).padStart(2, '0')}-0${1 + (id % 9)}`
    size += line.length + 1
    lines.push(line)
  }
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Drops or picks a file, names the source, and saves it: the extraction then runs. */
async function addFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer } | string, name: string): Promise<void> {
  await page.goto('/data/new')
  await page.getByLabel('Search types').fill('file')
  await page.getByRole('radio').first().check()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Name').fill(name)
  await until('the file is there', async () => page.getByRole('button', { name: 'Save data source' }).isEnabled(), 120_000)
  await page.getByRole('button', { name: 'Save data source' }).click()
  await page.waitForURL(/\/data\/ds_|\/data\/[^/]+\/general/, { timeout: 60_000 })
}

export const data: Journey[] = [
  {
    name: 'the list of data sources is searched, and a row opens its page',
    as: 'maker',
    at: '/data',
    async run({ page }) {
      await page.getByLabel('Search data sources').fill('nothing of the kind')
      await page.getByText('No data source matches').waitFor()
      await page.getByLabel('Search data sources').fill('music')
      await page.getByRole('link', { name: 'Music shop' }).click()
      await page.waitForURL(/\/general$/)
      await until('the tab is named', async () => (await page.title()) === 'Music shop · Querent')
      await page.goBack()
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
    },
  },
  {
    name: 'a file is chosen, named and saved, its extraction shows, and its tables are described',
    as: 'maker',
    isLean: true,
    async run({ page }) {
      await addFile(page, { name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(SHOP) }, 'Corner shop')
      await page.getByText('Ready').first().waitFor({ timeout: 60_000 })
      await page.getByRole('link', { name: 'Descriptions' }).click()
      await page.getByRole('heading', { name: 'shop', exact: true }).waitFor()
      await page.getByText('amount', { exact: true }).waitFor()
    },
  },
  {
    name: 'a CSV of 40 MB is dropped, shows its progress, is extracted and answers a question',
    as: 'maker',
    async run({ page, note }) {
      const started = Date.now()
      await addFile(page, largeCsv(40_000_000), 'Sensors')
      await page.getByText('Ready').first().waitFor({ timeout: 180_000 })
      note(`extracted after ${((Date.now() - started) / 1000).toFixed(0)} s`)
      assert.equal(await page.locator('h1').innerText(), 'Sensors')
      await page.getByRole('link', { name: 'Descriptions' }).click()
      await page.getByRole('heading', { name: 'sensors' }).waitFor()
    },
  },
  {
    name: 'a file that is none is refused with its reason, and the page goes on',
    as: 'maker',
    at: '/data/new',
    async run({ page, tab }) {
      tab.expect(415, 422, 400)
      await page.getByRole('radio').first().check()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'x.parquet', mimeType: 'application/octet-stream', buffer: Buffer.from('not parquet at all') })
      await page.getByRole('alert').waitFor()
      await page.locator('input[type=file]').setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(SHOP) })
      await page.getByText('shop.csv ·').waitFor()
    },
  },
  {
    name: 'a connection string fills the fields, and a failing test shows each check',
    as: 'maker',
    at: '/data/new',
    async run({ page, tab }) {
      tab.expect(422)
      await page.getByLabel('Search types').fill('postgres')
      await page.getByRole('radio').first().check()
      await page.getByLabel('Connection string').fill('postgres://reader:secret@127.0.0.1:1/shop')
      await page.getByLabel('Name', { exact: true }).fill('Down')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('Reach the host').or(page.getByRole('alert')).first().waitFor()
      assert.ok(!(await page.content()).includes('>secret<'))
    },
  },
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
  {
    name: 'a hierarchy is made of levels, reordered by keyboard, and kept',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/hierarchies`)
      await page.getByRole('button', { name: 'Add hierarchy' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Where customers live')
      for (const level of ['City', 'Country']) await dialog.getByLabel('Add level').selectOption({ value: `Customer\u0000${level}` })
      await dialog.getByRole('button', { name: 'Move Customer.Country up' }).focus()
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const item = page.getByRole('listitem').filter({ hasText: 'Where customers live' })
      assert.match((await item.innerText()).replace(/\s+/g, ' '), /Customer\.Country.*Customer\.City/)
    },
  },
  {
    name: 'a measure with bad arithmetic is refused where it stands, and a good one is kept',
    as: 'maker',
    async run({ page, world, tab }) {
      tab.expect(422, 400)
      await page.goto(`/data/${world.source}/model`)
      await page.getByRole('button', { name: 'Add measure' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').first().fill('line_total')
      await dialog.getByLabel('Table').selectOption('InvoiceLine')
      const expression = dialog.getByLabel('Expression')
      await expression.fill('UnitPrice * * Quantity')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByRole('alert').waitFor()
      await expression.fill('UnitPrice * Quantity')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('line_total').first().waitFor()
    },
  },
  {
    name: 'a verified query is written, and its question is answered from it',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/verified`)
      await page.getByRole('button', { name: 'Add verified query' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Question').fill('How big is the shop?')
      await dialog.getByLabel('SQL').fill('select count(*) as tracks from Track')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('How big is the shop?').waitFor()
      const reply = await world.api('POST /llm/session/completions', { model: 'music-analyst', messages: [{ role: 'user', content: 'How big is the shop?' }] })
      assert.match(JSON.stringify(reply.body), /verified_query":"?\w/)
    },
  },
  {
    name: 'a row filter is made, previewed as somebody, switched off and on',
    as: 'maker',
    own: true,
    async run({ page, world, tab }) {
      tab.expect(403)
      await page.goto(`/data/${world.source}/filters`)
      await page.getByRole('button', { name: 'Add row filter' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Table').selectOption('Customer')
      await dialog.getByLabel('Column').selectOption('Country')
      await dialog.getByLabel('Values').fill('Germany')
      await dialog.getByText('Still open, with rows that belong to it: Invoice, InvoiceLine').waitFor()
      await dialog.getByLabel('Rows it cuts').selectOption('related')
      await dialog.getByText('Cuts too: Invoice, InvoiceLine').click()
      await dialog.getByText('Invoice.CustomerId → Customer.CustomerId', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const table = page.getByRole('region', { name: 'Row filters' })
      await table.getByText('Customer.Country equals Germany').waitFor()
      await table.getByText('Cuts too: Invoice, InvoiceLine').waitFor()
      await table.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await table.getByText('Off').waitFor()
    },
  },
  {
    name: 'a source is shared with a group and taken back, and the other sees it come and go without a reload',
    as: 'admin',
    async run({ page, world, tab, note }) {
      const other = await openTab(tab.context.browser() as never, world.origin)
      other.expect(403, 404)
      try {
        await signIn(other, 'newcomer', '/data')
        await other.page.getByText('No data has been shared with you').first().waitFor()
        const started = Date.now()
        await world.api(`POST /semantic/datasources/${world.source}/share/user`, { user_id: world.users.newcomer, level: 'view' })
        await other.page.getByRole('link', { name: 'Music shop' }).waitFor()
        note(`shown after ${Date.now() - started} ms`)
        await page.goto(`/data/${world.source}/general`)
        const row = page.getByRole('listitem').filter({ hasText: 'nia' })
        await row.getByRole('button', { name: /^Take access/ }).click()
        await other.page.getByText('No data has been shared with you').first().waitFor()
        assert.deepEqual(other.faults, [])
      } finally {
        await other.close()
      }
    },
  },
  {
    name: 'who may only look sees no way to change, and why',
    as: 'reader',
    isLean: true,
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/general`)
      await page.getByText('changing it needs the level “edit”').waitFor()
      for (const name of ['Save', 'Delete data source', 'Disable', 'Test connection'])
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
      await page.getByRole('link', { name: 'Descriptions' }).click()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      assert.equal(await page.getByRole('button', { name: /^Edit / }).count(), 0)
    },
  },
  {
    name: 'an extraction run from Operations shows its progress and stands in the history',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/data/${world.source}/operations`)
      await page.getByRole('button', { name: 'Run extraction' }).click()
      const history = page.getByRole('region', { name: 'History' })
      await until('two runs stand in the history', async () => (await history.getByText('Ready').count()) >= 2, 60_000)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export the semantic layer' }).click()
      assert.match((await downloading).suggestedFilename(), /\.yaml$/)
    },
  },
  {
    name: 'deleting a source asks for its name, and it leaves every open list',
    as: 'maker',
    async run({ page, world, second }) {
      const id = await connect({ ...world, api: (line, body, options) => world.api(line, body, { as: world.tokens.maker, ...options }) }, 'Passing', {
        'p.csv': SHOP,
      })
      const other = await second()
      await other.page.goto('/data')
      await other.page.getByRole('link', { name: 'Passing' }).waitFor()
      await page.goto(`/data/${id}/general`)
      await page.getByRole('button', { name: 'Delete data source' }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled())
      await dialog.getByLabel('Name').fill('Passing')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL((url) => url.pathname === '/data')
      await other.page.getByRole('link', { name: 'Passing' }).waitFor({ state: 'detached' })
    },
  },
]
