import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { auditLogs } from '#db/schema/catalog.ts'
import { datasources } from '#db/schema/semantics.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let source = ''
let copy = ''

const files = {
  'stores.csv': 'id,name,region\n1,Central,East\n2,Harbour,North\n',
  'sales.csv': 'id,store_id,price,quantity,status,sold_on\n1,1,10.5,2,paid,2024-01-02\n2,2,3,4,open,2024-02-03\n3,1,1,1,paid,2024-03-04\n',
}

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, files)
  copy = await connectFiles(server, files)
  await extract(server, source)
  await extract(server, copy)
  const post = async (path: string, body: Record<string, unknown>) => {
    const reply = await server.request(`POST /semantic/${path}`, { body: { datasource_id: source, ...body } })
    if (reply.status !== 201 && reply.body?.error?.code !== 'already_exists') throw new Error(reply.text)
  }
  await post('relationships', { from_table: 'sales', from_columns: ['store_id'], to_table: 'stores', to_columns: ['id'] })
  await post('hierarchies', {
    name: 'place',
    title: 'Place',
    levels: [
      { table_name: 'stores', column_name: 'region' },
      { table_name: 'stores', column_name: 'name' },
    ],
  })
  await post('measures', {
    name: 'revenue',
    table_name: 'sales',
    aggregation: 'sum',
    expression: 'price * quantity',
    unit: 'EUR',
    synonyms: ['turnover'],
    description: 'Before tax',
  })
  const paid = { table: 'sales', column: 'status', operator: 'equals', values: ['paid'] }
  await post('measures', { name: 'paid_sales', table_name: 'sales', aggregation: 'count', filters: paid })
  await post('verified-queries', {
    question: 'Revenue by region?',
    query: { measures: [{ measure: 'revenue' }], dimensions: [{ table: 'stores', column: 'region' }] },
  })
  await post('verified-queries', { question: 'How many sales?', sql: 'select count(*) from sales' })
  const described = (await server.request(`GET /semantic/descriptions?datasource_id=${source}&table_name=sales`)).body
  const price = described.find((row: any) => row.column_name === 'price')
  await server.request(`PUT /semantic/descriptions/${price.id}`, {
    body: { description: 'What one piece costs: "net"', unit: 'EUR', synonyms: ['cost', 'rate'], is_hidden: false },
  })
})
afterAll(() => server.close())

const exported = async (id: string, format: string) => (await server.request(`GET /semantic/datasources/${id}/export?format=${format}`)).body
const imported = async (id: string, content: string, dry_run = false) =>
  server.request(`POST /semantic/datasources/${id}/import`, { body: { content, dry_run } })
const entries = async () => (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(auditLogs.position)).map(({ type }) => type)
const version = async (id: string) => (await server.db.select().from(datasources)).find((row) => row.id === id)?.layer_version ?? 0
/** A layer without what names the data source itself. */
const layerOf = ({ content }: { content: string }) => ({ ...parse(content), name: '', description: '' })

test.each(['yaml', 'osi'])('a layer goes through %s into another data source and comes out the same', async (format) => {
  const target = format === 'yaml' ? copy : await fresh()
  const whole = await exported(source, format)
  const rehearsed = await imported(target, whole.content, true)
  expect(rehearsed.body).toMatchObject({ format, dry_run: true, skipped: 0, losses: [] })
  expect(layerOf(await exported(target, 'yaml'))).not.toEqual(layerOf(await exported(source, 'yaml')))

  const [count, before] = [(await entries()).length, await version(target)]
  const done = await imported(target, whole.content)
  expect(done.body).toMatchObject({ created: rehearsed.body.created, updated: rehearsed.body.updated, skipped: 0 })
  expect(done.body.created).toBeGreaterThanOrEqual(5)
  expect((await entries()).slice(count)).toEqual(['datasource.imported'])
  expect(await version(target)).toBe(before + 1)
  expect(layerOf(await exported(target, 'yaml'))).toEqual(layerOf(await exported(source, 'yaml')))

  const again = await imported(target, whole.content)
  expect(again.body).toMatchObject({ created: 0, updated: 0, skipped: 0 })
  expect(await version(target)).toBe(before + 1)
  const { body } = await server.request(`POST /semantic/datasources/${target}/query`, {
    body: { semantic_query: { measures: [{ measure: 'revenue' }, { measure: 'paid_sales' }] } },
  })
  expect(body.rows).toEqual([[34, 2]])
})

async function fresh(): Promise<string> {
  const id = await connectFiles(server, files)
  await extract(server, id)
  return id
}

