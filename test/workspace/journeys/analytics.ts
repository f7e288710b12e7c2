import assert from 'node:assert/strict'
import { type Journey, tabTo } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import type { World } from '../world.ts'

const REVENUE = { aggregate: 'sum', table: 'Invoice', column: 'Total', name: 'revenue' }
const byCountry = { measures: [REVENUE], dimensions: [{ table: 'Customer', column: 'Country' }], order: [{ by: 'revenue', direction: 'desc' }] }

async function makeChart(world: World, title: string, query: object = { semantic_query: byCountry }): Promise<string> {
  const { body } = await world.api('POST /analytics/charts', { title, datasource_id: world.source, query }, { as: world.tokens.maker })
  return body.id
}

/** A dashboard of bars and a figure, with filters of each kind, and one tile that can only fail. */
async function makeBoard(world: World, title: string): Promise<string> {
  const as = { as: world.tokens.maker }
  const [bars, figure] = [
    await makeChart(world, 'Revenue by country'),
    await makeChart(world, 'Revenue in all', { semantic_query: { measures: [REVENUE], dimensions: [] } }),
  ]
  const albums = await makeChart(world, 'Albums', { sql: 'select Title, AlbumId from Album limit 3' })
  const body = {
    title,
    filters: [
      { id: 'country', type: 'list', member: 'Customer.Country', label: 'Country', scope: { except: ['albums'] } },
      { id: 'city', type: 'list', member: 'Customer.City', label: 'City', depends_on: ['country'], scope: { except: ['albums'] } },
      { id: 'name', type: 'text', member: 'Customer.LastName', label: 'Last name', scope: { tiles: ['albums'] } },
    ],
    layout: [
      { id: 'bars', chart_id: bars, x: 0, y: 0, w: 6, h: 5 },
      { id: 'figure', type: 'kpi', chart_id: figure, x: 6, y: 0, w: 3, h: 2 },
      { id: 'words', type: 'text', text: '## Hello\n\n<img src=x onerror=alert(1)> [run](javascript:alert(1))', x: 9, y: 0, w: 3, h: 2 },
      { id: 'albums', chart_id: albums, x: 6, y: 2, w: 6, h: 3 },
    ],
  }
  return (await world.api('POST /analytics/dashboards', body, as)).body.id
}

