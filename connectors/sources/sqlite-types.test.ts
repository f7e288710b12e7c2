import { expect, test } from 'vitest'
import { columnType, type SqliteValue } from './sqlite-types.ts'

const days = (more: SqliteValue[]): SqliteValue[] => [...Array.from({ length: 200 }, (_, day) => `2023-0${1 + (day % 9)}-1${day % 9}`), ...more]

test.each<[string | null, SqliteValue[], string]>([
  ['TEXT', days([]), 'date'],
  ['TEXT', days([null, null]), 'date'],
  ['TEXT', days(['UNKNOWN', 'ERROR']), 'text'],
  ['DATE', days(['']), 'text'],
  [null, days(['N/A']), 'text'],
  ['VARCHAR(20)', ['2023-01-01 10:00:00'], 'timestamp'],
  ['INTEGER', ['UNKNOWN', 3], 'integer'],
  [null, [1, 2.5], 'number'],
])('the type of %s with values is told by both', (declared, values, type) => {
  expect(columnType(declared, values)).toBe(type)
})