test('OSI says what other tools do not read, and reads as its schema asks', async () => {
  const { content, losses } = await exported(source, 'osi')
  const document = parse(content)
  expect(document.version).toBe('0.2.0.dev0')
  const [model] = document.semantic_model
  expect(Object.keys(document)).toEqual(['version', 'semantic_model'])
  expect(model.metrics.map((metric: any) => metric.expression.dialects[0])).toEqual([
    { dialect: 'ANSI_SQL', expression: 'SUM(sales.price * sales.quantity)' },
    { dialect: 'ANSI_SQL', expression: expect.stringMatching(/^COUNT\(/) },
  ])
  expect(model.relationships).toMatchObject([{ from: 'sales', to: 'stores', from_columns: ['store_id'], to_columns: ['id'] }])
  expect(model.datasets.find((dataset: any) => dataset.name === 'sales').fields.find((field: any) => field.name === 'sold_on')).toMatchObject({
    dimension: { is_time: true },
    datatype: 'Date',
  })
  const objects = losses.map((loss: any) => loss.object)
  expect(objects).toEqual(expect.arrayContaining(['measure paid_sales', 'hierarchy place', 'column sales.price', 'verified query "How many sales?"']))
})

test('a document of another tool gives what can be taken, and tells the rest', async () => {
  const id = await fresh()
  const expression = (text: string) => ({
    dialects: [
      { dialect: 'SNOWFLAKE', expression: 'x' },
      { dialect: 'ANSI_SQL', expression: text },
    ],
  })
  const document = {
    version: '0.1.1',
    semantic_model: [
      {
        name: 'shop',
        datasets: [
          {
            name: 'orders',
            source: 'db.public.sales',
            ai_context: { synonyms: ['deals'] },
            fields: [
              { name: 'price', expression: expression('price'), description: 'Price of a piece' },
              { name: 'total', expression: expression('price * quantity') },
              { name: 'gone', expression: expression('gone') },
            ],
          },
          { name: 'stores', source: 'db.public.stores' },
        ],
        relationships: [{ name: 'r', from: 'orders', to: 'stores', from_columns: ['store_id'], to_columns: ['id'] }],
        metrics: [
          { name: 'Total revenue', expression: expression('SUM(orders.price * orders.quantity)'), ai_context: { synonyms: ['income'] } },
          { name: 'order_count', expression: expression('COUNT(DISTINCT orders.id)') },
          { name: 'basket', expression: expression('SUM(orders.price) / COUNT(orders.id)') },
          { name: 'sneaky', expression: expression('SUM(pg_read_file(orders.price))') },
        ],
      },
    ],
  }
  const { body } = await imported(id, JSON.stringify(document))
  const actions = new Map(body.changes.map((change: any) => [change.object, change.action]))
  expect(actions.get('measure Total_revenue')).toBe('created')
  expect(actions.get('measure order_count')).toBe('created')
  expect(actions.get('measure sneaky')).toBe('skipped')
  expect(actions.get('column sales.gone')).toBe('skipped')
  expect(actions.get('column sales.price')).toBe('updated')
  expect(body.losses.map((loss: any) => loss.object)).toEqual(['field orders.total', 'metric basket'])
  const asked = await server.request(`POST /semantic/datasources/${id}/query`, {
    body: { semantic_query: { measures: [{ measure: 'Total_revenue' }, { measure: 'order_count' }], dimensions: [{ table: 'stores', column: 'region' }] } },
  })
  expect(asked.body.rows).toEqual([
    ['East', 22, 2],
    ['North', 12, 1],
  ])
})

test.each([
  ['querent: 2', 'form of a semantic layer'],
  ['querent: 1\nsurprise: 1', 'form of a semantic layer'],
  ['a: [', 'not YAML'],
  ['a: &x [1]\nb: *x', 'not YAML'],
  ['just text', 'neither'],
  [`querent: ${'['.repeat(70)}${']'.repeat(70)}`, 'nested deeper'],
  [`{"querent": ${'['.repeat(70)}${']'.repeat(70)}}`, 'nested deeper'],
  ['- '.repeat(200_000), 'send the same document as JSON'],
  ['semantic_model: []\nversion: "1"', 'form of a semantic layer'],
])('content %# is refused', async (content, message) => {
  const { status, body } = await imported(source, content)
  expect(status).toBe(422)
  expect(body.error.message).toContain(message)
})

test('who may only look may neither write a layer out nor read one in', async () => {
  const viewer = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: viewer.id } })
  expect((await server.request(`GET /semantic/datasources/${source}/export`, { as: viewer.key })).status).toBe(403)
  expect((await server.request(`POST /semantic/datasources/${source}/import`, { as: viewer.key, body: { content: 'querent: 1' } })).status).toBe(403)
})
