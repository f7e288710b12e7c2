import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { until } from '../deployment.ts'
import { type Journey, tabTo } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import type { World } from '../world.ts'

const drawn = (page: Page) => page.locator('main svg.marks, main canvas.marks, main [role=graphics-document]').first()
const bars = (page: Page) => page.locator('main [aria-roledescription=bar]')

/** A dashboard with a chart of countries, one of genres, tabs and a filter over countries. */
async function board(world: World, title: string): Promise<string> {
  const as = { as: world.tokens.maker }
  const total = { aggregate: 'sum', table: 'Invoice', column: 'Total', name: 'total' }
  const chart = async (name: string, column: string, table: string) => {
    const query = { semantic_query: { measures: [total], dimensions: [{ table, column, name: 'by' }], order: [{ by: 'total', direction: 'desc' }] } }
    return (await world.api('POST /analytics/charts', { title: name, datasource_id: world.source, query, chart_type: 'bar' }, as)).body.id
  }
  const [countries, cities] = [await chart('Revenue by country', 'Country', 'Customer'), await chart('Revenue by city', 'City', 'Customer')]
  const body = {
    title,
    layout: [
      { id: 'countries', type: 'chart', chart_id: countries, x: 0, y: 0, w: 6, h: 5 },
      { id: 'cities', type: 'chart', chart_id: cities, x: 6, y: 0, w: 6, h: 5 },
    ],
    filters: [{ id: 'country', type: 'list', member: 'Customer.Country', label: 'Country' }],
  }
  return (await world.api('POST /analytics/dashboards', body, as)).body.id
}

