import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, describe, expect, test } from 'vitest'
import { createBench, never, sourceFile, sqliteFile, streamOf, untrusted } from '#connectors/sources/fixtures.ts'
import type { IngestedFile } from '#domain/semantics/sources/source.ts'

const bench = createBench({ size: 2, memoryMb: 320 })
afterAll(() => bench.close())

const stored = () => readdirSync(bench.root).filter((name) => name !== '.incoming')
const incoming = () => (existsSync(join(bench.root, '.incoming')) ? readdirSync(join(bench.root, '.incoming')) : [])
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error) => error.code,
  )

async function rowsOf(name: string, ingested: IngestedFile, sql?: string) {
  const spec = { id: ingested.storageKey, type: 'file' as const, version: '1', files: [sourceFile(name, ingested)], connection: null }
  return (await bench.sources.query(spec, untrusted(sql ?? `from ${JSON.stringify(ingested.tables[0]?.name)}`, { origin: 'compiler' }), never)).rows
}

describe('delimited text', () => {
  test('types, quotes, empty fields, leading zeros and long digits', async () => {
    const text = `id,name,zip,price,day,at,yes,huge,exact
1,"a ""b"", c",00123,1.50,2024-01-31,2024-01-31 10:00:00,true,99999999999999999999,0.1234567890123456789
2,,00456,-2,2024-02-01,2024-02-01 11:00:00.5,false,1,12.5
3,"two
lines",10115,3e2,,,,-5,
`
    const ingested = await bench.put('Sales (Q1).csv', text)
    expect(ingested).toMatchObject({ format: 'csv', size: text.length, sha256: createHash('sha256').update(text).digest('hex'), rejects: [], rejectedLines: 0 })
    expect(ingested.tables).toEqual([
      {
        name: 'sales_q1',
        rows: 3,
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'text' },
          { name: 'zip', type: 'text' },
          { name: 'price', type: 'number' },
          { name: 'day', type: 'date' },
          { name: 'at', type: 'timestamp' },
          { name: 'yes', type: 'boolean' },
          { name: 'huge', type: 'decimal' },
          { name: 'exact', type: 'decimal' },
        ],
      },
    ])
    expect(await rowsOf('Sales (Q1).csv', ingested)).toEqual([
      [1, 'a "b", c', '00123', 1.5, '2024-01-31', '2024-01-31T10:00:00', true, '99999999999999999999', '0.1234567890123456789'],
      [2, null, '00456', -2, '2024-02-01', '2024-02-01T11:00:00.500', false, 1, 12.5],
      [3, 'two\nlines', '10115', 300, null, null, null, -5, null],
    ])
  })

  test('dates the American way in a file of two lines', async () => {
    const ingested = await bench.put('visits.csv', 'id,day\n1,01/31/2024\n2,02/01/2024\n')
    expect(ingested.tables[0]?.columns.map((column) => column.type)).toEqual(['integer', 'date'])
    expect(await rowsOf('visits.csv', ingested)).toEqual([
      [1, '2024-01-31'],
      [2, '2024-02-01'],
    ])
  })

  test('ragged lines are told, never lost', async () => {
    const ingested = await bench.put('ragged.csv', 'id,name,zip\n1,a,x\n2,b\n3,c,y,extra,more\n4,d,z\n')
    expect(ingested.rejectedLines).toBe(2)
    expect(ingested.rejects).toEqual([
      { line: 3, reason: 'has 2 fields where the header has 3' },
      { line: 4, reason: 'has 5 fields where the header has 3' },
    ])
    expect(await rowsOf('ragged.csv', ingested)).toEqual([
      [1, 'a', 'x'],
      [4, 'd', 'z'],
    ])
    const many = await bench.put('many.csv', `a,b\n${'1,2\n'.repeat(50)}${'1\n'.repeat(60)}`)
    expect([many.tables[0]?.rows, many.rejectedLines, many.rejects.length]).toEqual([50, 60, 20])
  })

  test('a late value of another type turns the column to text instead of losing the row', async () => {
    const ingested = await bench.put('late.csv', `n,m\n${'1,2.5\n'.repeat(30_000)}n/a,3\n1.75,1\n`)
    expect(ingested.tables).toMatchObject([
      {
        rows: 30_002,
        columns: [
          { name: 'n', type: 'text' },
          { name: 'm', type: 'number' },
        ],
      },
    ])
    expect(ingested.rejectedLines).toBe(0)
  })

  test('other dialects: semicolons and decimal commas, tabs, day-first dates, no header, odd headers', async () => {
    const german = await bench.put('de.csv', 'Id;Betrag;Datum\n1;"1.234,50";31.01.2024\n2;3,5;28.02.2024\n')
    expect(german.tables[0]?.columns.map((column) => column.type)).toEqual(['integer', 'number', 'date'])
    expect(await rowsOf('de.csv', german)).toEqual([
      [1, 1234.5, '2024-01-31'],
      [2, 3.5, '2024-02-28'],
    ])
    expect((await bench.put('x.txt', 'a\tb\n1\tx\n2\ty\n')).format).toBe('tsv')
    const bare = await bench.put('bare.csv', '1,2\n3,4\n')
    expect([bare.tables[0]?.rows, bare.tables[0]?.columns.map((column) => column.name)]).toEqual([2, ['column0', 'column1']])
    const doubled = await bench.put('doubled.csv', 'id,id,,ID\n1,2,3,4\n')
    expect(new Set(doubled.tables[0]?.columns.map((column) => column.name.toLowerCase())).size).toBe(4)
    const header = await bench.put('header.csv', 'id,name\n')
    expect(header.tables[0]).toMatchObject({ rows: 0, columns: [{ name: 'id' }, { name: 'name' }] })
    const preamble = await bench.put('preamble.csv', 'Report for 2024\n\nid,amt\n1,2.5\n2,3.5\n')
    expect(preamble.tables[0]).toMatchObject({ rows: 2, columns: [{ name: 'id' }, { name: 'amt' }] })
    expect(preamble.rejects[0]).toEqual({ line: 1, reason: 'stands before the header' })
    const comment = await bench.put('comment.csv', 'a,b\n#1,x\n2,y\n#3,z\n')
    expect(comment.tables[0]?.rows).toBe(3)
  })

  test('a table as wide as it may be, again and again, and one that is wider', { timeout: 240_000 }, async () => {
    const line = (value: (index: number) => unknown, length = 2000) => Array.from({ length }, (_, index) => value(index)).join(',')
    const text = `${line((index) => `c${index}`)}\n${`${line((index) => (index % 3 ? index / 2 : `v${index}`))}\n`.repeat(20)}`
    const roomy = createBench({ size: 1, memoryMb: 1024 })
    try {
      for (let turn = 0; turn < 3; turn++) {
        const { tables } = await roomy.put('wide.csv', text)
        expect([tables[0]?.rows, tables[0]?.columns.length, tables[0]?.columns[1]?.type]).toEqual([20, 2000, 'number'])
      }
      const wider = `${line((index) => `c${index}`, 2500)}\n${line(() => 1, 2500)}\n`
      await expect(roomy.put('wider.csv', wider)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('2500 columns') })
    } finally {
      await roomy.close()
    }
  })

  test('encodings: UTF-8 with a mark, UTF-16, CP1252', async () => {
    const text = 'stadt,preis\nKöln,5 €\n'
    const cases: [string, Uint8Array][] = [
      ['bom.csv', Buffer.from(`\ufeff${text}`)],
      ['utf16.csv', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['utf16be.csv', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
      ['cp1252.csv', Buffer.from(text.replace('€', '\x80'), 'latin1')],
    ]
    for (const [name, bytes] of cases) {
      const ingested = await bench.put(name, bytes)
      expect([name, ingested.tables[0]?.columns[0]?.name, await rowsOf(name, ingested)]).toEqual([name, 'stadt', [['Köln', '5 €']]])
    }
  })
})

