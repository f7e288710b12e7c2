import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { datasources, hierarchies } from '#db/schema/semantics.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let id = ''
let viewer: Account
let stranger: Account

const sales = 'id,region,price,quantity,status\n1,north,10.5,2,paid\n2,south,3,4,open\n3,north,1,1,paid\n'

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  id = await connectFiles(server, { 'sales.csv': sales })
  await extract(server, id)
  viewer = await server.account()
  stranger = await server.account()
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: viewer.id } })
})
afterAll(() => server.close())

const revenue = { name: 'revenue', table_name: 'sales', aggregation: 'sum', expression: 'price * quantity', unit: 'EUR', synonyms: ['turnover'] }
const define = (body: Record<string, unknown>, as = server.adminKey) => server.request('POST /semantic/measures', { as, body: { datasource_id: id, ...body } })
const ask = async (query: unknown) => (await server.request(`POST /semantic/datasources/${id}/query`, { body: { semantic_query: query } })).body.rows
const entries = async () => (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(auditLogs.position)).map(({ type }) => type)
const version = async () => (await server.db.select().from(datasources))[0]?.layer_version ?? 0

describe('measures', () => {
  test('a defined measure answers questions, with its own filters', async () => {
    const [count, before] = [(await entries()).length, await version()]
    const made = await define(revenue)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...revenue, title: 'revenue', filters: null, is_orphaned: false, revision: 1 })
    expect((await entries()).slice(count)).toEqual(['measure.created'])
    expect(await version()).toBe(before + 1)
    expect(await ask({ measures: [{ measure: 'revenue' }] })).toEqual([[34]])

    const paid = { table: 'sales', column: 'status', operator: 'equals', values: ['paid'] }
    const changed = await server.request(`PUT /semantic/measures/${made.body.id}`, { body: { filters: paid } })
    expect(changed.body).toMatchObject({ filters: paid, revision: 2 })
    expect(await ask({ measures: [{ measure: 'revenue' }] })).toEqual([[22]])
    expect(await ask({ measures: [{ ratio: { numerator: { measure: 'revenue' }, denominator: { aggregate: 'count', table: 'sales' } } }] })).toEqual([[22 / 3]])
    expect((await server.request(`GET /semantic/measures?datasource_id=${id}&q=turn`)).body).toHaveLength(0)
    expect((await server.request(`GET /semantic/measures?datasource_id=${id}&q=reven`)).body).toHaveLength(1)

    expect((await define(revenue)).body.error).toMatchObject({ code: 'already_exists', param: 'name' })
    expect((await server.request(`DELETE /semantic/measures/${made.body.id}`)).status).toBe(204)
    expect((await entries()).at(-1)).toBe('measure.deleted')
  })

  test.each([
    ['sum', 'price', [[14.5]]],
    ['count', null, [[3]]],
    ['sum', '-price + 2 * (quantity - 1)', [[-14.5 + 2 * 4]]],
    ['sum', 'CASE WHEN status = \'paid\' THEN quantity WHEN "sales"."quantity" BETWEEN 3 AND 9 THEN 100 ELSE 0 END', [[103]]],
    ['avg', 'COALESCE(price, 0) / NULLIF(quantity, 0)', [[(10.5 / 2 + 3 / 4 + 1) / 3]]],
    ['sum', "CASE WHEN region IN ('north', 'west') THEN 1 END", [[2]]],
    ['sum', 'case when price is null then 1 else 0.5 end', [[1.5]]],
  ])('%s of %s', async (aggregation, expression, rows) => {
    const { body, status } = await define({ name: 'tried', table_name: 'sales', aggregation, expression })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await ask({ measures: [{ measure: 'tried' }] })).toEqual(rows)
    await server.request(`DELETE /semantic/measures/${body.id}`)
  })

  test.each([
    ['pg_sleep(10)', 'pg_sleep'],
    ['(SELECT 1)', 'sub-query'],
    ['price::text', 'a cast'],
    ['price) , (quantity', 'more than one'],
    ['price) FROM secrets WHERE (1 = 1', 'more than one'],
    ['1); DROP TABLE sales; SELECT (1', 'more than one'],
    ['price || quantity', '||'],
    ['price; DELETE FROM sales', 'not an expression'],
    ['nothing * 2', 'no column "nothing"'],
    ['other.price', 'other.price'],
    ['status * 2', 'holds no numbers'],
    ['CASE WHEN price > (SELECT 1) THEN 1 END', 'written out'],
    ["CASE WHEN lower(status) = 'x' THEN 1 END", 'one comparison'],
    ['sum(price)', 'sum'],
    ['price -- the end', null],
    ['1e999', 'too large'],
    ['$1', 'placeholder'],
    ["'a'", 'a text'],
    ['price AND quantity', 'AND, OR or NOT'],
    [`${'1+'.repeat(900)}1`, 'too deeply'],
  ])('the expression %s is taken only if it is arithmetic', async (expression, named) => {
    const { status, body } = await define({ name: 'tried', table_name: 'sales', aggregation: 'sum', expression })
    if (named === null) {
      expect(status).toBe(201)
      await server.request(`DELETE /semantic/measures/${body.id}`)
      return
    }
    expect(status).toBe(422)
    expect(body.error.message).toContain(named)
  })

  test('a sum of nothing, a table that is not there and a name that is none are refused', async () => {
    expect((await define({ name: 'a', table_name: 'sales', aggregation: 'sum' })).body.error.message).toContain('needs a column')
    expect((await define({ name: 'a', table_name: 'gone', aggregation: 'count' })).body.error.message).toContain('there is no table "gone"')
    expect((await define({ name: 'a b', table_name: 'sales', aggregation: 'count' })).status).toBe(422)
  })

  test('who may only look may not define, and a stranger sees none', async () => {
    const { body } = await define({ name: 'counted', table_name: 'sales', aggregation: 'count' })
    expect((await define({ name: 'mine', table_name: 'sales', aggregation: 'count' }, viewer.key)).status).toBe(403)
    expect((await server.request(`GET /semantic/measures/${body.id}`, { as: viewer.key })).status).toBe(200)
    expect((await server.request(`PUT /semantic/measures/${body.id}`, { as: viewer.key, body: { title: 'x' } })).status).toBe(403)
    expect((await server.request(`GET /semantic/measures/${body.id}`, { as: stranger.key })).status).toBe(404)
    expect((await server.request('GET /semantic/measures', { as: stranger.key })).body).toEqual([])
  })
})

