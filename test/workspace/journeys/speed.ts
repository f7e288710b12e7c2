import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { ask, card, choose, composer, drawn, slowModel } from '../conversation.ts'
import type { Journey } from '../journey.ts'
import type { World } from '../world.ts'

/** Of the first screen, packed as it is sent, before a chart is drawn. */
const MOST_SCRIPT_KB = 170
/** A bound of our own, so that growth is noticed. */
const MOST_OTHER_KB = 225
/** What is asked for later than that is no part of a screen: it is loaded ahead for the next one. */
const AFTER_PAINT_MS = 300
const MOST_SHIFT = 0.02
/** "Good" by web.dev/lcp. */
const LONGEST_PAINT_MS = 2_500
const SETTLING_MS = 400
const STREAMED_MS = 4_000
/** A middling line of a phone. */
const LINE = { offline: false, latency: 120, downloadThroughput: 200_000, uploadThroughput: 100_000 }

type Place = { name: string; path: string }
const placesOf = ({ source, session, chart, dashboard }: World): Place[] => [
  { name: 'new session', path: '/' },
  { name: 'sessions', path: '/sessions' },
  { name: 'session', path: `/sessions/${session}` },
  { name: 'data', path: '/data' },
  { name: 'add data source', path: '/data/new' },
  ...['general', 'filters', 'descriptions', 'hierarchies', 'model', 'verified', 'operations'].map((tab) => ({
    name: `data, ${tab}`,
    path: `/data/${source}/${tab}`,
  })),
  { name: 'charts', path: '/analytics/charts' },
  { name: 'chart', path: `/analytics/charts/${chart}` },
  { name: 'chart editor', path: `/analytics/charts/${chart}?edit=true` },
  { name: 'dashboards', path: '/analytics/dashboards' },
  { name: 'dashboard', path: `/analytics/dashboards/${dashboard}` },
  { name: 'dashboard editor', path: `/analytics/dashboards/${dashboard}?edit=true` },
  ...['profile', 'preferences', 'security', 'readings', 'jobs', 'webhooks'].map((tab) => ({ name: `account, ${tab}`, path: `/account/${tab}` })),
]

export const speed: Journey[] = [
  {
    name: 'the first screen of each place needs little JavaScript, and is painted soon',
    as: 'maker',
    takesMs: 600_000,
    async run({ page, world, figure, note }) {
      await withoutCache(page)
      const sizes: { name: string; kb: number; laterKb: number; paintMs: number }[] = []
      for (const { name, path } of placesOf(world)) {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        await page.waitForTimeout(SETTLING_MS)
        const paintMs = await page.evaluate<number>(LARGEST_PAINT)
        const scripts = await Promise.all((await page.evaluate<Sent[]>(SCRIPTS)).map(scriptOf))
        const sum = (isLater: boolean) =>
          scripts.reduce((whole, { kb, isEngine, askedMs }) => whole + ((isEngine || askedMs > paintMs + AFTER_PAINT_MS) === isLater ? kb : 0), 0)
        sizes.push({ name, kb: sum(false), laterKb: sum(true), paintMs })
      }
      for (const { name, kb, laterKb } of sizes) note(`${name} ${kb.toFixed(0)}${laterKb ? ` and ${laterKb.toFixed(0)} later` : ''} KB`)
      const [first, ...others] = sizes
      const largest = others.toSorted((one, other) => other.kb - one.kb)[0]
      const slowest = sizes.toSorted((one, other) => other.paintMs - one.paintMs)[0]
      assert.ok(first && largest && slowest && sizes.every(({ kb }) => kb > 50))
      figure('JavaScript of the first screen, Brotli', first.kb, MOST_SCRIPT_KB, 'KB')
      figure(`JavaScript of the largest of ${others.length} other places, Brotli (${largest.name})`, largest.kb, MOST_OTHER_KB, 'KB')
      figure(`largest contentful paint, nothing kept, the slowest place (${slowest.name})`, slowest.paintMs, LONGEST_PAINT_MS, 'ms')
    },
  },
  {
    name: 'nothing on the page moves while an answer comes, neither its words nor its card, over a slow line',
    as: 'maker',
    own: true,
    async run({ page, world, figure }) {
      const slow = await slowModel(world)
      try {
        await page.goto(`/sessions/${world.session}`)
        await drawn(page).waitFor()
        await page.goto('/')
        await composer(page).waitFor()
        await overSlowLine(page)
        await page.evaluate(WATCH_SHIFTS)
        await ask(page, 'What is the total revenue per country?')
        await page.getByRole('button', { name: 'Good answer' }).waitFor({ timeout: 60_000 })
        await drawn(page).waitFor()
        await card(page).getByText('24 rows').waitFor()
        figure('layout shift while the first answer comes', await shiftsOf(page), MOST_SHIFT, '')
        await page.evaluate(WATCH_SHIFTS)
        await choose(page, slow.name)
        await ask(page, 'Tell me something long')
        await page.getByText('word word').first().waitFor()
        await page.waitForTimeout(STREAMED_MS)
        figure('layout shift while words stream for 4 s', await shiftsOf(page), MOST_SHIFT, '')
      } finally {
        await slow.end()
      }
    },
  },
]

async function withoutCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

async function overSlowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
}

type Sent = { url: string; bytes: number; askedMs: number }

/** What was sent of a script. The parts that draw charts and edit code stand alone: they come after the screen. */
async function scriptOf({ url, bytes, askedMs }: Sent): Promise<{ kb: number; isEngine: boolean; askedMs: number }> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const text = await reply.text()
  if (text.length > 20_000) assert.ok(bytes < text.length / 2, `${url} was sent unpacked`)
  return { kb: bytes / 1000, askedMs, isEngine: /vega|cm-content/.test(text) }
}

const SCRIPTS = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js')).map(({ name, encodedBodySize, startTime }) => ({ url: name, bytes: encodedBodySize, askedMs: startTime }))`

const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list, observer) => { observer.disconnect(); resolve(list.getEntries().at(-1).startTime) }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** Counts those soon after a key too: an answer that comes at once may move nothing either. */
const WATCH_SHIFTS = `window.shifts?.disconnect(); window.shifted = []; window.shifts = new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) window.shifted.push({ value, what: sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)) })
}); window.shifts.observe({ type: 'layout-shift' })`

async function shiftsOf(page: Page): Promise<number> {
  await page.waitForTimeout(SETTLING_MS)
  const shifted = await page.evaluate<{ value: number; what: string[] }[]>('window.shifted')
  const sum = shifted.reduce((whole, { value }) => whole + value, 0)
  if (sum > MOST_SHIFT) console.log(shifted)
  return sum
}
