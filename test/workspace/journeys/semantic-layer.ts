import assert from 'node:assert/strict'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

export const semanticLayer: Journey[] = [
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
    name: 'a row filter is made, and switched off',
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
      await table.getByText('Customer.Country is Germany').waitFor()
      await table.getByText('Cuts too: Invoice, InvoiceLine').waitFor()
      await table.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await table.getByText('Off').waitFor()
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
]
