import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { sureAnswer } from './sure-answer.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const sure = (question: string, hasEarlier = false) => sureAnswer({ question, layer: shopLayer('sqlite'), clock }, hasEarlier)?.query ?? null

test('a question that is read whole, and the same in both ways, is answered', () => {
  expect(sure('How many customers are there in each country?')).toMatchObject({
    measures: [{ aggregate: 'count', table: 'customers' }],
    dimensions: [{ table: 'customers', column: 'country' }],
  })
})

test.each(['How many frobnicated customers are there?', 'Which customers are the most loyal?', 'Why did sales drop?', 'Hello'])(
  'not one that leaves a doubt: %s',
  (question) => {
    expect(sure(question)).toBeNull()
  },
)

test('what goes on from something said before is left to the model', () => {
  expect(sure('How many customers are there in each country?', true)).not.toBeNull()
  expect(sure('And how many of those customers are there in each country?', true)).toBeNull()
  expect(sure('Customers per country', true)).toBeNull()
})
