import { expect, test } from 'vitest'
import { type AlertCondition, checkAlert, NOTHING_KNOWN } from './alert-condition.ts'

/** The crossings that a row of numbers makes, one check each. */
function crossings(condition: AlertCondition, numbers: (number | null)[]): (string | null)[] {
  let state = NOTHING_KNOWN
  return numbers.map((value) => {
    const step = checkAlert(condition, value, state)
    state = step.state
    return step.crossed
  })
}

test('a number is told once when it crosses, not at each check', () => {
  expect(crossings({ operator: 'above', value: 10 }, [5, 11, 12, 13, 10, 11])).toEqual([null, 'into', null, null, 'out', 'into'])
  expect(crossings({ operator: 'below', value: 0 }, [-1, -2, 0])).toEqual(['into', null, 'out'])
})

test('without a number nothing is crossed, unless that is the condition', () => {
  expect(crossings({ operator: 'above', value: 10 }, [11, null, 12])).toEqual(['into', null, null])
  expect(crossings({ operator: 'missing' }, [1, null, null, 2])).toEqual([null, 'into', null, 'out'])
})

test('a change is measured against the number before', () => {
  expect(crossings({ operator: 'changed_by', value: 5, is_percent: false }, [10, 14, 19, 19])).toEqual([null, null, 'into', 'out'])
  expect(crossings({ operator: 'changed_by', value: 50, is_percent: true }, [10, 14, 22, 0, 0])).toEqual([null, null, 'into', null, 'out'])
})

test('what is unusual is so against its own history, of which there must be enough', () => {
  const condition: AlertCondition = { operator: 'unusual', value: 3.5 }
  expect(crossings(condition, [10, 900])).toEqual([null, null])
  expect(crossings(condition, [10, 11, 9, 10, 12, 11, 10, 9, 10, 60, 11])).toEqual([null, null, null, null, null, null, null, null, null, 'into', 'out'])
  expect(crossings(condition, [5, 5, 5, 5, 5, 5, 5, 5, 5, 6]).at(-1)).toBe('into')
})
