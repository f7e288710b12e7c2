import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { type Arrived, type MailServer, refusal, startMailServer } from '#test/mail-server.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const orders = 'id,region,amount\n1,EU,10\n2,EU,20\n3,US,1000\n4,US,2000\n'

let post: MailServer
let server: TestServer
let source = ''
/** `maker` sees all rows, `european` those of the EU alone, `stranger` nothing until something is shared. */
let [maker, european, stranger]: Account[] = []
const account = (which: Account | undefined): Account => which as Account
const addressOf = (which: Account | undefined) => `${account(which).id}@example.com`

const by = (as: Account | undefined) => (line: string, body?: unknown) => server.request(line, { as: account(as).key, ...(body === undefined ? {} : { body }) })
const asMaker = (line: string, body?: unknown) => by(maker)(line, body)

beforeAll(async () => {
  post = await startMailServer()
  server = await testServer({
    environment: { WORKSPACE_URL: 'https://querent.example.com' },
    ports: {
      ...realSources(),
      mailer: post.mailer(),
    },
  })
  source = await connectFiles(server, { 'orders.csv': orders })
  await extract(server, source)
  ;[maker, european, stranger] = [await server.account(), await server.account(), await server.account()]
  for (const [user, level] of [
    [maker, 'edit'],
    [european, 'view'],
  ] as const)
    await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: account(user).id, level } })
  const group = (await server.request('POST /core/groups', { body: { name: 'Europe' } })).body.id
  await server.request('POST /core/usergroups', { body: { user_id: account(european).id, group_id: group } })
  const condition = { member: 'region', operator: 'equals', values: ['EU'] }
  await server.request('POST /semantic/filters', { body: { datasource_id: source, table_name: 'orders', condition, applies_to: { groups: [group] } } })
}, 60_000)
afterAll(async () => {
  await server.close()
  await post.close()
})
beforeEach(() => void post.arrived.splice(0))
afterEach(() => {
  post.rules.receiver = () => {}
})

const chartOf = async (title: string, sql: string): Promise<string> =>
  (await asMaker('POST /analytics/charts', { title, datasource_id: source, query: { sql } })).body.id
const chart = () => chartOf('Orders', 'select region, sum(amount) as amount from orders group by region order by region')
const shared = async (id: string, ...users: (Account | undefined)[]) => {
  for (const user of users) await asMaker(`POST /analytics/charts/${id}/share/user`, { user_id: account(user).id })
  return id
}
const ids = (...users: (Account | undefined)[]) => users.map((user) => account(user).id)
async function run(job: string) {
  const { body } = await asMaker(`POST /core/jobs/${job}/run`)
  await settle()
  return (await asMaker(`GET /core/jobs/runs/${body.id}`)).body
}
async function settle() {
  await server.querent.idle()
  for (let look = 0; look < 3; look += 1) await server.querent.worker.tick()
}
const mailTo = (user: Account | undefined): Arrived | undefined => post.arrived.find(({ to_address }) => to_address === addressOf(user))
const fileIn = (mail: Arrived | undefined, name: string): string => {
  const found = mail?.attachments.find(({ filename }) => filename === name)
  return found ? new TextDecoder().decode(found.content as ArrayBuffer) : ''
}
const subscription = async (chartId: string, user_ids: string[]) =>
  (await asMaker('POST /core/jobs', { name: 'Weekly orders', kind: 'subscription', payload: { chart_id: chartId }, notify: { user_ids } })).body

test('each reader of a subscription is mailed the chart as he may see it, as picture and rows', async () => {
  const job = await subscription(await shared(await chart(), european), ids(maker, european))
  expect(job.notify).toEqual({ webhook_ids: [], user_ids: ids(maker, european), on: ['success', 'failure'] })
  expect(await run(job.id)).toMatchObject({ status: 'succeeded' })
  expect(post.arrived.map(({ to_address }) => to_address).sort()).toEqual([addressOf(maker), addressOf(european)].sort())
  const [mine, his] = [mailTo(maker), mailTo(european)]
  expect(fileIn(mine, 'Orders.csv')).toMatch(/EU,30\s+US,3000/)
  expect(fileIn(his, 'Orders.csv')).toMatch(/EU,30\s*$/)
  for (const mail of [mine, his]) {
    expect(mail?.subject).toBe('Weekly orders')
    const picture = mail?.attachments.find(({ filename }) => filename === 'Orders.png')
    expect([picture?.mimeType, picture?.disposition]).toEqual(['image/png', 'inline'])
    expect(mail?.html).toContain(`cid:${picture?.contentId?.replace(/[<>]/g, '')}`)
    expect(mail?.text).toMatch(/• Orders.*https:\/\/querent\.example\.com\/analytics\/charts\/cht_/s)
  }
})

test('a dashboard is mailed to who sees it, without a right to its charts elsewhere, and cut by its filters', async () => {
  const layout = [{ id: 'tile_1', type: 'chart', chart_id: await chart(), x: 0, y: 0, w: 6, h: 4 }]
  const filters = [{ id: 'flt_region', type: 'list', label: 'Region', member: 'orders.region', values: ['EU'] }]
  const made = await asMaker('POST /analytics/dashboards', { title: 'Sales', layout, filters })
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  const board = made.body.id
  await asMaker(`POST /analytics/dashboards/${board}/share/user`, { user_id: account(stranger).id })
  const { body: job } = await asMaker('POST /core/jobs', {
    name: 'Sales',
    kind: 'subscription',
    payload: { dashboard_id: board },
    notify: { user_ids: ids(stranger) },
  })
  expect(await run(job.id)).toMatchObject({ status: 'succeeded', result: { charts: 1, failed: 0, files: 2 } })
  const mail = mailTo(stranger)
  expect(fileIn(mail, 'Orders.csv')).toMatch(/^\S*region,amount\s+EU,30\s*$/)
  expect(mail?.text).toContain(`https://querent.example.com/analytics/dashboards/${board}`)
})

