import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceSpec, SourceType } from '#domain/semantics/sources/source.ts'
import { temporaryFolder } from '#test/database.ts'
import { commit, makeDeltaTable, makeIcebergTable } from '#test/fixtures/lake-tables.ts'
import { type S3Server, startS3Server } from '#test/s3-server.ts'
import { never, untrusted } from '../fixtures.ts'
import { createObjectStore, type ObjectStore } from '../object-store/client.ts'
import { createRunnerPool } from '../runner/pool.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createStage } from '../stage.ts'
import { createStagedSources } from './sources.ts'

const root = temporaryFolder()
const copies = temporaryFolder()
const pool = createRunnerPool({ size: 2, memoryMb: 384 })
const network = createNetworkPolicy({ allowedNets: ['127.0.0.1/32'], ownEndpoints: [] })
const stage = createStage({ root: copies, maxBytes: 4_000_000 })
const sources = createStagedSources({ pool, stage, network, root })
let server: S3Server
let bucket: ObjectStore

beforeAll(async () => {
  server = await startS3Server()
  bucket = createObjectStore(server, network.fetch)
  await makeDeltaTable(join(root, 'delta/Orders 2024'))
  await makeIcebergTable(join(root, 'iceberg/events'))
  const instance = await DuckDBInstance.create(join(root, 'shop.duckdb'))
  const connection = await instance.connect()
  for (const statement of [
    'create table customers (id integer primary key, name varchar not null)',
    'create table orders (id integer primary key, customer_id integer references customers (id), total decimal(10, 2))',
    "comment on table orders is 'What was sold'",
    'create schema extra',
    'create table extra.orders (a integer)',
    "insert into customers values (1, 'Ada'), (2, 'Bob')",
    'insert into orders values (1, 1, 9.50), (2, 2, 0.50)',
    'create view big as select * from orders where total > 1',
    "create view peek as select * from read_csv('/etc/passwd', auto_detect = false, header = false, columns = {'line': 'varchar'})",
  ])
    await connection.run(statement)
  connection.disconnectSync()
  instance.closeSync()
})
afterAll(async () => {
  await pool.close()
  network.close()
  await server?.stop()
})

let count = 0
const specOf = (type: SourceType, connection: object): SourceSpec => ({
  id: `ds_${count++}`,
  type,
  version: '1',
  files: [],
  connection: connection as SourceSpec['connection'],
})
const keys = () => ({ endpoint: server.endpoint, region: server.region, access_key_id: server.accessKeyId, secret_access_key: server.secretAccessKey })
const rowsOf = async (spec: SourceSpec, sql: string) => (await sources.query(spec, untrusted(sql), never)).rows
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error) => `${error.code}: ${error.message}`,
  )

async function upload(folder: string, prefix: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(folder, name)).isFile()) await bucket.put(`${prefix}/${name}`, readFileSync(join(folder, name)), never)
  }
}