describe('documents', () => {
  test('JSON and NDJSON keep nested values and every record', async () => {
    const array = await bench.put('a.json', '[{"id":1,"tags":["x"],"at":{"lat":1.5}},{"id":2,"late":"2024-01-01"}]')
    expect(array).toMatchObject({ format: 'json', tables: [{ rows: 2 }] })
    expect(array.tables[0]?.columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'tags', type: 'json' },
      { name: 'at', type: 'json' },
      { name: 'late', type: 'date' },
    ])
    expect(await rowsOf('a.json', array)).toEqual([
      [1, ['x'], { lat: 1.5 }, null],
      [2, null, null, '2024-01-01'],
    ])
    const lines = await bench.put('b.jsonl', '{"a":1}\n{"a":2.5,"b":null}\n')
    expect(lines).toMatchObject({ format: 'ndjson', tables: [{ rows: 2 }] })
    expect((await bench.put('one.json', '{\n  "a": 1\n}\n')).tables).toMatchObject([{ rows: 1 }])
    const around = await bench.put('around.json', '{"total":2,"next":null,"id":7,"data":[{"id":1,"b":"x"},{"id":2}]}')
    expect(around.tables[0]?.columns.map((column) => column.name)).toEqual(['id', 'b', 'total', 'next', 'id_2'])
    expect(await rowsOf('around.json', around)).toEqual([
      [1, 'x', 2, null, 7],
      [2, null, 2, null, 7],
    ])
    expect((await bench.put('two.json', '{"a":[{"x":1}],"b":[{"y":1},{"y":2}]}')).tables).toMatchObject([{ rows: 1 }])
    expect((await bench.put('utf16.json', Buffer.from('\ufeff[{"a":"ö"}]', 'utf16le'))).tables).toMatchObject([{ rows: 1 }])
  })

  test('damaged documents are told with their line', async () => {
    await expect(bench.put('bad.ndjson', '{"a":1}\n{"a":\n{"a":3}\n')).rejects.toMatchObject({
      code: 'invalid',
      message: 'the JSON cannot be read: line 2 is malformed',
    })
    expect(await code(bench.put('cut.json', '[{"a":1},{"a"'))).toBe('invalid')
  })

  test('Parquet and SQLite files give their tables, keys and types', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const path = join(bench.root, '.incoming', 'made.parquet')
    await connection.run(
      `copy (select i as id, (i * 1.25)::decimal(12, 2) as price, date '2024-01-01' as day, {'a': i} as nested from range(1000) t(i)) to '${path}'`,
    )
    const parquet = await bench.put('made', readFileSync(path))
    rmSync(path)
    expect(parquet).toMatchObject({
      format: 'parquet',
      tables: [
        {
          name: 'made',
          rows: 1000,
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'price', type: 'decimal' },
            { name: 'day', type: 'date' },
            { name: 'nested', type: 'json' },
          ],
        },
      ],
    })
    const database = await bench.put(
      'x.db',
      sqliteFile(`create table a (id integer primary key, v text, mixed, day text, u blob); create table b (x references a);
        insert into a values (1, 'x', 1, '2024-01-01', x'01'), (2, 'y', 'two', '2024-01-02', null)`),
    )
    expect(database).toMatchObject({
      format: 'sqlite',
      tables: [
        { name: 'a', rows: 2 },
        { name: 'b', rows: 0 },
      ],
    })
    expect(database.tables[0]?.columns.map((column) => column.type)).toEqual(['integer', 'text', 'text', 'date', 'binary'])
    expect(await rowsOf('x.db', database, 'select mixed, day from a order by id')).toEqual([
      ['1', '2024-01-01'],
      ['two', '2024-01-02'],
    ])
  })

  test('a database in WAL mode is read without its side files', async () => {
    const bytes = sqliteFile('pragma journal_mode = wal; create table t (a integer); insert into t values (5)')
    expect(bytes[18]).toBe(2)
    expect((await bench.put('wal.sqlite', bytes)).tables).toMatchObject([{ name: 't', rows: 1 }])
  })
})