test('an alert tells its number to those who see the same rows, and to others that it was crossed', async () => {
  const id = await shared(await chartOf('Total', 'select sum(amount) as amount from orders'), european)
  const admin = (await server.request('GET /core/users/me')).body
  const { body: job } = await asMaker('POST /core/jobs', {
    name: 'Orders are high',
    kind: 'alert',
    payload: { chart_id: id, condition: { operator: 'above', value: 100 } },
    notify: { user_ids: [...ids(maker, european), admin.id] },
  })
  await run(job.id)
  expect(post.arrived).toHaveLength(3)
  expect(mailTo(maker)?.text).toContain('Amount is 3,030: above 100.')
  expect(post.arrived.find(({ to_address }) => to_address === admin.email)?.text).toContain('3,030')
  const his = mailTo(european)
  expect(his?.subject).toBe('Orders are high')
  expect(his?.text).toContain('not told here')
  expect(`${his?.text}${his?.html}`).not.toMatch(/3,?030/)
  expect(his?.attachments.map(({ filename }) => filename)).toEqual(['Total.png'])
})

test('only those who may see it are named, and others than oneself only by who may share it', async () => {
  const id = await chart()
  const refused = async (as: Account | undefined, users: string[]) => {
    const { status, body } = await by(as)('POST /core/jobs', { name: 'x', kind: 'subscription', payload: { chart_id: id }, notify: { user_ids: users } })
    return [status, body.error?.code, body.error?.param]
  }
  expect(await refused(maker, ids(maker, stranger))).toEqual([422, 'invalid', 'notify.user_ids.1'])
  expect(await refused(maker, ['usr_01kap5x1m3z7v8q2r4t6w9y0bc'])).toEqual([404, 'not_found', 'notify.user_ids.0'])
  await shared(id, european, stranger)
  expect(await refused(european, ids(stranger))).toEqual([403, 'forbidden', 'notify.user_ids'])
  expect((await refused(european, ids(european)))[0]).toBe(201)
  const question = { name: 'x', kind: 'question', payload: { question: 'How many?', model: 'builtin' } }
  expect((await asMaker('POST /core/jobs', { ...question, notify: { user_ids: ids(european) } })).status).toBe(403)
  expect((await asMaker('POST /core/jobs', { ...question, notify: { user_ids: ids(maker) } })).status).toBe(201)
})

test('who lost the right between the run and the mail gets none', async () => {
  const id = await shared(await chart(), stranger)
  const job = await subscription(id, ids(stranger))
  post.rules.receiver = () => {
    throw refusal(450, 'later')
  }
  await run(job.id)
  await asMaker(`DELETE /analytics/charts/${id}/share/user?user_id=${account(stranger).id}`)
  post.rules.receiver = () => {}
  server.clock.now = new Date(server.clock.now.getTime() + 7_000)
  await settle()
  expect(post.arrived).toEqual([])
  const [mail] = (await server.request(`GET /core/mails?user_id=${account(stranger).id}`)).body
  expect(mail).toMatchObject({ kind: 'job', job_id: job.id, status: 'failed', tries: [{ outcome: 'later' }, { outcome: 'never', reply: 'no such chart' }] })
})

test('one click ends the mails of one job to one reader, and of nothing else', async () => {
  const id = await shared(await chart(), european)
  const job = await subscription(id, ids(maker, european))
  const other = await subscription(id, ids(european))
  await run(job.id)
  const mail = mailTo(european)
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, token = ''] = /<https:\/\/querent\.example\.com\/api\/v1\/core\/mails\/unsubscribe\?token=(qu_[\w-]+)>/.exec(header('list-unsubscribe') ?? '') ?? []
  expect(mail?.text).toContain(`https://querent.example.com/unsubscribe#${token}`)
  const click = (with_: string) =>
    server.request(`POST /core/mails/unsubscribe?token=${with_}`, {
      as: null,
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await click(`${token.slice(0, -2)}AA`)).status).toBe(404)
  expect((await click(token)).body).toEqual({ name: 'Weekly orders' })
  expect((await click(token)).status).toBe(200)
  expect((await asMaker(`GET /core/jobs/${job.id}`)).body.notify.user_ids).toEqual(ids(maker))
  expect((await asMaker(`GET /core/jobs/${other.id}`)).body.notify.user_ids).toEqual(ids(european))
  const { body: told } = await server.request('GET /core/audit-logs?type=job.unsubscribed')
  expect(told).toMatchObject([{ resource: { id: job.id }, details: { user_id: account(european).id } }])
  post.arrived.splice(0)
  await run(job.id)
  expect(post.arrived.map(({ to_address }) => to_address)).toEqual([addressOf(maker)])
})

test('a mail server that is down holds up no run, and the mail comes when it is back', async () => {
  const job = await subscription(await chart(), ids(maker))
  post.rules.receiver = () => {
    throw refusal(451, 'the disk is full')
  }
  expect(await run(job.id)).toMatchObject({ status: 'succeeded' })
  expect(await run(job.id)).toMatchObject({ status: 'succeeded' })
  post.rules.receiver = () => {}
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await settle()
  expect(post.arrived).toHaveLength(2)
})

test('where no mail is sent nobody can be named', async () => {
  const without = await testServer()
  const { id } = (await without.request('GET /core/users/me')).body
  const question = { name: 'x', kind: 'maintenance', payload: { task: 'retention' }, notify: { user_ids: [id] } }
  expect((await without.request('POST /core/jobs', { body: question })).body.error.code).toBe('mail_not_configured')
  await without.close()
})