describe.each(['a folder', 'a bucket'])('a lake in %s', (place) => {
  const at = (path: string) => (place === 'a folder' ? { location: path } : { location: `s3://lake/${path}`, ...keys() })
  beforeAll(async () => {
    if (place === 'a bucket') for (const name of ['delta', 'iceberg']) await upload(join(root, name), name)
  })

  test('is a Delta table as its log says', async () => {
    const spec = specOf('delta', at('delta'))
    const { tables } = await sources.introspect(spec, never)
    expect(tables).toMatchObject([
      {
        name: 'orders_2024',
        rowEstimate: 6,
        columns: [
          { name: 'id', type: 'integer', comment: 'The number of the order' },
          { name: 'amount', type: 'decimal' },
          { name: 'note', type: 'text' },
          { name: 'region', type: 'text' },
        ],
      },
    ])
    expect(await rowsOf(spec, 'select id, amount, note, region from orders_2024 order by id')).toEqual([
      [0, 0, null, "Côte d'Azur"],
      [1, 1.5, null, "Côte d'Azur"],
      [2, 3, null, "Côte d'Azur"],
      [10, 7, 'late', null],
      [11, 7, 'late', null],
      [12, 7, 'late', null],
    ])
    const [table] = tables
    expect(table && (await sources.profile(spec, table, never))).toMatchObject({ rows: 6, columns: [{ distinct: 6 }, {}, { nullFraction: 0.5 }, {}] })
  })

  test('is an Iceberg table less its deletes, by the ids of its columns', async () => {
    const spec = specOf('iceberg', at('iceberg/events'))
    const { tables } = await sources.introspect(spec, never)
    expect(tables).toMatchObject([
      { name: 'events', rowEstimate: 99, columns: [{ name: 'id', type: 'integer' }, { name: 'name' }, { name: 'day', type: 'date' }] },
    ])
    expect(await rowsOf(spec, 'select count(*), min(id), count(name), count(day) from events')).toEqual([[99, 1, 99, 2]])
    expect(await rowsOf(spec, 'select id, name, day from events where id in (0, 5, 6, 7, 200) order by id')).toEqual([
      [6, 'n6', null],
      [7, 'new', '2024-05-06'],
      [200, 'new', '2024-05-06'],
    ])
  })

  test('is validated check by check', async () => {
    const found = await sources.validate(specOf('delta', at('delta')), never)
    expect(found).toMatchObject({ valid: true, readOnly: true })
    expect(found.checks.map(({ name, ok }) => [name, ok])).toEqual(
      place === 'a folder'
        ? [
            ['reach', true],
            ['read_schema', true],
            ['read_only', true],
          ]
        : [
            ['reach', true],
            ['sign_in', true],
            ['read_schema', true],
            ['read_only', true],
          ],
    )
    expect(await sources.validate(specOf('iceberg', at('delta')), never)).toMatchObject({ valid: false })
  })
})

describe('a Delta table', () => {
  test('is read as of the start of each query', async () => {
    const folder = join(root, 'moving')
    await makeDeltaTable(folder)
    const spec = specOf('delta', { location: 'moving' })
    expect(await rowsOf(spec, 'select count(*) from moving')).toEqual([[6]])
    commit(folder, 2, [{ remove: { path: 'a.parquet' } }])
    expect(await rowsOf(spec, 'select count(*) from moving')).toEqual([[3]])
  })

  test('is refused by the name of what is not read', async () => {
    await makeDeltaTable(join(root, 'feature'), { readerFeatures: ['deletionVectors', 'collations'] })
    expect(await failure(rowsOf(specOf('delta', { location: 'feature' }), 'select 1 from feature'))).toBe(
      'invalid: the table feature: the table uses the Delta feature "collations", which is not read',
    )
    await makeDeltaTable(join(root, 'variant'), { schemaType: 'variant' })
    expect(await failure(sources.introspect(specOf('delta', { location: 'variant' }), never))).toMatch(/the Delta type "variant", which is not read/)
    await makeDeltaTable(join(root, 'gap'))
    rmSync(join(root, 'gap/_delta_log/00000000000000000000.json'))
    expect(await failure(sources.introspect(specOf('delta', { location: 'gap' }), never))).toMatch(/invalid: .*versions missing/)
    await makeDeltaTable(join(root, 'broken'))
    writeFileSync(join(root, 'broken/_delta_log/00000000000000000001.json'), '{"add":')
    expect(await failure(sources.introspect(specOf('delta', { location: 'broken' }), never))).toMatch(/invalid: .*damaged/)
  })

  test('leads nowhere outside its folder', async () => {
    for (const path of ['../../shop.duckdb', '%2e%2e/secret.parquet', 'file:///etc/passwd', '/etc/passwd', 's3://other/x.parquet']) {
      const folder = join(root, 'escape')
      await makeDeltaTable(folder)
      commit(folder, 2, [{ add: { path, partitionValues: { region: 'x' }, size: 1 } }])
      expect([path, await failure(rowsOf(specOf('delta', { location: 'escape' }), 'select count(*) from escape'))]).toEqual([
        path,
        expect.stringMatching(/^invalid: .*outside its own folder/),
      ])
    }
    await makeDeltaTable(join(root, 'linked'))
    rmSync(join(root, 'linked/a.parquet'))
    symlinkSync('/etc/passwd', join(root, 'linked/a.parquet'))
    expect(await failure(rowsOf(specOf('delta', { location: 'linked' }), 'select count(*) from linked'))).toMatch(/^invalid: .*outside the folder/)
  })
})

