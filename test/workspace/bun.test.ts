import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { RUNTIMES } from '#test/runtimes/local-process.ts'
import { ask, card, composer, drawn } from './conversation.ts'
import { openTab, signIn, type Tab } from './tab.ts'
import { settle, type World } from './world.ts'

const left = RUNTIMES.bun === null ? 'its binary is not installed' : CHROMIUM ? null : NO_CHROMIUM

describe.skipIf(left !== null)(left === null ? 'the workspace on Bun' : `the workspace on Bun (skipped: ${left})`, () => {
  let world: World
  let browser: Browser
  let tab: Tab

  beforeAll(async () => {
    world = await settle({}, 'bun')
    browser = await openChromium()
    tab = await openTab(browser, world.origin)
    await signIn(tab, 'maker')
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  test('a question is answered as it comes, and its chart is drawn', { timeout: 60_000 }, async () => {
    const { page } = tab
    await composer(page).waitFor()
    await ask(page, 'What is the total revenue per country?')
    await page.waitForURL(/\/sessions\//)
    await drawn(page).waitFor()
    await card(page).getByText('24 rows').waitFor()
    expect(tab.faults).toEqual([])
  })

  test('a reload stays signed in, and files come packed', { timeout: 60_000 }, async () => {
    const { page } = tab
    await page.reload()
    await drawn(page).waitFor()
    const [, script = ''] = /src="(\/assets\/index[^"]+\.js)"/.exec(await (await fetch(world.origin)).text()) ?? []
    const packed = await fetch(`${world.origin}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(tab.faults).toEqual([])
  })

  test('what is made elsewhere stands in the open list without a reload', { timeout: 60_000 }, async () => {
    const { page } = tab
    await page.goto('/analytics/dashboards')
    await page.getByText('Revenue', { exact: true }).waitFor()
    await world.api('POST /analytics/dashboards', { title: 'Made elsewhere', layout: [] }, { as: world.tokens.maker })
    await page.getByText('Made elsewhere').waitFor()
    expect(tab.faults).toEqual([])
  })
})
