import { expect, test } from 'vitest'
import { findTimeMentions } from './time.ts'
import { withTimesSpelt } from './time-phrases.ts'
import { tokenize } from './tokens.ts'

test.each([
  ['How many bikes are rented right now?', 'How many bikes are rented currently?'],
  ['Sales to date', 'Sales'],
  ['Sales this year to date', 'Sales this year to date'],
  ['Repairs from 2020 until now', 'Repairs from 2020 until now'],
  ['Repairs in 2023 added up over the months', 'Repairs in 2023 added up by month'],
  ['How have repairs developed over the months of 2023?', 'repairs by month in 2023?'],
  ['Repairs over the days of the week', 'Repairs by day of the week'],
  ['Change from the 3rd to the 4th quarter of 2016', 'Change from Q3 of 2016 to Q4 of 2016'],
  ['What did we repair in the three months?', 'What did we repair?'],
  ['Bikes sold in the two weeks before Easter', 'Bikes sold in the two weeks before Easter'],
])('%s: %s', (question, plain) => {
  expect(withTimesSpelt(question)).toBe(plain)
})

const clock = { now: new Date('2024-06-15T12:00:00Z'), timeZone: 'UTC' }

test.each([
  ['compare Q4 2023 with Q3', [['2023-Q3', '2023-Q4']]],
  ['compare Q1 2024 with Q4', [['2023-Q4', '2024-Q1']]],
  ['more in March 2022 than in February', [['2022-03'], ['2022-02']]],
  ['did it change from June to July 2023', [['2023-06', '2023-07']]],
  ['repairs in the third quarter', [['2023-Q3']]],
  ['repairs in the first quarter', [['2024-Q1']]],
])('%s', (question, values) => {
  expect(findTimeMentions(tokenize(question), clock).map((mention) => mention.values)).toEqual(values)
})