test('an Iceberg table is refused by the name of what is not read', async () => {
  await makeIcebergTable(join(root, 'third'), { formatVersion: 3 })
  expect(await failure(sources.introspect(specOf('iceberg', { location: 'third' }), never))).toMatch(/the version 3 of the Iceberg format/)
  await makeIcebergTable(join(root, 'orc'), { fileFormat: 'ORC' })
  expect(await failure(sources.introspect(specOf('iceberg', { location: 'orc' }), never))).toMatch(/files of the format ORC/)
  await makeIcebergTable(join(root, 'puffin'), { fileFormat: 'puffin' })
  expect(await failure(sources.introspect(specOf('iceberg', { location: 'puffin' }), never))).toMatch(/files of the format puffin/)
})

describe('a path', () => {
  test.each(['../..', '/etc', 'out', 'delta/../../x'])('%s is not left', async (location) => {
    if (!existsSync(join(root, 'out'))) symlinkSync('/etc', join(root, 'out'))
    for (const type of ['delta', 'duckdb'] as const) {
      expect(await failure(sources.introspect(specOf(type, type === 'delta' ? { location } : { path: location }), never))).toMatch(
        /^(invalid|datasource_unreachable): /,
      )
    }
  })

  test('is none where the operator opened no folder', async () => {
    const closed = createStagedSources({ pool, stage, network, root: null })
    expect(closed.serves('duckdb')).toBe(false)
    expect(await failure(closed.introspect(specOf('delta', { location: 'delta' }), never))).toMatch(/^source_unavailable_here: /)
  })
})

describe('a DuckDB database', () => {
  const spec = () => specOf('duckdb', { path: 'shop.duckdb' })
  test('gives its tables, keys and views, and reads only them', async () => {
    const { tables } = await sources.introspect(spec(), never)
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['extra_orders', 'table'],
      ['big', 'view'],
      ['customers', 'table'],
      ['orders', 'table'],
      ['peek', 'view'],
    ])
    expect(tables.find(({ name }) => name === 'orders')).toMatchObject({
      comment: 'What was sold',
      rowEstimate: 2,
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }],
    })
    expect(await rowsOf(spec(), 'select name, total from orders join customers c on c.id = customer_id order by 1')).toEqual([
      ['Ada', 9.5],
      ['Bob', 0.5],
    ])
    expect(await rowsOf(spec(), 'select count(*) from big')).toEqual([[1]])
  })

  test.each([
    ["copy orders to '/tmp/x.csv'", /statement_not_allowed/],
    ["attach '/tmp/x.db'", /statement_not_allowed/],
    ['insert into orders values (3, 1, 1)', /statement_not_allowed/],
    ["select * from read_csv('/etc/passwd')", /function_not_allowed/],
    ['select * from source.main.orders', /table_not_allowed/],
    ["select * from '/etc/passwd'", /table_not_allowed/],
    ['select * from peek', /statement_not_allowed|query_failed|query_invalid/],
  ])('%s is refused', async (sql, code) => {
    expect(await failure(rowsOf(spec(), sql))).toMatch(code)
  })

  test('is refused when it is none', async () => {
    writeFileSync(join(root, 'no.duckdb'), 'hello')
    expect(await sources.validate(specOf('duckdb', { path: 'no.duckdb' }), never)).toMatchObject({
      valid: false,
      checks: [{ ok: true }, { name: 'read_schema', ok: false }],
    })
  })
})

