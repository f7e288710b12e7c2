import { expect, test } from 'vitest'
import { withOneExcept } from './exceptions.ts'

test.each([
  ['average price apart from lamps', 'average price except lamps'],
  ['guests from countries other than Spain', 'guests not from Spain'],
  ['boats moored in a harbour other than Kiel', 'boats moored not in Kiel'],
  ['boats other than yachts', 'boats except yachts'],
  ['boats with a length other than 12', 'boats with a length other than 12'],
])('%s', (question, plain) => expect(withOneExcept(question)).toBe(plain))
