import { expect, test } from 'vitest'
import { dayFormOf, holdsWrittenNumbers, numberFormOf } from './written-values.ts'

test.each([
  [['31/12/2018 23:45', '01/01/2018 00:00'], 'day_month_text'],
  [['1/10/2014', '7/17/2020'], 'month_day_text'],
  [['01.02.2020', '03.04.2020'], 'day_month_text'],
  [['1/2/2020', '3/4/2020'], null],
  [['13/2/2020', '2/13/2020'], null],
  [['2020-01-01', '2020-01-02'], null],
  [['13/2/2020', 'soon'], null],
  [['13/2/2020'], null],
])('days written as %j', (values, order) => {
  expect(dayFormOf(values)).toBe(order)
})

test.each([
  [['$141,604 ', '$99,975 '], true],
  [['15% ', '0% '], true],
  [['€ 12.50', '7'], true],
  [['12', '7.5'], false],
  [['$12', 'free'], false],
  [['1,2', '3'], false],
])('numbers written as %j', (values, isWritten) => {
  expect(holdsWrittenNumbers(values)).toBe(isWritten)
})

test.each([
  [['0,90 €', '2,40 €'], 'comma_number'],
  [['1.204,50', '3,75', '12,00'], 'comma_number'],
  [['1 204,50 €', '3,75 €'], 'comma_number'],
  [['12,5 %', '7 %'], 'comma_number'],
  [['$1,204.50', '$12'], 'number'],
  [['1,204', '2,300'], 'number'],
  [['1,2', '3'], null],
  [['1,20', 'gratis'], null],
  [['1.5', '2.5'], null],
])('the decimals of %j', (values, form) => {
  expect(numberFormOf(values)).toBe(form)
})
