import { expect, test } from 'vitest'
import { findTimeMentions } from './time.ts'
import { withPeriodsCompared } from './time-compare.ts'
import { tokenize } from './tokens.ts'

const clock = { now: new Date('2025-05-14T22:30:00Z'), timeZone: 'UTC' }
const read = (question: string, at = clock) => findTimeMentions(tokenize(question), at).map(({ operator, values }) => [operator, ...values])

test.each([
  ['sales in 2012', [['equals', '2012']]],
  ['since 2012', [['greater_or_equal', '2012']]],
  ['before March 2013', [['less_than', '2013-03']]],
  ['after 2012-03-09', [['greater_than', '2012-03-09']]],
  ['between 2010 and 2012', [['between', '2010', '2012']]],
  ['from January 2012 to March 2012', [['between', '2012-01', '2012-03']]],
  ['by year, 2010 to 2012', [['between', '2010', '2012']]],
  ['for each year starting in 2012', [['greater_or_equal', '2012']]],
  ['starting from 2012', [['greater_or_equal', '2012']]],
  ['starting in 2012', [['equals', '2012']]],
  ['from 2012 onwards', [['greater_or_equal', '2012']]],
  ['from March 2012 on', [['greater_or_equal', '2012-03']]],
  ['in 2012 and later', [['greater_or_equal', '2012']]],
  ['from 2012 on paper', [['equals', '2012']]],
  ['in March', [['equals', '2025-03']]],
  ['in December', [['equals', '2024-12']]],
  ['sales in november compared with october', [['equals', '2024-10', '2024-11']]],
  ['in may', [['equals', '2025-05']]],
  ['from march to may', [['between', '2025-03', '2025-05']]],
  ['customers named april who may march', []],
  ['in Q1 2024', [['equals', '2024-Q1']]],
  ['in the first quarter of 2024', [['equals', '2024-Q1']]],
  ['in H2 2024', [['between', '2024-Q3', '2024-Q4']]],
  ['on March 5, 2021', [['equals', '2021-03-05']]],
  ['on 5 March 2021', [['equals', '2021-03-05']]],
  ['today', [['equals', '2025-05-14']]],
  ['yesterday', [['equals', '2025-05-13']]],
  ['this year', [['equals', '2025']]],
  ['last month', [['equals', '2025-04']]],
  ['last quarter', [['equals', '2025-Q1']]],
  ['last year', [['equals', '2024']]],
  ['this week', [['between', '2025-05-12', '2025-05-18']]],
  ['last week', [['between', '2025-05-05', '2025-05-11']]],
  ['in the last 7 days', [['between', '2025-05-07', '2025-05-14']]],
  ['over the past three months', [['between', '2025-02-14', '2025-05-14']]],
  ['by month over the past three months', [['between', '2025-02', '2025-04']]],
  ['in the last 2 quarters', [['between', '2024-11-14', '2025-05-14']]],
  ['in the last 2 full quarters', [['between', '2024-Q4', '2025-Q1']]],
  ['in the last 2 whole weeks', [['between', '2025-04-28', '2025-05-11']]],
  ['in the past 3 months to date', [['between', '2025-02-14', '2025-05-14']]],
  ['excluding the current month', [['less_than', '2025-05-01']]],
  [
    'in 2025, not including this week',
    [
      ['equals', '2025'],
      ['less_than', '2025-05-12'],
    ],
  ],
  ['year to date', [['between', '2025-01-01', '2025-05-14']]],
  ['in the next 3 months', [['between', '2025-05-14', '2025-08-14']]],
  ['within the last 6 months from today', [['between', '2024-11-14', '2025-05-14']]],
  ['in the first quarter of last year', [['equals', '2024-Q1']]],
  ['in March of last year', [['equals', '2024-03']]],
  ['in the second half of 2023', [['between', '2023-Q3', '2023-Q4']]],
  ['in the first half of the year', [['between', '2025-Q1', '2025-Q2']]],
  ['on 1 March', [['equals', '2025-03-01']]],
  ['on 24 December', [['equals', '2024-12-24']]],
  ['in the 90s', [['between', '1990', '1999']]],
  ['not in 2012', [['not_equals', '2012']]],
  ['compare sales in 2023 and 2024', [['equals', '2023', '2024']]],
  ['sales 2024 compared with 2022', [['equals', '2022', '2024']]],
  ['the change from last month to this month', [['equals', '2025-04', '2025-05']]],
  ['sales in 2023 and 2024', [['equals', '2023']]],
  ['sales in either 2023 or 2024', [['equals', '2023', '2024']]],
  ['a sale in both 2023 and 2024', [['equals', '2023', '2024']]],
  ['a sale both in the year 2023 and 2024', [['equals', '2023', '2024']]],
  ['both in 2023 and with a sale', [['equals', '2023']]],
  ['the top 10 of 2500 customers', []],
  ['who may answer', []],
  ['how many tracks', []],
])('%s', (question, expected) => expect(read(question)).toEqual(expected))

test('today is the day it is in the time zone of who asks', () => {
  expect(read('today', { ...clock, timeZone: 'Asia/Tokyo' })).toEqual([['equals', '2025-05-15']])
  expect(read('last year', { now: new Date('2025-12-31T23:30:00Z'), timeZone: 'Europe/Vienna' })).toEqual([['equals', '2025']])
})

test('periods against each other are compared, columns are not', () => {
  expect(withPeriodsCompared('revenue 2024 vs 2025 by month')).toBe('revenue 2024 compared with 2025 by month')
  expect(withPeriodsCompared('this year versus last year')).toBe('this year compared with last year')
  expect(withPeriodsCompared('price vs weight')).toBe('price vs weight')
  expect(withPeriodsCompared('How did revenue change from 2022 to 2023?')).toBe('change in revenue from 2022 to 2023?')
})
