import type { Page } from 'playwright-core'
import type { Tab } from './tab.ts'
import type { Role, World } from './world.ts'

export type Journey = {
  /** What the person does and sees, in words. */
  name: string
  /** Who is signed in when it begins; nobody with `null`. */
  as: Role | null
  /** Where it begins; the first page unless said. */
  at?: string | ((world: World) => string)
  /** No mouse is moved: a click is a fault. */
  byKeyboard?: true
  /** Stands in the slice that `npm test` runs. */
  isLean?: true
  /** Ends or fills its deployment: it gets one of its own. */
  own?: true
  width?: number
  /** How long it may take, where that is more than the usual four minutes. */
  takesMs?: number
  /** What it cannot be gone on without, where this machine lacks it. */
  lacks?: string | undefined
  run(step: Step): Promise<void>
}

/** A measured value with the limit it is to stay within. */
export type Figure = { name: string; value: number; limit: number; unit: string }

export type Step = {
  page: Page
  tab: Tab
  world: World
  note(fact: string): void
  figure(name: string, value: number, limit: number, unit: string): void
  second(): Promise<Tab>
}

// Run in the page, whose types are not those of this process.
const FOCUSED = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return ''
  const by = at.getAttribute('aria-labelledby')
  const labels = [...(at.labels ?? [])].map((one) => one.textContent).join(' ')
  const name = at.getAttribute('aria-label') ?? (by ? document.getElementById(by)?.textContent : null) ?? (labels || at.textContent) ?? ''
  return name.trim().replace(/\\s+/g, ' ')
})()`

/** Presses Tab until the control with this name has the focus: what a keyboard cannot reach is found so. */
export async function tabTo(page: Page, name: RegExp | string, most = 80): Promise<void> {
  const seen: string[] = []
  for (let press = 0; press < most; press += 1) {
    const label = await page.evaluate<string>(FOCUSED)
    if (typeof name === 'string' ? label === name : name.test(label)) return
    seen.push(label)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}; it went by ${seen.filter(Boolean).join(' | ')}`)
}
