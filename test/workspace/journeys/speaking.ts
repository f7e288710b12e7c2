import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { samplesOf } from '#domain/speech/wave.ts'
import { type SpeechServer, speechServer } from '#test/speech-server.ts'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'
import type { World } from '../world.ts'

const WORDS = 'show revenue per country of last year by month and then some more of it'.split(' ')
const box = (page: Page) => page.getByRole('textbox', { name: 'Ask a question about your data' })

/** An engine that hears a word a second, in place of the one of the deployment. */
async function withEngine(world: World, run: (engine: SpeechServer) => Promise<void>): Promise<void> {
  const engine = await speechServer({ body: { text: '' } })
  engine.answer = ({ file }) => ({ body: { text: WORDS.slice(0, Math.round(samplesOf(file.bytes).length / 16_000)).join(' ') } })
  await world.api('PUT /audio/config', { engine: 'openai-compatible', base_url: engine.url, optimize: { enabled: true } })
  try {
    await run(engine)
  } finally {
    await world.api('PUT /audio/config', { engine: 'none' })
    await engine.close()
  }
}

export const speaking: Journey[] = [
  {
    name: 'a question is spoken: what is understood shows at once, and its text stands in the box to be read',
    as: 'maker',
    isLean: true,
    run: ({ page, tab, world, note }) =>
      withEngine(world, async (engine) => {
        await tab.context.grantPermissions(['microphone'])
        await page.reload()
        await box(page).fill('Please')
        await page.getByRole('button', { name: 'Speak a question' }).click()
        const began = Date.now()
        const understood = page.getByRole('log', { name: 'Understood so far' })
        await understood.getByText('show revenue').waitFor()
        note(`first partial text ${Date.now() - began} ms after the button was pressed`)
        // Asked from here: the page's policy lets nothing wait in it that is made of text.
        await until('the meter moves', async () => Number(await page.evaluate('document.querySelector("meter").value')) > 0.05)
        assert.equal(await box(page).inputValue(), 'Please', 'nothing is in the question before its end')
        // Enter ends the recording: a question is never sent unread.
        await box(page).press('Enter')
        await understood.waitFor({ state: 'detached' })
        const text = await box(page).inputValue()
        assert.match(text, /^Please [Ss]how revenue/)
        assert.equal(await page.getByRole('article').count(), 0)
        const pieces = engine.received.map(({ file }) => samplesOf(file.bytes))
        assert.ok(pieces.length >= 2)
        for (const piece of pieces) assert.ok(Math.max(...piece) > 500, 'each piece holds sound')

        await page.keyboard.press('Control+.')
        await understood.getByText('show').waitFor()
        await page.keyboard.press('Escape')
        await understood.waitFor({ state: 'detached' })
        assert.equal(await box(page).inputValue(), text, 'what is thrown away leaves no word')
      }),
  },
  {
    name: 'a question that is spoken goes on after the connection was lost',
    as: 'maker',
    run: ({ page, tab, world }) =>
      withEngine(world, async (engine) => {
        tab.expect(0)
        await tab.context.grantPermissions(['microphone'])
        await page.reload()
        await page.getByRole('button', { name: 'Speak a question' }).click()
        const understood = page.getByRole('log', { name: 'Understood so far' })
        await understood.getByText('show revenue').waitFor()
        await tab.context.setOffline(true)
        await page.getByText('The connection is lost').waitFor()
        await tab.context.setOffline(false)
        await page.getByText('The connection is lost').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Stop recording' }).click()
        await understood.waitFor({ state: 'detached' })
        assert.match(await box(page).inputValue(), /^[Ss]how revenue per country of/)
        // Each call has all sound of the question: what was said while nobody could hear it is in the last.
        const lengths = engine.received.map(({ file }) => samplesOf(file.bytes).length)
        assert.ok((lengths.at(-1) ?? 0) >= 5 * 16_000)
      }),
  },
  {
    name: 'where a question cannot be spoken it says why: no engine, no permission',
    as: 'maker',
    async run({ page, tab, world }) {
      await page.getByRole('button', { name: 'Why questions cannot be spoken' }).click()
      await page.getByText('Speech is not set up here. An administrator can do that.').waitFor()
      await withEngine(world, async () => {
        await tab.context.clearPermissions()
        await page.reload()
        await page.getByRole('button', { name: 'Speak a question' }).click()
        await page.getByText('The browser does not let this page hear the microphone.').waitFor()
        await page.getByRole('button', { name: 'Speak a question' }).waitFor()
      })
    },
  },
]