describe('refusals leave nothing behind', () => {
  const huge = (n: number, unit: string) => unit.repeat(Math.ceil(n / unit.length))
  const parquetBomb = Buffer.concat([Buffer.from('PAR1'), randomBytes(2000), Buffer.from([0xd0, 0x07, 0, 0]), Buffer.from('PAR1')])
  const sqliteCut = Buffer.from(sqliteFile('create table t (a); insert into t values (1)'))
  const cases: [string, string, string | Uint8Array, string][] = [
    ['an empty file', 'a.csv', '', 'invalid'],
    ['an image', 'a.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unsupported_media_type'],
    ['a zip', 'a.xlsx', Buffer.from('504b0304140000000800', 'hex'), 'invalid'],
    ['random bytes', 'a.csv', randomBytes(5000), 'unsupported_media_type'],
    ['a page', 'a.html', '<!doctype html><p>a,b\nc,d', 'unsupported_media_type'],
    ['a page with another name', 'a.csv', '<html><body>,</body></html>\n', 'unsupported_media_type'],
    ['prose', 'notes.txt', 'Dear all,\nplease find the report attached.\n', 'unsupported_media_type'],
    ['a broken Parquet file', 'a.parquet', parquetBomb, 'invalid'],
    ['the start of a Parquet file', 'a.parquet', 'PAR1', 'invalid'],
    ['a broken database', 'a.db', Buffer.concat([sqliteCut.subarray(0, 4096), randomBytes(4096)]), 'invalid'],
    ['a cut database', 'a.db', sqliteCut.subarray(0, 600), 'invalid'],
    ['the name of a database only', 'a.db', 'SQLite format 3\0', 'invalid'],
    ['a database without tables', 'a.db', sqliteFile('pragma user_version = 1'), 'invalid'],
    ['one endless line', 'a.csv', `a,b\n1,${huge(3_000_000, 'x')}`, 'invalid'],
    ['an endless header', 'a.csv', huge(2_000_000, 'a,'), 'invalid'],
    ['an array cut off after a record', 'a.json', '[{"a":1},{"a":2},', 'invalid'],
    ['a record cut off inside a string', 'a.json', '[{"a":1},{"a":"x', 'invalid'],
    ['a document with more after it', 'a.json', '[{"a":1}] and more', 'invalid'],
    ['a line cut off', 'a.ndjson', '{"a":1}\n{"a":', 'invalid'],
    ['deep JSON', 'a.json', `[${huge(200_000, '[')}`, 'invalid'],
    ['deep JSON objects', 'a.json', huge(500_000, '{"a":'), 'invalid'],
    ['a NUL inside', 'a.csv', `a,b\n${huge(100_000, '1,2\n')}1,\0\n`, 'invalid'],
    ['half a UTF-16 character', 'a.csv', Buffer.concat([Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), Buffer.from([0x00])]), 'invalid'],
  ]
  test.each(cases)('%s', async (_what, name, bytes, expected) => {
    const before = stored()
    expect(await code(bench.put(name, bytes))).toBe(expected)
    expect([stored(), incoming()]).toEqual([before, []])
  })

  test('a body beyond the limit is cut off while it arrives', async () => {
    let pulled = 0
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536
        controller.enqueue(Buffer.alloc(65_536, 'a,b\n'))
      },
      cancel() {
        cancelled = true
      },
    })
    expect(await code(bench.store.put({ id: 'f', name: 'a.csv', body: endless, maxBytes: 1_000_000, signal: never }))).toBe('payload_too_large')
    expect([cancelled, pulled < 2_000_000, incoming()]).toEqual([true, true, []])
  })

  test('an upload aborted while it arrives or while it is read', async () => {
    const arriving = new AbortController()
    const stalled = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(Buffer.from('a,b\n1,2\n'))
        arriving.abort(new Error('gone'))
        return new Promise(() => {})
      },
    })
    await expect(bench.store.put({ id: 'f', name: 'a.csv', body: stalled, maxBytes: 1_000_000, signal: arriving.signal })).rejects.toThrow('gone')
    const reading = new AbortController()
    const before = stored()
    const running = bench.store.put({
      id: 'f',
      name: 'big.csv',
      body: streamOf(`a,b\n${huge(20_000_000, '123456,abcdef\n')}`),
      maxBytes: 100_000_000,
      signal: reading.signal,
    })
    const timer = setInterval(() => incoming().length > 0 && reading.abort(new Error('gone again')), 150)
    await expect(running).rejects.toThrow('gone again')
    clearInterval(timer)
    expect([stored(), incoming()]).toEqual([before, []])
  })

  test('a file that takes too long is refused', async () => {
    const hasty = createBench({ size: 1, ingestMs: 1 })
    try {
      expect(await code(hasty.put('a.csv', `a,b\n${huge(30_000_000, '123456,abcdef\n')}`))).toBe('payload_too_large')
      expect(readdirSync(join(hasty.root, '.incoming'))).toEqual([])
    } finally {
      await hasty.close()
    }
  })

  test('a Parquet file with one value larger than memory is refused', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const path = join(bench.root, 'bomb.parquet')
    await connection.run(`copy (select repeat('x', 200000000) as text) to '${path}' (format parquet, compression zstd)`)
    connection.disconnectSync()
    const bytes = readFileSync(path)
    rmSync(path)
    expect(bytes.length).toBeLessThan(4_000_000)
    expect(await code(bench.put('bomb.parquet', bytes))).toBe('payload_too_large')
    expect(incoming()).toEqual([])
  })
})

