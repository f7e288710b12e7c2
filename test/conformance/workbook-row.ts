import { archiveOf, sheetRows, workbookEntries } from '../fixtures/archive.ts'
import { uploadRow } from './upload-rows.ts'

const DAY = Date.UTC(1899, 11, 30)
/** A cell of a day or a time, as a workbook counts them. */
const at = (time: string) => `<c s="1"><v>${(Date.parse(`${time}Z`) - DAY) / 86_400_000}</v></c>`
const on = (day: string) => `<c s="2"><v>${(Date.parse(`${day}T00:00:00Z`) - DAY) / 86_400_000}</v></c>`
type Value = string | number | boolean | null | { xml: string }
const cells = (rows: Value[][]) =>
  rows
    .map((row) => {
      const parts = row.map((value) =>
        value !== null && typeof value === 'object'
          ? value.xml
          : sheetRows([[value]])
              .replace('<row>', '')
              .replace('</row>', ''),
      )
      return `<row>${parts.join('')}</row>`
    })
    .join('')

const shopWorkbook = () =>
  archiveOf(
    workbookEntries(
      {
        customers: cells([
          ['id', 'name', 'city', 'joined', 'active'],
          [1, 'Ada', 'Paris', { xml: on('2023-01-05') }, true],
          [2, 'Bob', null, { xml: on('2023-02-10') }, false],
          [3, '李雷', 'Paris', { xml: on('2024-03-01') }, true],
        ]),
        orders: cells([
          ['id', 'customer_id', 'placed_at', 'amount', 'note', 'big', 'raw'],
          [1, 1, { xml: at('2024-01-05T10:00:00') }, 12.5, 'first', 9007199254740992, 'AP8='],
          [2, 1, { xml: at('2024-02-06T11:30:00.250') }, 7.25, null, 42, null],
          [3, 3, { xml: at('2024-02-07T00:00:00') }, 100, "it's; -- odd", -9007199254740992, ''],
        ]),
        'Größe &amp; Maß': cells([
          ['Spalte eins', 'select'],
          ['ä', 1],
          ['b', 2],
        ]),
        empty_table: cells([['a', 'b']]),
        codes: cells([
          ['code', 'label'],
          ['a', 'first'],
          ['b', 'second'],
        ]),
      },
      { styles: ['yyyy-mm-dd hh:mm:ss.000', 'yyyy-mm-dd'] },
    ),
  )

/** The shop as a workbook of five sheets. */
export const workbookRow = uploadRow({
  type: 'file',
  name: 'file (XLSX)',
  file: 'shop.xlsx',
  bytes: shopWorkbook,
  more: {
    oddTable: 'größe_maß',
    lacks: {
      views: 'a workbook has none',
      keys: 'a workbook has none',
      nullability: 'a workbook tells none',
      'big integers': 'a workbook keeps 15 digits',
      binary: 'a workbook holds texts',
      'empty tables': 'the one row of a sheet is data',
    },
  },
})
