import assert from 'node:assert/strict'
import { call, component, drawn, type Journey, shows, until } from '../tab.ts'

/** The page in its frame: what it shows, hides and tells of itself. */
export const PAGE: Journey[] = [
  {
    name: 'mounts and draws every tile',
    async run(tab) {
      await tab.embed()
      for (const tile of ['bars', 'sum', 'cities']) await drawn(tab, tile)
      assert.equal(await tab.frame.textContent('h1'), 'Shop')
      await shows(tab, 150)
    },
  },
  {
    name: 'shows the picture of the service before the chart engine has come',
    async run(tab, place) {
      let release = () => {}
      place.held = { pattern: /part-/, release: new Promise((resolve) => (release = resolve)) }
      await tab.embed()
      await drawn(tab, 'bars', 'picture')
      assert.ok(await tab.frame.$('[data-tile="bars"] svg'))
      release()
      place.held = null
      await drawn(tab, 'bars')
    },
  },
  {
    name: 'hides the title',
    async run(tab) {
      await tab.embed({ hideTitle: true })
      await drawn(tab, 'bars')
      assert.equal(await tab.frame.$('h1'), null)
    },
  },
  {
    name: 'hides the tabs',
    async run(tab) {
      await tab.embed({ hideTab: true })
      await drawn(tab, 'cities')
      assert.equal(await tab.frame.$('[role=tablist]'), null)
    },
  },
  {
    name: 'hides the filters',
    async run(tab) {
      await tab.embed({ filters: { visible: false } })
      await drawn(tab, 'bars')
      assert.equal(await tab.frame.$('.filter'), null)
    },
  },
  {
    name: 'folds the filters',
    async run(tab) {
      await tab.embed({ filters: { expanded: false } })
      await drawn(tab, 'bars')
      assert.equal(await tab.frame.$('.filter-box[open]'), null)
    },
  },
  {
    name: 'takes values of filters from the address',
    async run(tab) {
      await tab.embed({ urlParams: { country: 'France', unknown: 'x' } })
      await shows(tab, 60)
    },
  },
  {
    name: 'tells its size',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'cities')
      const size = (await call(tab, 'getScrollSize')) as { width: number; height: number }
      assert.ok(size.width > 900 && size.height > 700, JSON.stringify(size))
    },
  },
  {
    name: 'changes to dark and back, its charts too',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'bars')
      const ground = () => tab.frame.evaluate(() => (globalThis as any).getComputedStyle((globalThis as any).document.body).backgroundColor)
      const light = await ground()
      await call(tab, 'setThemeMode', 'dark')
      await until('dark', async () => (await ground()) !== light)
      await call(tab, 'setThemeMode', 'default')
      await until('light', async () => (await ground()) === light)
    },
  },
  {
    name: 'gives a permanent link that holds what was chosen and no token',
    async run(tab) {
      await tab.embed({ urlParams: { country: 'Chile' } })
      await shows(tab, 90)
      const link = new URL((await call(tab, 'getDashboardPermalink', 'bars')) as string)
      assert.equal(link.hash, '#bars')
      assert.ok(!link.href.includes('eyJhbGci'))
      await tab.embed({ urlParams: { permalink: link.searchParams.get('permalink') } })
      await shows(tab, 90)
    },
  },
  {
    name: 'asks the host for its own permanent link',
    async run(tab, place) {
      await tab.embed({}, true)
      await drawn(tab, 'bars')
      assert.ok(((await call(tab, 'getDashboardPermalink', '')) as string).startsWith(`${place.host}/link/`))
    },
  },
  {
    name: 'tells the active tabs',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'cities')
      assert.deepEqual(await call(tab, 'getActiveTabs'), ['first'])
      await tab.frame.click('#tab-second')
      assert.deepEqual(await call(tab, 'getActiveTabs'), ['second'])
      assert.ok(await tab.frame.isVisible('#panel-second [data-tile=again]'))
    },
  },
  {
    name: 'leaves nothing when it is unmounted',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'bars')
      await call(tab, 'unmount')
      assert.equal(await tab.page.$('iframe'), null)
    },
  },
  {
    name: 'stands in a page as <querent-dashboard>',
    async run(tab, place) {
      await component(tab, place, 'querent-dashboard')
      await drawn(tab, 'bars')
      assert.equal(await tab.frame.getAttribute('html', 'data-theme'), 'dark')
    },
  },
]
