import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

/** An address that keeps what it is sent, and answers as it is told. */
async function listener(): Promise<{ url: string; got: string[]; status: { is: number }; close: () => void }> {
  const got: string[] = []
  const status = { is: 500 }
  const server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      got.push(`${request.headers['webhook-signature'] ? 'signed ' : ''}${body}`)
      response.writeHead(status.is).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got, status, close: () => server.close() }
}

/** Jobs, alerts and webhooks: what happens while nobody looks. */
export const automation: Journey[] = [
  {
    name: 'a webhook is added and its secret shown once; a failed delivery is seen and sent again',
    as: 'admin',
    at: '/admin/webhooks',
    async run({ page, world }) {
      const hook = await listener()
      try {
        await page.getByRole('button', { name: 'Add webhook' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill('Operations')
        await dialog.getByLabel('Address').fill(hook.url)
        await dialog.getByRole('checkbox', { name: 'Groups' }).check()
        await dialog.getByRole('button', { name: 'Save' }).click()
        assert.match(await page.getByRole('dialog', { name: 'Operations' }).locator('code').innerText(), /^whsec_/)
        await page.getByRole('button', { name: 'Done' }).click()
        const menu = page.getByRole('button', { name: 'More: Operations' })
        await menu.click()
        await page.getByRole('menuitem', { name: 'Send a test' }).click()
        await until('a message came', async () => hook.got.length > 0)
        assert.match(hook.got[0] ?? '', /^signed \{/)
        hook.status.is = 204
        await menu.click()
        await page.getByRole('menuitem', { name: 'Deliveries' }).click()
        const list = page.getByRole('dialog', { name: 'Operations: deliveries' })
        await list.getByText('Delivered').nth(1).waitFor({ timeout: 60_000 })
        await list
          .getByRole('listitem')
          .first()
          .getByText(/tr(y|ies)$/)
          .click()
        await list.getByText(/500/).first().waitFor()
        const before = hook.got.length
        await list.getByRole('button', { name: 'Send again' }).first().click()
        await until('it came again', async () => hook.got.length > before)
        await list.getByText('sent again').waitFor()
        await page.keyboard.press('Escape')
        await menu.click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No webhooks yet').waitFor()
        await world.api('GET /core/webhooks')
      } finally {
        hook.close()
      }
    },
  },
  {
    name: 'who is no administrator has a chart watched, sees its runs, and finds no housekeeping offered',
    as: 'maker',
    async run({ page, world }) {
      await page.goto(`/analytics/charts/${world.chart}`)
      await page
        .getByRole('button', { name: /^What can be done with/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Watch this number' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add job' })
      await dialog.getByLabel('Name').fill('Low revenue')
      assert.equal(await dialog.getByLabel('What it does').inputValue(), 'alert')
      await until('the chart is chosen', async () => (await dialog.getByLabel('Chart').inputValue()) === world.chart)
      assert.equal(await dialog.getByRole('option', { name: 'Keep house' }).count(), 0)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'More: Low revenue' }).click()
      await page.getByRole('menuitem', { name: 'Run now' }).click()
      await page.getByText('Done', { exact: true }).waitFor({ timeout: 30_000 })
      await page.getByRole('button', { name: /Done/ }).click()
      await page.getByRole('dialog', { name: 'Low revenue: Runs' }).getByText('by hand').waitFor()
    },
  },
]
