import { expect, test } from 'vitest'
import { withoutInstructions } from './instructions.ts'

test.each([
  ['What is the average price, rounded to 2 decimal places?', 'What is the average price?'],
  ['Average price per genre. Round the results to the nearest integer', 'Average price per genre.'],
  ['What is the cost of a round-trip fare?', 'What is the cost of a round-trip fare?'],
  ['How old is each gender, on average?', 'what is the average age of each gender?'],
  ['How old is the average guest of each hotel?', 'what is the average age of the guest of each hotel?'],
  ['Show both names and prices', 'Show names and prices'],
  ['Which tracks start with a? Match case-insensitively', 'Which tracks start with a?'],
  ['Which titles contain "rock", ignoring case?', 'Which titles contain "rock"?'],
  ['Banks that have loaned money to clients', 'Banks that have loaned to clients'],
  ['Sales in the last 7 days, inclusive of today', 'Sales in the last 7 days'],
  ['Sales in the past 3 months (inclusive of today)', 'Sales in the past 3 months to date'],
  ['Sales in the last 6 months, excluding the current month', 'Sales in last 6 whole months'],
  ['Sales in 2024, excluding the current month', 'Sales in 2024, excluding the current month'],
  ['Sales in the last 8 calendar weeks (excluding the current week)', 'Sales in last 8 whole weeks'],
  ['Cars without sales, by doing a left join from cars to sales', 'Cars without sales'],
  ['List restaurants starting from the best ratings to the lowest', 'List restaurants ordered by ratings descending'],
  ['How much did songs of each genre and year make?', 'what are the total earnings of songs of each genre and year?'],
  ['On average, how much was earned by songs of each genre?', 'what are the average earnings of songs of each genre?'],
  ['Orders per month as a percentage of revenue', 'Orders per month as a percentage of revenue'],
])('%s', (question, plain) => expect(withoutInstructions(question).trim()).toBe(plain))
