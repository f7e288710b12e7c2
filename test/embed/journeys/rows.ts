import assert from 'node:assert/strict'
import { call, drawn, type Journey, shows, textOf, until, WAIT } from '../tab.ts'

/** Filters, rows and files. */
export const ROWS: Journey[] = [
  {
    name: 'filters the other tiles by a bar that is clicked, and tells the host',
    async run(tab) {
      await tab.embed({ emitDataMasks: true })
      await drawn(tab, 'bars')
      await tab.frame.locator('[data-tile=bars] .mark-rect.role-mark path').first().click()
      await shows(tab, 90)
      assert.equal((await tab.rows('bars')).length, 2)
      await until('a mask', () => tab.page.evaluate(() => (globalThis as any).masks.length > 0))
      assert.deepEqual(((await call(tab, 'getDataMask')) as any).bars.filterState, { value: ['Chile'] })
      await tab.frame.click('.chip')
      await shows(tab, 150)
    },
  },
  {
    name: 'filters by a value that is chosen',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'bars')
      await tab.frame.click('.filter-list summary')
      await tab.frame.click('.filter-values label:has-text("France")')
      await shows(tab, 60)
      // The list stays open, and keeps what was chosen before.
      await tab.frame.click('.filter-values label:has-text("Chile")')
      await shows(tab, 150)
      assert.equal(await tab.frame.textContent('.filter-list summary'), '2 chosen')
      await tab.frame.click('.filter-values label:has-text("France")')
      await shows(tab, 90)
    },
  },
  {
    name: 'speaks the language it is asked for',
    async run(tab) {
      await tab.embed({ urlParams: { locale: 'de' } })
      await drawn(tab, 'bars')
      const told = [await tab.frame.textContent('.filter-box > summary'), await tab.frame.textContent('.filter-list summary')]
      assert.deepEqual(told, ['Filter', 'Alle'])
      assert.equal(await tab.frame.getAttribute('html', 'lang'), 'de')
    },
  },
  {
    name: 'shows the rows of its token and no others',
    async run(tab, place) {
      place.token.body = { rls: [{ clause: "country = 'France'" }] }
      await tab.embed()
      await drawn(tab, 'bars')
      assert.deepEqual(await tab.rows('bars'), [{ country: 'France', total: (await tab.rows('bars'))[0]?.total }])
      await tab.frame.click('.filter-list summary')
      await until('the values', async () => (await tab.frame.textContent('.filter-values')) === 'France')
    },
  },
  {
    name: 'saves the rows of a tile where its token allows it',
    async run(tab, place) {
      await tab.embed()
      await drawn(tab, 'bars')
      assert.equal(await tab.frame.$('.tile-export'), null)
      place.token.body = { permissions: { can_export: true } }
      await tab.embed({ urlParams: { country: 'France' } })
      await drawn(tab, 'bars')
      const [download] = await Promise.all([tab.page.waitForEvent('download', WAIT), tab.frame.click('[data-tile=bars] .tile-export')])
      assert.match(await textOf(download), /^country,total\r\nFrance,60(?:\.0+)?\r\n$/)
      assert.equal(download.suggestedFilename(), 'By country.csv')
    },
  },
]