describe('verified queries', () => {
  const vouch = (body: Record<string, unknown>, as = server.adminKey) =>
    server.request('POST /semantic/verified-queries', { as, body: { datasource_id: id, ...body } })
  const question = 'How many sales are there?'

  test('are kept when they run, with who vouches for them', async () => {
    const made = await vouch({ question, query: { measures: [{ aggregate: 'count', table: 'sales' }] } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      question,
      sql: null,
      verified_at: '2026-11-21T09:30:00.000Z',
      query: { measures: [{ aggregate: 'count', table: 'sales' }] },
    })
    expect((await entries()).at(-1)).toBe('verified_query.created')
    const changed = await server.request(`PUT /semantic/verified-queries/${made.body.id}`, { body: { sql: 'select count(*) from sales' } })
    expect(changed.body).toMatchObject({ sql: 'select count(*) from sales', query: null, revision: 2 })
    expect((await server.request(`GET /semantic/verified-queries?datasource_id=${id}`, { as: viewer.key })).body).toHaveLength(1)
    expect((await server.request(`DELETE /semantic/verified-queries/${made.body.id}`, { as: viewer.key })).status).toBe(403)
    expect((await server.request(`DELETE /semantic/verified-queries/${made.body.id}`)).status).toBe(204)
  })

  test('what does not run is refused as the query itself would be', async () => {
    expect((await vouch({ question, query: { measures: [{ measure: 'gone' }] } })).body.error.code).toBe('query_invalid')
    expect((await vouch({ question, sql: 'delete from sales' })).body.error.code).toBe('statement_not_allowed')
    expect((await vouch({ question, sql: 'select nothing from sales' })).body.error.code).toBe('query_invalid')
    expect((await vouch({ question })).status).toBe(422)
    expect((await vouch({ question, sql: 'select 1', query: {} })).status).toBe(422)
  })
})

describe('suggested hierarchies', () => {
  const suggest = async (name: string) => {
    const levels = [{ table_name: 'sales', column_name: 'region' }]
    const made = await server.request('POST /semantic/hierarchies', { body: { datasource_id: id, name, levels } })
    await server.db.update(hierarchies).set({ is_suggested: true })
    return made.body.id
  }

  test('are accepted once, by their own verb or by a change', async () => {
    const first = await suggest('places')
    expect((await server.request('GET /semantic/hierarchies?is_suggested=true')).body).toMatchObject([{ id: first, is_suggested: true }])
    expect((await server.request(`POST /semantic/hierarchies/${first}/accept`, { as: viewer.key })).status).toBe(403)
    const count = (await entries()).length
    expect((await server.request(`POST /semantic/hierarchies/${first}/accept`)).body).toMatchObject({ is_suggested: false, revision: 2 })
    expect((await server.request(`POST /semantic/hierarchies/${first}/accept`)).body).toMatchObject({ is_suggested: false, revision: 2 })
    expect((await entries()).slice(count)).toEqual(['hierarchy.updated'])
    const second = await suggest('places again')
    expect((await server.request(`PUT /semantic/hierarchies/${second}`, { body: { is_suggested: false } })).body).toMatchObject({ is_suggested: false })
  })
})