export const boards: Journey[] = [
  {
    name: 'a chart of an answer is kept, and then stands among the saved ones',
    as: 'maker',
    async run({ page, world }) {
      // A chart that stands on a dashboard is kept already: this one is of an answer of its own.
      const { body } = await world.api(
        'POST /llm/session/completions',
        { model: 'music-analyst', messages: [{ role: 'user', content: 'How many invoices are there by year?' }] },
        { as: world.tokens.maker },
      )
      const { chart_id } = body.choices[0].message.attachments.find(({ type }: { type: string }) => type === 'chart')
      await page.goto(`/analytics/charts/${chart_id}`)
      await drawn(page).waitFor()
      await page.getByRole('button', { name: 'Keep this chart' }).click()
      await page.getByText('Kept with the saved charts').waitFor()
      await page.goto('/analytics/charts')
      await page
        .getByRole('main')
        .getByRole('link')
        .filter({ hasText: /invoices.*year/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'a chart is looked at as table and SQL, and downloaded as picture and rows',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/charts/${world.chart}`)
      await drawn(page).waitFor()
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await page.getByRole('main').getByText('Canada', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'SQL', exact: true }).click()
      await page
        .getByText(/select/i)
        .first()
        .waitFor()
      for (const [item, start] of [
        ['Picture (PNG)', '\x89PNG'],
        ['Rows (CSV)', 'Country'],
        ['Rows (Excel)', 'PK'],
        ['Rows (Parquet)', 'PAR1'],
      ] as const) {
        await page.getByRole('button', { name: 'Download' }).click()
        const downloading = page.waitForEvent('download')
        await page.getByRole('menuitem', { name: item }).click()
        const bytes = readFileSync(await (await downloading).path())
        assert.ok(
          bytes.subarray(0, 200).toString('latin1').toLowerCase().includes(start.toLowerCase()),
          `${item} begins with ${bytes.subarray(0, 12).toString('latin1')}`,
        )
      }
    },
  },
  {
    name: 'a chart is made from fields, previewed and saved',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/charts/new?source=${world.source}`)
      const chooseSource = page.getByText('Choose a data source')
      if (await chooseSource.isVisible().catch(() => false)) await page.getByRole('main').getByText('Music shop').click()
      await page.getByRole('button', { name: 'Add a figure' }).click()
      await page.keyboard.type('track')
      await page.getByRole('option', { name: 'Rows of track', exact: true }).click()
      await drawn(page).or(page.getByText('3,503')).first().waitFor()
      await page.getByLabel('Title', { exact: true }).fill('Tracks in all')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL(/\/analytics\/charts\/ch/)
      await page.getByRole('heading', { name: 'Tracks in all', level: 1 }).waitFor()
    },
  },
  {
    name: 'a dashboard is filtered from its bar, the address keeps it, and a reload shows the same',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await board(world, 'Filtered')}`)
      await until('two charts are drawn', async () => (await bars(page).count()) > 20)
      await page.getByRole('button', { name: /^Country/ }).click()
      await page.getByLabel(/Search values of Country/).fill('Germ')
      await page
        .getByRole('checkbox', { name: 'Germany' })
        .or(page.getByRole('option', { name: 'Germany' }))
        .first()
        .click()
      await page.keyboard.press('Escape')
      await until('one country is left', async () => (await page.getByLabel(/by: Germany|Country: Germany/).count()) > 0 && (await bars(page).count()) < 10)
      assert.match(decodeURIComponent(page.url()), /Germany/)
      await page.reload()
      await until('the same is shown', async () => (await bars(page).count()) > 0 && (await bars(page).count()) < 10)
      await page.getByRole('button', { name: /Clear/ }).first().click()
      await until('all are shown', async () => (await bars(page).count()) > 20)
    },
  },
  {
    name: 'a click on a bar filters the other charts, and is taken back by its chip',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await board(world, 'Clicked')}`)
      await until('two charts are drawn', async () => (await bars(page).count()) > 20)
      const before = await bars(page).count()
      await bars(page).first().click()
      await until('the other is narrower', async () => (await bars(page).count()) < before)
      await page
        .getByRole('button', { name: /No longer filter by/ })
        .first()
        .click()
      await until('all are back', async () => (await bars(page).count()) === before)
    },
  },
  {
    name: 'a dashboard is made, a chart put on it, moved by keyboard and saved',
    as: 'maker',
    async run({ page, world }) {
      await board(world, 'Has charts')
      await page.goto('/analytics/dashboards')
      await page
        .getByRole('button', { name: 'New dashboard' })
        .or(page.getByRole('link', { name: 'New dashboard' }))
        .first()
        .click()
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      await page.getByRole('menuitem', { name: 'Text' }).click()
      const dialog = page.getByRole('dialog')
      if (await dialog.isVisible().catch(() => false)) await dialog.getByRole('button').last().click()
      const handle = page.getByRole('button', { name: /arrow keys move it/ }).first()
      await handle.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { name: 'A heading' }).waitFor()
    },
  },
  {
    name: 'two people edit a dashboard: the second is told, and loses nothing',
    as: 'maker',
    async run({ page, world, tab }) {
      tab.expect(412)
      const id = await board(world, 'Contested')
      await page.goto(`/analytics/dashboards/${id}`)
      await page
        .getByRole('button', { name: 'Edit', exact: true })
        .or(page.getByRole('link', { name: 'Edit', exact: true }))
        .first()
        .click()
      const handle = page.getByRole('button', { name: /arrow keys move it/ }).first()
      await handle.focus()
      await page.keyboard.press('Shift+ArrowDown')
      await world.api(`PATCH /analytics/dashboards/${id}`, { description: 'changed meanwhile' }, { as: world.tokens.maker })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Somebody saved this dashboard while you were editing it').waitFor()
      await page.getByRole('button', { name: 'Save mine over it' }).click()
      await until('it is saved', async () => (await world.api(`GET /analytics/dashboards/${id}`, undefined, { as: world.tokens.maker })).body.revision >= 3)
    },
  },
  {
    name: 'a dashboard is shared with a group, whose member finds it and cannot edit it',
    as: 'maker',
    async run({ page, tab, world }) {
      const id = await board(world, 'For the team')
      await page.goto(`/analytics/dashboards/${id}`)
      await page.getByRole('button', { name: 'Share' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Person or group' }).click()
      await page.keyboard.type('Sales')
      await page
        .getByRole('option', { name: /Sales team/ })
        .first()
        .click()
      const give = dialog.getByRole('button', { name: /^(Share|Add|Give access)$/ })
      if (await give.count()) await give.first().click()
      await until(
        'it is shared',
        async () => (await world.api(`GET /analytics/dashboards/${id}`, undefined, { as: world.tokens.reader, may: true })).status === 200,
      )
      const other = await openTab(tab.context.browser() as never, world.origin)
      try {
        await signIn(other, 'reader', `/analytics/dashboards/${id}`)
        await until('it is drawn', async () => (await bars(other.page).count()) > 5)
        assert.equal(await other.page.getByRole('button', { name: 'Edit', exact: true }).and(other.page.locator(':enabled')).count(), 0)
        assert.deepEqual(other.faults, [])
      } finally {
        await other.close()
      }
    },
  },
  {
    name: 'a dashboard is embedded: domains are named, the code holds its id and no key',
    as: 'maker',
    async run({ page, world }) {
      const id = await board(world, 'Embedded')
      await page.goto(`/analytics/dashboards/${id}`)
      await page
        .getByRole('button', { name: /^Embed/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('This dashboard may be embedded').check()
      await dialog.getByLabel('Origins that may frame it').fill('https://app.example.com/')
      await dialog.getByLabel('Questions of guests a day').fill('40')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await until('it is saved', async () => {
        const { embedded } = (await world.api(`GET /analytics/dashboards/${id}`)).body
        return embedded.enabled && embedded.allowed_domains[0] === 'https://app.example.com' && embedded.questions_per_day === 40
      })
      await dialog
        .getByRole('tab', { name: 'Code' })
        .or(dialog.getByRole('button', { name: 'Code' }))
        .first()
        .click()
      const code = await dialog.innerText()
      assert.ok(code.includes(id), code)
      assert.ok(!/qk_|qs_\w{8}/.test(code))
    },
  },
  {
    name: 'a dashboard is read by keyboard alone',
    as: 'maker',
    byKeyboard: true,
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await board(world, 'By keyboard')}`)
      await until('it is drawn', async () => (await bars(page).count()) > 20)
      await tabTo(page, /^What can be done with Revenue by country/)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'View SQL' }).waitFor()
      await page.keyboard.press('Escape')
      await tabTo(page, /^Country/)
    },
  },
  {
    name: 'a dashboard is printed with all its charts',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await board(world, 'On paper')}`)
      await until('it is drawn', async () => (await bars(page).count()) > 20)
      const pdf = await page.pdf({ format: 'A4', landscape: true, printBackground: true })
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByRole('complementary').isVisible(), false)
      assert.equal(await page.locator('main [aria-roledescription=bar]').first().isVisible(), true)
    },
  },
]
