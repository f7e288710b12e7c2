import { expect, test } from 'vitest'
import { isChosen } from './datasource.ts'

test.each([
  ['orders', [], [], true],
  ['orders', ['orders'], [], true],
  ['Orders', ['orders'], [], true],
  ['orders', ['items'], [], false],
  ['orders', [], ['orders'], false],
  ['orders', ['orders'], ['o*'], false],
  ['tmp_1', [], ['tmp_*'], false],
  ['tmp', [], ['tmp_*'], true],
  ['a_b_c', ['a*b*c'], [], true],
  ['a_c', ['a*b*c'], [], false],
  ['ab', ['ab*b'], [], false],
  ['anything', ['*'], [], true],
  ['a.b', ['a+b'], [], false],
])('%s under include %o and exclude %o', (table, include, exclude, chosen) => {
  expect(isChosen(table, { include, exclude })).toBe(chosen)
})
