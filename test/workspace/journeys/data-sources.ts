import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '#test/database.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import { connect } from '../world.ts'

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

export const dataSources: Journey[] = [
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
    name: 'a file that is none is refused with its reason, the page goes on, and several files are one data source',
    as: 'maker',
    at: '/data/new',
    async run({ page, tab, world }) {
      tab.expect(415, 422, 400)
      await page.getByRole('radio').first().check()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'x.parquet', mimeType: 'application/octet-stream', buffer: Buffer.from('not parquet at all') })
      await page.getByRole('alert').waitFor()
      await page.locator('input[type=file]').setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(SHOP) })
      await page.getByText('shop · 3 × 5').waitFor()
      // What is refused next takes nothing of it away, and a line that cannot be read is told.
      await page.locator('input[type=file]').setInputFiles([
        { name: 'y.parquet', mimeType: 'application/octet-stream', buffer: Buffer.from('nor is this') },
        { name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from('name,city\nAda,Bonn\nBob\n') },
      ])
      await page.getByText('staff.csv ·').waitFor()
      await page.getByText('Line 3: has 1 fields where the header has 2').waitFor()
      await page.getByRole('alert').waitFor()
      await page.getByText('shop.csv ·').waitFor()
      await page.getByLabel('Name', { exact: true }).fill('Shop and staff')
      await page.getByRole('button', { name: 'Save data source' }).click()
      await page.waitForURL(/\/data\/ds_/, { timeout: 60_000 })
      await page.getByText('Ready').waitFor({ timeout: 60_000 })
      const { body } = await world.api('GET /semantic/datasources?page_size=100', undefined, { as: world.tokens.maker })
      assert.equal(body.find(({ name }: { name: string }) => name === 'Shop and staff')?.tables_count, 2)
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