export const analytics: Journey[] = [
  {
    name: 'charts are narrowed by type and words, and one that is deleted is brought back',
    as: 'maker',
    async run({ page, world }) {
      await makeChart(world, 'Narrowed chart')
      await page.goto('/analytics/charts?type=bar&q=Narrowed')
      const card = page.getByRole('listitem').filter({ hasText: 'Narrowed chart' })
      await card.locator('svg[class=marks]').waitFor()
      await card.getByRole('button', { name: /^What can be done/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await card.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await card.waitFor()
      await page.getByLabel('Type').selectOption('pie')
      await page.getByText('Nothing matches').waitFor()
      await page.getByRole('button', { name: 'Clear search and filters' }).click()
      await card.waitFor()
      assert.equal(new URL(page.url()).search, '')
    },
  },
  {
    name: 'a chart is made from fields, drawn before it is saved, and saved as file',
    as: 'maker',
    at: ({ source }) => `/analytics/charts/new?source=${source}`,
    isLean: true,
    async run({ page }) {
      const pick = async (button: RegExp, words: string) => {
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('combobox').last().fill(words)
        await page.keyboard.press('Enter')
      }
      await pick(/^Add a figure/, 'invoice total')
      await page.getByText('2,328.6').waitFor()
      await page.getByRole('group', { name: 'Along' }).getByRole('button').click()
      await page.getByRole('combobox').last().fill('customer country')
      await page.keyboard.press('Enter')
      await page.locator('[data-drawn=chart] path[aria-roledescription=bar]').first().waitFor()
      await page.getByRole('textbox', { name: 'Title' }).fill('Made from fields')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL(/\/charts\/cht_/)
      await page.getByRole('heading', { name: 'Made from fields', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Download' }).click()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Rows (CSV)' }).click()])
      assert.equal(file.suggestedFilename(), 'Made from fields.csv')
    },
  },
  {
    name: 'what a spec is refused for is told where it stands',
    as: 'maker',
    async run({ page, tab, world }) {
      tab.expect(422)
      await page.goto(`/analytics/charts/${await makeChart(world, 'Refused')}?edit=true`)
      await page.getByRole('button', { name: 'JSON', exact: true }).click()
      const editor = page.getByRole('textbox', { name: 'Spec of the chart as JSON' })
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('{"mark":"bar","encoding":{"x":{"field":"nowhere"},"y":{"field":"revenue"}}}')
      await page.locator('.cm-lintRange', { hasText: '"nowhere"' }).waitFor()
      await page.getByRole('alert').getByText('the result has no column "nowhere"').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
    },
  },
  {
    name: 'a dashboard is filtered, cross-filtered and gone back, the address tells all of it, and a tile that fails does so alone',
    as: 'maker',
    isLean: true,
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await makeBoard(world, 'Filtered')}`)
      const tile = (id: string) => page.locator(`[data-tile=${id}]`)
      await tile('figure').getByText('2,328.6').waitFor()
      assert.equal(await page.locator('.board-text img, .board-text a[href^="javascript"]').count(), 0)
      await page.getByRole('button', { name: 'Country: All' }).click()
      await page.getByRole('searchbox', { name: 'Search values of Country' }).fill('fra')
      await page.getByRole('checkbox', { name: 'France' }).check()
      await tile('figure').getByText('195.1').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'City: All' }).click()
      await page.getByRole('checkbox', { name: 'Paris' }).waitFor()
      assert.equal(await page.getByRole('checkbox', { name: 'Berlin' }).count(), 0)
      await page.keyboard.press('Escape')
      await page.getByLabel('Last name').fill('Silva')
      await page.keyboard.press('Enter')
      await tile('albums')
        .getByText(/does not reach this chart/)
        .waitFor()
      await tile('figure').getByText('195.1').waitFor()
      assert.match(decodeURIComponent(page.url()), /"filter":"country","values":\["France"\].*"filter":"name"/)
      await page.getByRole('button', { name: 'Clear all' }).click()
      await tile('figure').getByText('2,328.6').waitFor()
      await tile('bars').locator('path[aria-roledescription=bar]').first().click()
      await tile('figure').getByText('523.06').waitFor()
      await page.reload()
      await tile('figure').getByText('523.06').waitFor()
      await page.getByRole('button', { name: 'No longer filter by country: USA' }).click()
      await tile('figure').getByText('2,328.6').waitFor()
      await page.goBack()
      await tile('figure').getByText('523.06').waitFor()
    },
  },
  {
    name: 'a tile is moved and resized by keyboard alone, undone, and saved',
    as: 'maker',
    byKeyboard: true,
    async run({ page, world }) {
      const id = await makeBoard(world, 'Arranged')
      await page.goto(`/analytics/dashboards/${id}?edit=true`)
      await page.getByRole('button', { name: /^Move Revenue by country/ }).waitFor()
      await tabTo(page, /^Move Revenue by country/)
      for (const key of ['ArrowRight', 'Shift+ArrowDown', 'ArrowRight', 'Control+z']) await page.keyboard.press(key)
      await page.getByText('Revenue by country: column 3, row 1, 6 wide, 6 high').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+s')
      await page.waitForURL((url) => !url.search.includes('edit'))
      const { layout } = (await world.api(`GET /analytics/dashboards/${id}`, undefined, { as: world.tokens.maker })).body
      const bars = layout.find((tile: { id: string }) => tile.id === 'bars')
      assert.deepEqual([bars.x, bars.y, bars.w, bars.h], [1, 0, 6, 6])
    },
  },
  {
    name: 'a dashboard that somebody else saved meanwhile is told of, and nothing is lost',
    as: 'maker',
    async run({ page, tab, world }) {
      tab.expect(412)
      const id = await makeBoard(world, 'Contended')
      await page.goto(`/analytics/dashboards/${id}?edit=true`)
      await page.getByRole('button', { name: 'Remove Text' }).click()
      await world.api(`PATCH /analytics/dashboards/${id}`, { description: 'by another' }, { as: world.tokens.maker })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').getByText('Nothing of yours is lost').waitFor()
      await page.getByRole('button', { name: 'Save mine over it' }).click()
      await page.waitForURL((url) => !url.search.includes('edit'))
      const { body } = await world.api(`GET /analytics/dashboards/${id}`, undefined, { as: world.tokens.maker })
      assert.deepEqual([body.layout.length, body.revision], [3, 3])
    },
  },
  {
    name: 'leaving a dashboard that is not saved is asked about',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await makeBoard(world, 'Left')}?edit=true`)
      await page.getByRole('button', { name: 'Remove Text' }).click()
      await page.getByRole('link', { name: 'Data', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      assert.match(page.url(), /edit=true/)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL((url) => !url.search.includes('edit'))
    },
  },
  {
    name: 'a dashboard is printed on paper: all tiles, none of what only works on a screen',
    as: 'maker',
    async run({ page, world, note }) {
      await page.goto(`/analytics/dashboards/${await makeBoard(world, 'Printed')}`)
      await page.locator('[data-tile=bars] [data-drawn=chart]').waitFor()
      await page.emulateMedia({ media: 'print' })
      for (const name of ['Country: All', 'Refresh', 'Edit']) assert.equal(await page.getByRole('button', { name }).isVisible(), false, name)
      assert.equal(await page.getByRole('navigation', { name: 'Workspaces' }).isVisible(), false)
      assert.ok(await page.locator('[data-tile=albums]').isVisible())
      const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
      const pages = paper.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
      note(`${pages} page`)
      assert.equal(pages, 1)
    },
  },
  {
    name: 'a dashboard is given to a person by name, who sees it come and may not change it',
    as: 'maker',
    async run({ page, tab, world }) {
      const id = await makeBoard(world, 'Given')
      const other = await openTab(tab.context.browser() as never, world.origin)
      try {
        await signIn(other, 'reader', '/analytics/dashboards')
        await page.goto(`/analytics/dashboards/${id}`)
        await page.getByRole('button', { name: 'Share', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Share “Given”' })
        await dialog.getByRole('button', { name: /^Person or group/ }).click()
        await page.getByRole('combobox', { name: 'Person or group' }).fill('rui')
        await page.getByRole('option', { name: 'rui' }).click()
        await dialog.getByRole('button', { name: 'Share', exact: true }).click()
        await dialog.getByLabel('Access of rui').waitFor()
        await other.page.getByRole('link', { name: 'Given' }).click()
        await other.page.locator('[data-tile=figure]').getByText('2,328.6').waitFor()
        for (const name of ['Edit', 'Share', 'Embed']) assert.equal(await other.page.getByRole('button', { name, exact: true }).count(), 0, name)
        await dialog.getByRole('button', { name: 'Take access from rui' }).click()
        await dialog.getByLabel('Access of rui').waitFor({ state: 'detached' })
        assert.deepEqual(other.faults, [])
      } finally {
        await other.close()
      }
    },
  },
  {
    name: 'an embedded dashboard is seen as a guest sees it, under a rule for its rows',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/dashboards/${await makeBoard(world, 'Framed')}`)
      await page.getByRole('button', { name: 'Embed' }).click()
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await page.getByLabel('Rule for the rows').fill("country = 'France'")
      await page.getByRole('button', { name: 'Show with a test token' }).click()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Framed' }).waitFor()
    },
  },
  {
    name: 'a locked dashboard says who can unlock it, and offers no editing',
    as: 'reader',
    async run({ page, world }) {
      const as = { as: world.tokens.maker }
      const { id } = (await world.api('POST /analytics/dashboards', { title: 'Held fast' }, as)).body
      await world.api(`POST /analytics/dashboards/${id}/share/user`, { user_id: world.users.reader, level: 'edit' }, as)
      await world.api(`POST /analytics/dashboards/${id}/lock`, undefined, as)
      await page.goto(`/analytics/dashboards/${id}`)
      await page.getByText('Locked, mara can unlock it').waitFor()
      await world.api(`POST /analytics/dashboards/${id}/unlock`, undefined, as)
      await page.getByText('Locked, mara can unlock it').waitFor({ state: 'detached' })
    },
  },
]
