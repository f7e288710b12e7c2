import type { Browser } from 'playwright-core'
import type { Figure, Journey } from './journey.ts'
import { openTab, signIn, type Tab } from './tab.ts'
import { settle, type World } from './world.ts'

export type Outcome = { name: string; fault: string | null; skipped: string | null; notes: string[]; figures: Figure[]; ms: number }

const LONGEST_MS = 240_000

/** Goes on journeys, each in a browser context of its own from a fresh sign-in; those that end their deployment get one of their own. */
export async function travel(
  browser: Browser,
  journeys: Journey[],
  report: (outcome: Outcome) => void = () => {},
  folder: string | null = null,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let shared: World | null = null
  const inWorld = async (journey: Journey): Promise<Outcome> => {
    try {
      const world: World = journey.own || shared === null ? await settle() : shared
      if (!journey.own) shared = world
      return await go(browser, journey, world, folder).finally(() => (journey.own ? world.close() : undefined))
    } catch (error) {
      // A deployment that does not come up is the fault of one journey, not the end of all.
      return { name: journey.name, fault: error instanceof Error ? error.message : String(error), skipped: null, notes: [], figures: [], ms: 0 }
    }
  }
  try {
    for (const journey of journeys) {
      if (journey.lacks) {
        const outcome: Outcome = { name: journey.name, fault: null, skipped: journey.lacks, notes: [], figures: [], ms: 0 }
        outcomes.push(outcome)
        report(outcome)
        continue
      }
      const outcome = await inWorld(journey)
      outcomes.push(outcome)
      report(outcome)
    }
  } finally {
    await (shared as World | null)?.close()
  }
  return outcomes
}

async function go(browser: Browser, journey: Journey, world: World, folder: string | null): Promise<Outcome> {
  const started = performance.now()
  const notes: string[] = []
  const figures: Figure[] = []
  const tabs: Tab[] = []
  const open = async () => {
    const tab = await openTab(browser, world.origin, { width: journey.width ?? 1360 })
    tabs.push(tab)
    if (journey.byKeyboard) await tab.context.addInitScript(`addEventListener('mousedown', () => console.error('the mouse was used'))`)
    return tab
  }
  let fault: string | null = null
  try {
    const tab = await open()
    const at = typeof journey.at === 'function' ? journey.at(world) : (journey.at ?? '/')
    if (journey.as) await signIn(tab, journey.as, at)
    else if (journey.at) await tab.page.goto(at)
    const second = async () => {
      const other = await open()
      if (journey.as) await signIn(other, journey.as, at)
      return other
    }
    const figure = (name: string, value: number, limit: number, unit: string) => void figures.push({ name, value, limit, unit })
    const longest = journey.takesMs ?? LONGEST_MS
    const running = journey.run({ page: tab.page, tab, world, note: (fact) => notes.push(fact), figure, second })
    await Promise.race([running, new Promise((_, reject) => setTimeout(() => reject(new Error(`took over ${longest / 1000} s`)), longest).unref())])
    const faults = tabs.flatMap((one) => one.faults)
    if (faults.length > 0) fault = faults.slice(0, 4).join('\n')
  } catch (error) {
    fault = [error instanceof Error ? error.message : String(error), ...tabs.flatMap((one) => one.faults).slice(0, 3)].join('\n')
  }
  if (fault && folder) {
    const name = journey.name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)
    for (const [index, { page }] of tabs.entries()) await page.screenshot({ path: `${folder}/${name}-${index}.png` }).catch(() => undefined)
  }
  await Promise.all(tabs.map((tab) => tab.close().catch(() => undefined)))
  return { name: journey.name, fault, skipped: null, notes, figures, ms: performance.now() - started }
}