describe('files in a bucket', () => {
  const spec = (more = {}) => specOf('s3', { ...keys(), bucket: 'lake', prefix: 'files', ...more })
  beforeAll(async () => {
    const folder = join(root, 'made')
    mkdirSync(folder, { recursive: true })
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const part of [1, 2]) await connection.run(`copy (select ${part} as part, i as id, i * 0.5 as x from range(1000) t(i)) to '${folder}/${part}.parquet'`)
    await connection.run(
      `copy (select range as id, hash(range)::varchar || hash(range + 1)::varchar as noise from range(200000)) to '${folder}/huge.parquet' (compression uncompressed)`,
    )
    for (const part of [1, 2]) await bucket.put(`files/events/day=é ${part}/p+${part}.parquet`, readFileSync(join(folder, `${part}.parquet`)), never)
    await bucket.put('files/huge.parquet', readFileSync(join(folder, 'huge.parquet')), never)
    await bucket.put('files/people.csv', Buffer.from('id,name\n1,Ada\n2,"Bob, B"\n'), never)
    await bucket.put('files/packed.json.gz', gzipSync('[{"a":1},{"a":2}]'), never)
    await bucket.put('files/readme.txt', Buffer.from('no data'), never)
    await bucket.put('files/_SUCCESS', Buffer.from('x'), never)
  })

  test('become tables: one each, and a folder of equal ones one', async () => {
    const small = spec({
      tables: [
        { name: 'Events', pattern: 'events/**.parquet' },
        { name: 'people', pattern: 'people.*' },
        { name: 'packed', pattern: '*.json.gz' },
      ],
    })
    const { tables } = await sources.introspect(small, never)
    expect(tables.map(({ name, rowEstimate, columns }) => [name, rowEstimate, columns.map((column) => column.name)])).toEqual([
      ['events', 2000, ['part', 'id', 'x']],
      ['people', 2, ['id', 'name']],
      ['packed', 2, ['a']],
    ])
    expect(await rowsOf(spec(), 'select part, count(*), sum(x) from events group by part order by part')).toEqual([
      [1, 1000, 249750],
      [2, 1000, 249750],
    ])
    expect(await rowsOf(spec(), 'select name, a from people, packed where a = id order by a')).toEqual([
      ['Ada', 1],
      ['Bob, B', 2],
    ])
  })

  test('are read as they are now, from a copy while they stay the same', async () => {
    const source = spec()
    await bucket.put('files/changing.csv', Buffer.from('a\n1\n'), never)
    const copied = () => readdirSync(copies).length
    expect(await rowsOf(source, 'select a from changing')).toEqual([[1]])
    const before = copied()
    expect(await rowsOf(source, 'select a + 1 from changing')).toEqual([[2]])
    expect(copied()).toBe(before)
    await bucket.put('files/changing.csv', Buffer.from('a\n5\n'), never)
    expect(await rowsOf(source, 'select a from changing')).toEqual([[5]])
  })

  test('larger than the room for copies are refused', async () => {
    expect(await failure(rowsOf(spec(), 'select count(*) from huge'))).toMatch(/^invalid: the table huge .*MB of files; at most 4 MB/)
    expect(readdirSync(join(copies, '.partial'))).toEqual([])
  })

  test('with a wrong secret, key or bucket say which', async () => {
    const checks = async (more: object) =>
      (await sources.validate(spec(more), never)).checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)
    expect(await checks({ secret_access_key: 'wrong' })).toEqual(['sign_in: the secret access key is wrong'])
    expect(await checks({ access_key_id: 'nobody' })).toEqual(['sign_in: the store does not know the access key'])
    expect(await checks({ bucket: 'none' })).toEqual(['reach: there is no bucket none'])
    expect(await checks({ prefix: 'empty' })).toEqual(['read_schema: the source has no table'])
    expect(await checks({ endpoint: 'http://127.0.0.1:9' })).toEqual([expect.stringMatching(/^reach: /)])
    const guarded = createStagedSources({ pool, stage, network: createNetworkPolicy({ allowedNets: [], ownEndpoints: [] }), root })
    await expect(guarded.validate(spec(), never)).rejects.toMatchObject({ code: 'invalid', details: { param: 'connection.endpoint' } })
  })

  test('of more than a thousand keys are all found', async () => {
    for (let start = 0; start < 1100; start += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => bucket.put(`many/k${String(start + index).padStart(5, '0')}.txt`, Buffer.from('x'), never)))
    }
    expect((await bucket.list('many/', { signal: never })).objects).toHaveLength(1100)
  })
})
