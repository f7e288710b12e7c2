import { expect, test } from 'vitest'
import { withDefinitions } from './definitions.ts'

test.each([
  ['Stock value is units times price. List the top 10 products by stock value.', 'List the top 10 products by (units times price).'],
  [
    'Fill rate = number of shipped orders / number of orders. What is the fill rate per country?',
    'What is (number of shipped orders / number of orders) per country?',
  ],
  ['Which genre had the highest revenue, where revenue is price * quantity?', 'Which genre had the highest (price * quantity)?'],
  ['What was the total revenue? Note that revenue refers to the sum of sale_price in the sales table', 'What was sum of sale_price?'],
  [
    'Order value is defined as total revenue divided by number of orders, where revenue is price times quantity. Show the order value per year.',
    'Show (total (price times quantity) divided by number of orders) per year.',
  ],
  ['Which albums are longer than 5 minutes?', 'Which albums are longer than 5 minutes?'],
  ['What is the price of tracks where genre is rock - live?', 'What is the price of tracks where genre is rock - live?'],
])('%s', (question, plain) => expect(withDefinitions(question).replace(/\.+$/, '.').trim()).toBe(plain))
