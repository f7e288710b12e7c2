import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { composer } from '../conversation.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

const TYPED = 'How many tracks are there by genre and by media type?'
/** Events below it are not told of by the browser; they count as half of it. */
const LEAST_MS = 16

const QUESTIONS = [
  'What is the total revenue by country?',
  'How many tracks are there by genre?',
  'What was the revenue by year?',
  'How many albums are there?',
]
const ASKED = 200
const WARM = 40

/** What is held on the heap of the page, in MB, once what can go has gone. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

/** Lists, conversations and visits larger than most people's. */
export const large: Journey[] = [
  {
    name: '10,000 sessions scroll and are searched',
    as: 'maker',
    own: true,
    async run({ page, world, figure }) {
      const as = { as: world.tokens.maker }
      for (let at = 0; at < 10_000; at += 50) {
        await Promise.all(Array.from({ length: 50 }, (_, index) => world.api('POST /llm/sessions/new', { title: `Session number ${at + index}` }, as)))
      }
      // Ten thousand at once are more than the index takes in before a search: it follows by and by.
      await until('the index has caught up', async () => (await world.api('GET /llm/sessions/search?q=number%204321', undefined, as)).body.length === 1, 60_000)
      const started = Date.now()
      await page.goto('/sessions')
      await page
        .getByText(/Session number \d+/)
        .first()
        .waitFor()
      figure('10,000 sessions, until the first stand in the list', Date.now() - started, 2_000, 'ms')
      assert.ok((await page.getByRole('main').getByRole('link').count()) < 200)
      const typed = Date.now()
      await page.getByLabel('Search titles and messages').fill('number 4321')
      await page.getByRole('main').getByText('Session number 4321').waitFor()
      figure('10,000 sessions, until a word typed is found', Date.now() - typed, 1_000, 'ms')
    },
  },
  {
    name: 'a session of 500 turns takes what is typed at once',
    as: 'maker',
    own: true,
    takesMs: 600_000,
    async run({ page, world, figure, note }) {
      const as = { as: world.tokens.maker }
      let session: string | undefined
      for (let turn = 0; turn < 500; turn += 1) {
        const reply = await world.api(
          'POST /llm/session/completions',
          { model: 'music-analyst', ...(session ? { session_id: session } : {}), messages: [{ role: 'user', content: 'How many albums are there?' }] },
          as,
        )
        session = reply.body.session_id
      }
      await page.goto(`/sessions/${session}`)
      await composer(page).waitFor()
      await page.waitForTimeout(1_000)
      await page.evaluate(WATCH_EVENTS)
      await composer(page).pressSequentially(TYPED, { delay: 30 })
      await page.waitForTimeout(300)
      const told = await page.evaluate<number[]>('[...window.keysTook.values()]')
      const keys = [...told, ...Array.from({ length: Math.max(0, TYPED.length - told.length) }, () => LEAST_MS / 2)].toSorted((one, other) => one - other)
      note(`${told.length} of ${TYPED.length} keys took ${LEAST_MS} ms or more`)
      figure('from a key to its paint in a session of 500 turns, p95', keys[Math.ceil(keys.length * 0.95) - 1] ?? 0, 50, 'ms')
    },
  },
  {
    name: `the page holds no more after ${ASKED} questions than after ${WARM}`,
    as: 'maker',
    own: true,
    takesMs: 1_200_000,
    async run({ page, figure, note }) {
      let warm = 0
      for (let asked = 1; asked <= ASKED; asked += 1) {
        // Ten questions a session, as people do.
        if (asked % 10 === 1) await page.getByRole('link', { name: /^New session/ }).click()
        const question = QUESTIONS[asked % QUESTIONS.length] ?? ''
        await composer(page).fill(question)
        await page.keyboard.press('Enter')
        await until(`an answer to question ${asked}`, () => page.evaluate<boolean>(answered(((asked - 1) % 10) + 1)), 60_000)
        if (asked === WARM) warm = await heapOf(page)
      }
      const after = await heapOf(page)
      note(`${warm.toFixed(1)} MB after ${WARM} questions, ${after.toFixed(1)} MB after ${ASKED}`)
      figure(`heap gained from ${WARM} to ${ASKED} questions`, after - warm, 15, 'MB')
    },
  },
]

const answered = (count: number): string =>
  `document.querySelectorAll('main article').length >= ${count} && document.querySelector('main [aria-busy=true]') === null && document.querySelectorAll('main article:last-of-type [aria-label="Good answer"]').length === 1`
/** One value a key: the longest of its events. */
const WATCH_EVENTS = `window.keysTook = new Map(); new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) window.keysTook.set(entry.interactionId, Math.max(window.keysTook.get(entry.interactionId) ?? 0, entry.duration)) }).observe({ type: 'event', durationThreshold: ${LEAST_MS}, buffered: false })`