test('a key is ours or refused, a link is not followed, a deleted file is gone', async () => {
  const ingested = await bench.put('gone.csv', 'a,b\n1,2\n')
  for (const key of [
    '',
    '.',
    '..',
    '../x',
    '.incoming',
    `f_${'0'.repeat(31)}/`,
    `F_${'0'.repeat(32)}`,
    `${ingested.storageKey}/../x`,
    `${ingested.storageKey}\0`,
  ]) {
    expect(await code(bench.store.delete(key))).toBe('invalid')
  }
  const link = `f_${'a'.repeat(32)}`
  mkdirSync(join(bench.root, '.incoming', 'outside'), { recursive: true })
  writeFileSync(join(bench.root, '.incoming', 'outside', 'contents.json'), '{"format":"csv","tables":[]}')
  symlinkSync(join(bench.root, '.incoming', 'outside'), join(bench.root, link))
  const linked = { id: 's', type: 'file' as const, version: '1', files: [{ ...sourceFile('x.csv', ingested), storageKey: link }], connection: null }
  expect(await code(bench.sources.introspect(linked, never))).toBe('datasource_unreachable')
  await bench.store.delete(link)
  expect(existsSync(join(bench.root, '.incoming', 'outside', 'contents.json'))).toBe(true)
  await bench.store.delete(ingested.storageKey)
  await bench.store.delete(ingested.storageKey)
  expect(await code(rowsOf('gone.csv', ingested))).toBe('datasource_unreachable')
})
