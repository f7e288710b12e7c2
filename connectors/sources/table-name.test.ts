import { expect, test } from 'vitest'
import { tableNameOf, uniqueNames } from './table-name.ts'

test.each([
  ['orders 2024.csv', 'orders_2024'],
  ['Sales.2023.CSV', 'sales_2023'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\data\\My File (1).parquet', 'my_file_1'],
  ['Größe—Maß.json', 'größe_maß'],
  ['订单.csv', '订单'],
  ['order.csv', 'order_data'],
  ['2024.csv', 't_2024'],
  ['sqlite_master.csv', 't_sqlite_master'],
  ['duckdb_settings.csv', 't_duckdb_settings'],
  ['"; drop table x; --.csv', 'drop_table_x'],
  ['.csv', 'csv'],
  ['***', 'data'],
  [`${'long '.repeat(40)}.csv`, `${'long_'.repeat(11)}long`],
])('%s becomes the table %s', (file, table) => {
  expect(tableNameOf(file)).toBe(table)
})

test('names are unique whatever their case', () => {
  expect(uniqueNames(['a', 'A', 'b', 'a_2', 'a'])).toEqual(['a', 'A_2', 'b', 'a_2_2', 'a_3'])
})
