import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Journey } from '../journey.ts'
import type { Tab } from '../tab.ts'
import type { World } from '../world.ts'

/** Where an app on the reader's computer waits for the answer. */
const CALLBACK = 'http://127.0.0.1:33418/callback'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** An app that registers itself, and the address by which it asks. */
async function appOf({ origin }: World, name: string): Promise<{ client: string; asks: string }> {
  const response = await fetch(`${origin}/api/v1/core/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK], client_name: name }),
  })
  const { client_id: client } = (await response.json()) as { client_id: string }
  const scope = 'llm:read llm:completions analytics:read'
  const asked = {
    client_id: client,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: '1e5',
    scope,
  }
  return { client, asks: `/authorize?${new URLSearchParams(asked)}` }
}

/** Takes the place of the app: what the page is sent back with. */
async function comingBack(page: Page, tab: Tab, press: () => Promise<void>): Promise<URLSearchParams> {
  await page.route(`${CALLBACK}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title>Back in the app' }))
  await press()
  await page.waitForURL(`${CALLBACK}**`)
  const others = tab.faults.splice(0).filter((fault) => !fault.includes(CALLBACK))
  assert.deepEqual(others, [])
  return new URL(page.url()).searchParams
}

export const connecting: Journey[] = [
  {
    name: 'an app asks to act for a person, who signs in, allows a part of it, and ends it again',
    as: null,
    async run({ page, tab, world }) {
      const { client, asks } = await appOf(world, 'Report robot')
      await page.goto(asks)
      await page.getByLabel('E-mail').fill('mara@example.com')
      await page.locator('input[type=password]').fill('correct horse battery')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: '“Report robot” wants to use Querent in your name' }).waitFor()
      await page.getByText('You are signed in as mara').waitFor()
      await page.getByText('nobody has checked it').waitFor()
      await page.getByText('a program on this computer (127.0.0.1').waitFor()
      await page.getByLabel('Read charts and dashboards, with their rows').uncheck()
      const back = await comingBack(page, tab, () => page.getByRole('button', { name: 'Allow' }).click())
      assert.equal(back.get('state'), '1e5')
      const form = { grant_type: 'authorization_code', client_id: client, code: back.get('code') ?? '', code_verifier: verifier, redirect_uri: CALLBACK }
      const token = (await (await fetch(`${world.origin}/api/v1/core/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })).json()) as {
        access_token: string
      }
      const as = { as: token.access_token, may: true }
      assert.equal((await world.api('GET /llm/sessions', undefined, as)).status, 200)
      assert.equal((await world.api('GET /analytics/charts', undefined, as)).status, 403)

      await page.goto('/account/security')
      const row = page.getByRole('region', { name: 'Connected apps' }).getByRole('row').filter({ hasText: 'Report robot' })
      await row.getByText('llm:read').waitFor()
      await row.getByRole('button', { name: 'Disconnect' }).click()
      await page.getByText('has to ask you again').waitFor()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }).click()
      await page.getByText('No app is connected.').waitFor()
      assert.equal((await world.api('GET /llm/sessions', undefined, as)).status, 401)
    },
  },
  {
    name: 'an app that is refused is told so, and one whose request is not valid gets nobody back',
    as: 'reader',
    async run({ page, tab, world }) {
      const { asks } = await appOf(world, 'Curious app')
      await page.goto(asks)
      const back = await comingBack(page, tab, () => page.getByRole('button', { name: 'Refuse' }).click())
      assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, '1e5'])
      tab.expect(400, 422)
      await page.goto(asks.replace('33418', '33419').replace('%2Fcallback', '%2Felsewhere'))
      await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor()
      assert.equal(new URL(page.url()).origin, world.origin)
      assert.deepEqual((await world.api('GET /core/oauth/connections', undefined, { as: world.tokens.reader })).body, [])
    },
  },
]
