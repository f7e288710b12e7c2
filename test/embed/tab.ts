import assert from 'node:assert/strict'
import type { Download, Frame, Page } from 'playwright-core'
import type { Place } from './place.ts'

/** A tab with a page of a host application in it, and the frame of the dashboard. */
export type Tab = {
  page: Page
  frame: Frame
  errors: string[]
  embed(config?: object, resolve?: boolean): Promise<void>
  rows(tile: string): Promise<Record<string, unknown>[]>
}
export type Journey = { name: string; run(tab: Tab, place: Place): Promise<void>; slow?: true; own?: true }

export const WAIT = { timeout: 15_000 }
export const drawn = (tab: Tab, tile: string, as = 'chart') => tab.frame.waitForSelector(`[data-tile="${tile}"][data-drawn="${as}"]`, WAIT)
export const call = (tab: Tab, method: string, ...args: unknown[]) =>
  tab.page.evaluate(([name, given]) => (globalThis as any).embedded[name as string](...(given as unknown[])), [method, args] as const)
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT.timeout; Date.now() < end; ) {
    if (await check().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`never: ${what}`)
}
export const total = async (tab: Tab) => Number((await tab.rows('sum'))[0]?.total)
export const shows = (tab: Tab, amount: number) => until(`a total of ${amount}`, async () => (await total(tab)) === amount)

/** Frames the dashboard by one of our web components. */
export async function component(tab: Tab, place: Place, name: string): Promise<void> {
  await tab.page.evaluate(
    async ([id, at, element]) => {
      await import(`${at}/embedded/assets/elements.js`)
      const made = (globalThis as any).document.createElement(element)
      made.setAttribute('dashboard', id)
      made.setAttribute('theme', 'dark')
      made.fetchToken = (globalThis as any).fetchToken
      ;(globalThis as any).document.getElementById('mount').replaceChildren(made)
    },
    [place.dashboard, place.service, name] as const,
  )
  const framed = () => tab.page.frames().findLast((frame) => frame.url().includes('/embedded/'))
  await until('framed', async () => framed() !== undefined)
  tab.frame = framed() as Frame
}

export async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
