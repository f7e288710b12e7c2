import type { Browser, Frame } from 'playwright-core'
import { CHAT } from './journeys/chat.ts'
import { PAGE } from './journeys/page.ts'
import { ROWS } from './journeys/rows.ts'
import { SAFETY } from './journeys/safety.ts'
import { openPlace } from './place.ts'
import { call, type Journey, type Tab } from './tab.ts'

/** What a host application does with the official SDK, unchanged, in a real browser. The last one ends it. */
export const JOURNEYS: Journey[] = [...PAGE, ...ROWS, ...CHAT, ...SAFETY]

/** Runs journeys, each in a context of its own; answers what went wrong, by name. */
export async function travel(
  browser: Browser,
  journeys: Journey[],
  tell: (name: string, fault: string | null) => void = () => {},
): Promise<Map<string, string>> {
  const place = await openPlace()
  const faults = new Map<string, string>()
  try {
    for (const journey of journeys) {
      const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      place.token.body = {}
      if (!journey.own) await page.goto(place.host)
      const tab: Tab = {
        page,
        frame: page.mainFrame(),
        errors,
        async embed(config, resolve = false) {
          await page.evaluate(([id, at, asked, own]) => (globalThis as any).embed(id, at, asked, own), [
            place.dashboard,
            place.service,
            config,
            resolve,
          ] as const)
          tab.frame = page.frames().find((frame) => frame.url().includes('/embedded/')) as Frame
        },
        rows: async (tile) => ((await call(tab, 'getChartDataPayloads', {})) as any)[tile]?.data ?? [],
      }
      const fault = await journey.run(tab, place).then(
        () => (errors.length > 0 ? `console: ${errors.join(' | ')}` : null),
        (error: unknown) => `${error instanceof Error ? error.message : error}${errors.length > 0 ? ` (console: ${errors.join(' | ')})` : ''}`,
      )
      if (fault !== null) faults.set(journey.name, fault)
      tell(journey.name, fault)
      await context.close()
    }
  } finally {
    await place.close()
  }
  return faults
}
