import { expect, test } from 'vitest'
import type { QueryColumn } from '../../query/query-outcome.ts'
import { watched } from './alert.ts'

const column = (name: string, role: QueryColumn['role'], label: string): QueryColumn => ({
  ...{ name, role, label, unit: null, grain: null, aggregate: null, table: 'sales', column: name },
  type: role === 'measure' ? 'number' : 'text',
})
const columns = [column('shop', 'dimension', 'Shop'), column('pieces', 'measure', 'Total pieces')]
const rows = [
  ['Bern', 869],
  ['Köln', 1189],
]

test('a number that is watched is told by what it measures and of which row it is', () => {
  expect(watched({ columns, rows }, 1, 'first')).toBe('Total pieces (Bern)')
  expect(watched({ columns, rows }, 1, 'last')).toBe('Total pieces (Köln)')
  expect(watched({ columns, rows }, 1, 'sum')).toBe('The sum of Total pieces')
  expect(watched({ columns, rows }, 1, 'max')).toBe('The greatest Total pieces')
  expect(watched({ columns: columns.slice(1), rows: [[869]] }, 0, 'first')).toBe('Total pieces')
})
