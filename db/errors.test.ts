import { createClient } from '@libsql/client'
import { expect, test } from 'vitest'
import { isBusy, isUniqueViolation } from './errors.ts'

async function failureOf(...statements: string[]): Promise<unknown> {
  const client = createClient({ url: ':memory:' })
  await client.executeMultiple('create table t (a, b, c text primary key, unique (a, b)); create unique index t_lower on t (lower(c));')
  return client.batch(statements, 'write').then(
    () => null,
    (error: unknown) => error,
  )
}

test('a unique violation names its table and columns, through a batch and through wrapping errors', async () => {
  const pair = await failureOf("insert into t values (1, 2, 'x')", "insert into t values (1, 2, 'y')")
  expect(isUniqueViolation(pair)).toEqual({ table: 't', columns: ['a', 'b'], index: null })
  expect(isUniqueViolation(new Error('wrapped', { cause: pair }))).toEqual({ table: 't', columns: ['a', 'b'], index: null })
  const key = await failureOf('create table k (c primary key)', 'insert into k values (1)', 'insert into k values (1)')
  expect(isUniqueViolation(key)).toEqual({ table: 'k', columns: ['c'], index: null })
})

test('an index over an expression is named instead of columns', async () => {
  const lower = await failureOf("insert into t values (1, 2, 'x')", "insert into t values (3, 4, 'X')")
  expect(isUniqueViolation(lower)).toEqual({ table: null, columns: [], index: 't_lower' })
})

test('other errors are neither unique violations nor busy', async () => {
  const missing = await failureOf('insert into nowhere values (1)')
  expect(missing).toBeInstanceOf(Error)
  expect([isUniqueViolation(missing), isBusy(missing), isUniqueViolation('UNIQUE constraint failed: t.a'), isBusy(null)]).toEqual([null, false, null, false])
})

test('a chain of causes that loops ends', () => {
  const loop = new Error('a')
  loop.cause = new Error('b', { cause: loop })
  expect(isBusy(loop)).toBe(false)
})
