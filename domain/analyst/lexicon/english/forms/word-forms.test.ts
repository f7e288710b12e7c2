import { expect, test } from 'vitest'
import { deniedBy, isParticiple, isPastForm, ordinalOf } from './word-forms.ts'

test('past forms are told by their ending or as those of irregular verbs', () => {
  expect(['closed', 'sold', 'written', 'born'].filter(isPastForm)).toHaveLength(4)
  expect(['need', 'speed', 'closing', 'sale', 'open'].filter(isPastForm)).toEqual([])
  expect(isParticiple('closing')).toBe(true)
})

test('a first syllable denies the rest of a word', () => {
  expect(['uninsured', 'inactive', 'nonfiction', 'until', 'member'].map(deniedBy)).toEqual(['insured', 'active', 'fiction', null, null])
})

test('ordinals are read in words and digits', () => {
  expect(['first', 'second', 'tenth', '3rd', '21st', 'one'].map(ordinalOf)).toEqual([1, 2, 10, 3, 21, 0])
})
