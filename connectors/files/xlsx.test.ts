import { afterAll, describe, expect, test } from 'vitest'
import { createBench, never, sourceFile, untrusted } from '#connectors/sources/fixtures.ts'
import type { IngestedFile } from '#domain/semantics/sources/source.ts'
import { archiveOf, sheetRows, workbookEntries } from '#test/fixtures/archive.ts'

const bench = createBench({ size: 2, memoryMb: 320 })
afterAll(() => bench.close())

const put = (sheets: Record<string, string>, more = {}) => bench.put('Report 2024.xlsx', archiveOf(workbookEntries(sheets, more)))
const failure = (bytes: Uint8Array, name = 'bomb.xlsx') =>
  bench.put(name, bytes).then(
    () => 'no failure',
    (error) => `${error.code}: ${error.message}`,
  )

async function rowsOf(ingested: IngestedFile, sql: string) {
  const spec = { id: ingested.storageKey, type: 'file' as const, version: '1', files: [sourceFile('Report 2024.xlsx', ingested)], connection: null }
  return (await bench.sources.query(spec, untrusted(sql), never)).rows
}

describe('a workbook', () => {
  test('gives each column the type all its cells have', async () => {
    const sheet = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>price</v></c><c r="D1" t="inlineStr"><is><r><t>pa</t></r><r><t>id</t></r><rPh><t>x</t></rPh></is></c><c r="E1" t="str"><v>at</v></c><c r="F1" t="str"><v>code</v></c></row>',
      '<row r="3"><c r="A3"><v>1</v></c><c r="B3" s="1"><v>45322</v></c><c r="C3"><v>1.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="2"><v>45322.4375</v></c><c r="F3" t="s"><v>2</v></c></row>',
      '<row r="4"><c r="A4"><v>2</v></c><c r="B4" s="1"><v>59</v></c><c r="C4"><v>3</v></c><c r="D4" t="b"><v>0</v></c><c r="E4" s="1"><v>45323</v></c><c r="F4"><v>7</v></c></row>',
      '<row r="5"><c r="A5"><v>-3</v></c><c r="C5" t="e"><v>#DIV/0!</v></c><c r="F5" t="inlineStr"><is><t>a&lt;b&#10;"q", c</t></is></c></row>',
    ].join('')
    const ingested = await put({ Sales: sheet }, { shared: ['id', 'day', '00123'], styles: ['yyyy-mm-dd', 'dd/mm/yyyy hh:mm'] })
    expect(ingested).toMatchObject({ format: 'xlsx', rejectedLines: 0 })
    expect(ingested.tables).toEqual([
      {
        name: 'report_2024',
        rows: 3,
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'day', type: 'date' },
          { name: 'price', type: 'number' },
          { name: 'paid', type: 'boolean' },
          { name: 'at', type: 'timestamp' },
          { name: 'code', type: 'text' },
        ],
      },
    ])
    expect(await rowsOf(ingested, 'select * from report_2024 order by id')).toEqual([
      [-3, null, null, null, null, 'a<b\n"q", c'],
      [1, '2024-01-31', 1.5, true, '2024-01-31T10:30:00', '00123'],
      [2, '1900-02-28', 3, false, '2024-02-01T00:00:00', '7'],
    ])
  })

  test('makes a table of each sheet with rows, below what stands before the header', async () => {
    const orders = sheetRows([['Quarterly report'], [], ['order', 'total', 'total'], [1, 2, 3], [2, 4.5, null]])
    const ingested = await put({
      'Q1 Orders': orders,
      Notes: '',
      Plain: sheetRows([
        [1, 'a'],
        [2, 'b'],
      ]),
    })
    expect(ingested.tables.map(({ name, rows, columns }) => [name, rows, columns.map((column) => column.name)])).toEqual([
      ['q1_orders', 2, ['order', 'total', 'total_2']],
      ['plain', 2, ['column_1', 'column_2']],
    ])
    expect(ingested.rejects).toEqual([{ line: 1, reason: 'stands before the header of the sheet Q1 Orders' }])
    expect(await rowsOf(ingested, 'select sum(total) from q1_orders')).toEqual([[6.5]])
  })

  test('counts days from 1904 where it says so', async () => {
    const ingested = await put({ S: '<row><c t="str"><v>d</v></c></row><row><c s="1"><v>0</v></c></row>' }, { styles: ['d.m.yy'], date1904: true })
    expect(await rowsOf(ingested, 'select d from report_2024')).toEqual([['1904-01-01']])
  })

  test('keeps a thousand wide rows apart', async () => {
    const rows = Array.from({ length: 1000 }, (_, row) => [row, ...Array.from({ length: 60 }, (_, column) => `${row}/${column}`)])
    const ingested = await put({ Wide: sheetRows([['n', ...Array.from({ length: 60 }, (_, column) => `c${column}`)], ...rows]) })
    expect(await rowsOf(ingested, "select count(*), sum(n), count_if(c59 = n || '/59') from report_2024")).toEqual([[1000, 499500, 1000]])
  })
})

describe('an archive that is not what it should be', () => {
  const one = sheetRows([['a'], [1]])
  const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024)
  test.each([
    ['no workbook', () => archiveOf([{ name: 'a.txt', content: 'hello' }]), /unsupported_media_type: .*not an XLSX/],
    ['cut', () => archiveOf(workbookEntries({ S: one })).slice(0, 600), /invalid: the archive is damaged/],
    [
      'too many entries',
      () => archiveOf(Array.from({ length: 3001 }, (_, index) => ({ name: `e${index}`, content: '' }))),
      /payload_too_large: .*3001 entries/,
    ],
    [
      'an entry far larger unpacked',
      () =>
        archiveOf(
          [...workbookEntries({}), { name: 'xl/worksheets/sheet1.xml', content: zeros(8) }].map((entry) =>
            entry.name === 'xl/workbook.xml' ? { ...entry, content: zeros(8) } : entry,
          ),
        ),
      /payload_too_large: .*100 times/,
    ],
    [
      'a size that lies',
      () => archiveOf(workbookEntries({ S: `<!--${'x'.repeat(4_000_000)}-->${one}` }).map((entry) => ({ ...entry, declared: 10 }))),
      /invalid|payload_too_large/,
    ],
    [
      'a document type',
      () =>
        archiveOf(
          workbookEntries({ S: one }).map((entry) =>
            entry.name === 'xl/workbook.xml' ? { ...entry, content: '<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>' } : entry,
          ),
        ),
      /invalid: .*document type/,
    ],
    ['a cell out of bounds', () => archiveOf(workbookEntries({ S: `${one}<row><c r="XFE3"><v>1</v></c></row>` })), /invalid: .*outside the bounds/],
    ['a row out of bounds', () => archiveOf(workbookEntries({ S: `${one}<row r="1048577"><c><v>1</v></c></row>` })), /invalid: .*outside the bounds/],
    ['an encrypted entry', () => archiveOf(workbookEntries({ S: one }).map((entry) => ({ ...entry, flags: 1 }))), /invalid: .*encrypted/],
    ['no rows', () => archiveOf(workbookEntries({ S: '' })), /invalid: .*no table/],
    [
      'too many columns',
      () => archiveOf(workbookEntries({ S: sheetRows([Array.from({ length: 2001 }, (_, index) => `c${index}`), [1]]) })),
      /invalid: .*2001 columns/,
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await failure(bytes())).toMatch(expected)
  })
})
