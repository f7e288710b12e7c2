import { expect, test } from 'vitest'
import { withDefinitions } from './definitions.ts'

test.each([
  ['What is the churn rate, i.e. the percentage of accounts that left, for each plan?', 'What is percentage of accounts that left, for each plan?'],
  ['What is the total take (price plus tax) per city?', 'What is total (price plus tax) per city?'],
  ['What is the average order value (AOV), defined as total amount / number of orders, by year?', 'What is (total amount / number of orders), by year?'],
  ['Show the average basket size (ABS) and the ABS of last year', 'Show the average basket size and the average basket size of last year'],
  ['How many flights leave from Chicago (ORD)?', 'How many flights leave from Chicago (ORD)?'],
  ['Which products are not measured by the unit Handful?', 'Which products are not measured by the unit Handful?'],
])('%s', (question, plain) => expect(withDefinitions(question)).toBe(plain))
