import { expect, test } from 'vitest'
import { FAILURES } from '#http/failures.ts'
import { shell } from '#web/text/de/shell.ts'

test('what is told in German of a failure is of one that there is', () => {
  expect(Object.keys(FAILURES)).toEqual(expect.arrayContaining(Object.keys(shell.failures)))
})
