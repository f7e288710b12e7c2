import type { Page } from 'playwright-core'
import { startOpenAiServer } from '#test/openai-server.ts'
import type { World } from './world.ts'

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Ask a question about your data' })
export const drawn = (page: Page) => page.locator('main svg.marks, main canvas.marks, main [role=graphics-document]').first()
/** The card of the last answer. */
export const card = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('group', { name: 'Show as' }) })
    .last()

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await page.keyboard.press('Enter')
}

/** A model that answers a word at a time, for ever, from a server of ours. */
export async function slowModel(world: World): Promise<{ name: string; end(): Promise<void> }> {
  const vendor = await startOpenAiServer(Array.from({ length: 4 }, () => ({ drip: ' word', everyMs: 150 })))
  const provider = await world.api('POST /core/providers', { name: `slow-${Date.now()}`, kind: 'openai-compatible', base_url: vendor.baseUrl, api_key: 'x' })
  const name = `slow-${Date.now()}`
  const model = await world.api('POST /core/models', { name, type: 'provider', provider_id: provider.body.id, upstream: 'gpt-4o-mini' })
  await world.api('POST /core/modelgroups', { model_id: model.body.id, group_id: world.group })
  return { name, end: vendor.close }
}

export async function choose(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click()
  await page
    .getByRole('menuitem', { name: model })
    .or(page.getByRole('menuitemradio', { name: model }))
    .click()
}
