import assert from 'node:assert/strict'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'
import { openTab, signIn } from '../tab.ts'
import { connect, PASSWORD } from '../world.ts'
import { deployWithMail } from './passwords.ts'

export const jobMails: Journey[] = [
  {
    name: 'a dashboard is mailed to people who were picked by name, and one of them has no more of it',
    as: null,
    async run({ tab, note }) {
      const { post, place, close } = await deployWithMail()
      const mine = await openTab(tab.context.browser() as never, place.origin)
      const { page } = mine
      try {
        const { body: rui } = await place.api('POST /core/users', { email: 'rui@example.com', name: 'rui', password: PASSWORD })
        const source = await connect(place, 'Orders', { 'orders.csv': 'region,amount\nEU,10\nUS,20\n' })
        const query = { sql: 'select region, sum(amount) as amount from orders group by region order by region' }
        const chart = (await place.api('POST /analytics/charts', { title: 'Orders', datasource_id: source, query })).body.id
        const board = (await place.api('POST /analytics/dashboards', { title: 'Sales', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] })).body.id
        await place.api(`POST /analytics/dashboards/${board}/share/user`, { user_id: rui.id, level: 'view' })
        await signIn(mine, 'admin', '/signin?next=%2Fadmin%2Fjobs')
        await page.getByRole('button', { name: 'Add job' }).first().click()
        await page.getByLabel('Name').fill('Sales by mail')
        await page.getByLabel('What it does').selectOption('subscription')
        await page.getByLabel('Dashboard').selectOption({ label: 'Sales' })
        await page.getByRole('button', { name: /^Mail it to/ }).click()
        await page.getByRole('combobox', { name: 'Mail it to' }).fill('rui')
        await page.getByRole('option', { name: 'rui' }).click()
        await page.getByRole('button', { name: 'Do not mail rui' }).waitFor()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'More: Sales by mail' }).click()
        const asked = Date.now()
        await page.getByRole('menuitem', { name: 'Run now' }).click()
        const mail = await post.mailTo('rui@example.com', 60_000)
        note(`${((Date.now() - asked) / 1000).toFixed(1)} s until the mail arrived`)
        assert.deepEqual(mail.attachments.map(({ filename }) => filename).sort(), ['Orders.csv', 'Orders.png'])
        const link = /https?:\/\/\S+\/unsubscribe#qu_[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
        const { pathname, hash } = new URL(link)
        const other = await openTab(tab.context.browser() as never, place.origin)
        await other.page.goto(pathname + hash)
        await other.page.getByRole('button', { name: 'Stop these mails' }).click()
        await other.page.getByText('You get no more mails of “Sales by mail”.').waitFor()
        assert.deepEqual(other.faults, [])
        await other.close()
        const [job] = (await place.api('GET /core/jobs')).body
        await until('nobody is mailed', async () => (await place.api(`GET /core/jobs/${job.id}`)).body.notify.user_ids.length === 0)
        await page.goto('/admin/mails')
        await page.getByRole('row', { name: /Job rui Sent/ }).waitFor()
        await page.getByRole('button', { name: 'Mail me a test' }).click()
        await page.getByRole('row', { name: /Test Administrator Sent/ }).waitFor()
        await post.mailTo('admin@example.com', 30_000)
        assert.deepEqual(mine.faults, [])
      } finally {
        await mine.close()
        await close()
      }
    },
  },
]
