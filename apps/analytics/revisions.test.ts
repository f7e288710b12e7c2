import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let source = ''
let [editor, viewer]: Account[] = []
const first = 'select id, country from customers order by id'
const second = 'select country, count(*) as n from customers group by country'

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'customers.csv': 'id,country\n1,France\n2,Chile\n' })
  await extract(server, source)
  ;[editor, viewer] = [await server.account(), await server.account()]
}, 60_000)
afterAll(() => server.close())

const made = async (line: string, body: unknown, as?: string): Promise<string> => (await server.request(line, { body, ...(as ? { as } : {}) })).body.id
const chart = (sql = first) => made('POST /analytics/charts', { title: 'Customers', datasource_id: source, query: { sql }, spec: null })
const history = async (id: string, kind = 'charts', as?: string) => (await server.request(`GET /analytics/${kind}/${id}/history`, as ? { as } : {})).body
const told = (revisions: any[]) => revisions.map(({ revision, changed, restored_from }) => [revision, changed, restored_from])
const restore = (id: string, revision: number, as?: string, kind = 'charts') =>
  server.request(`POST /analytics/${kind}/${id}/restore`, { body: { revision }, ...(as ? { as } : {}) })

test('a chart tells its states, by whom and what was changed, and goes back to one', async () => {
  const id = await chart()
  expect(await history(id)).toMatchObject([{ revision: 1, changed: [], restored_from: null, content: { title: 'Customers', query: { sql: first } } }])
  await server.request(`POST /analytics/charts/${id}/share/user`, { body: { user_id: editor?.id, level: 'edit' } })
  await server.request(`PUT /analytics/charts/${id}`, { body: { title: 'Buyers' }, as: editor?.key ?? '' })
  await server.request(`POST /analytics/charts/${id}/hide`)
  await server.request(`PUT /analytics/charts/${id}`, { body: { query: { sql: second }, tags: ['sales'] } })
  const kept = await history(id)
  expect(told(kept)).toEqual([
    [4, expect.arrayContaining(['query', 'tags']), null],
    [2, ['title'], null],
    [1, [], null],
  ])
  expect(kept[1].author_id).toBe(editor?.id)
  expect(kept.map(({ author_name }: any) => typeof author_name)).toEqual(['string', 'string', 'string'])
  const back = await restore(id, 1)
  expect(back.body).toMatchObject({ revision: 5, title: 'Customers', query: { sql: first }, tags: [], is_hidden: true })
  expect(told(await history(id))[0]).toEqual([5, expect.arrayContaining(['title', 'query', 'tags']), 1])
  const again = await restore(id, 1)
  expect([again.status, again.body.revision]).toEqual([200, 5])
  const audit = (await server.request(`GET /core/audit-logs?resource_id=${id}&type=chart.restored`)).body
  expect(audit.map(({ details }: any) => details.restored_from)).toEqual([1])
})

test('a change that changes nothing is no revision, and one that is refused leaves none', async () => {
  const id = await chart()
  await server.request(`PUT /analytics/charts/${id}`, { body: { title: 'Customers' } })
  await server.request(`PUT /analytics/charts/${id}`, { body: { title: 'Other' }, headers: { 'if-match': '"77"' } })
  expect(told(await history(id))).toEqual([[1, [], null]])
})

test('only the last hundred are kept', async () => {
  const id = await chart()
  for (let index = 0; index < 104; index++) await server.request(`PUT /analytics/charts/${id}`, { body: { title: `v${index}` } })
  const kept = await history(id)
  expect([kept.length, kept[0].content.title, kept[99].content.title, kept[99].changed]).toEqual([100, 'v103', 'v4', []])
  const page = await server.request(`GET /analytics/charts/${id}/history?page=2&page_size=30`)
  expect([page.body.length, page.body[0].content.title, page.body[29].changed]).toEqual([30, 'v73', ['title']])
  expect((await restore(id, 1)).body.error).toMatchObject({ code: 'not_found', param: 'revision' })
}, 60_000)

test('history and restoring take edit, and what was asked is asked by who brings it back', async () => {
  const id = await chart()
  await server.request(`PUT /analytics/charts/${id}`, { body: { query: { sql: second } } })
  await server.request(`POST /analytics/charts/${id}/share/user`, { body: { user_id: viewer?.id } })
  await server.request(`POST /analytics/charts/${id}/share/user`, { body: { user_id: editor?.id, level: 'edit' } })
  expect((await server.request(`GET /analytics/charts/${id}/history`, { as: viewer?.key ?? '' })).status).toBe(403)
  expect((await restore(id, 1, viewer?.key)).status).toBe(403)
  expect((await restore(id, 1, editor?.key)).body.error.code).toBe('forbidden')
  await server.request(`POST /analytics/charts/${id}/lock`)
  expect((await restore(id, 1)).status).toBe(423)
})

test('a dashboard goes back to its tiles and filters without charts that are gone, and to no other frame', async () => {
  const [one, two] = [await chart(), await chart()]
  const tile = (id: string, chart_id: string, y: number) => ({ id, chart_id, x: 0, y, w: 12, h: 2 })
  const filters = [
    { id: 'country', member: 'customers.country' },
    { id: 'lost', member: 'customers.id', scope: { tiles: ['b'] } },
  ]
  const id = await made('POST /analytics/dashboards', { title: 'Sales', layout: [tile('a', one, 0), tile('b', two, 2)], filters })
  await server.request(`PUT /analytics/dashboards/${id}`, { body: { layout: [], filters: [], embedded: { enabled: false, allowed_domains: [] } } })
  await server.request(`DELETE /analytics/charts/${two}`)
  const back = await restore(id, 1, undefined, 'dashboards')
  expect(back.body).toMatchObject({ layout: [{ id: 'a' }], filters: [{ id: 'country' }], embedded: { enabled: false } })
  expect(told(await history(id, 'dashboards'))).toEqual([
    [3, ['layout', 'filters'], 1],
    [2, ['layout', 'filters'], null],
    [1, [], null],
  ])
  await server.request(`DELETE /analytics/dashboards/${id}`)
  expect((await server.request(`GET /analytics/dashboards/${id}/history`)).status).toBe(404)
})
