import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nearLabels } from './near-labels.ts'
import { areSisters } from './sisters.ts'
import { cosine, WordVectors } from './word-vectors.ts'

const folder = join(import.meta.dirname, '../../../runtime/word-vectors')
const bytes = readFileSync(join(folder, 'words.bin'))
const vectors = new WordVectors(bytes)

test('the table is the one its checksum tells of, and small enough to be part of the package', () => {
  expect(readFileSync(join(folder, 'words.sha256'), 'utf8')).toBe(`${createHash('sha256').update(bytes).digest('hex')}  words.bin\n`)
  expect(bytes.length).toBeLessThan(2_000_000)
})

test('bytes of another format are refused, and so is a table that is cut off', () => {
  expect(() => new WordVectors(new TextEncoder().encode('something else altogether'))).toThrow('not a table')
  expect(() => new WordVectors(bytes.subarray(0, -1))).toThrow('cut off')
})

test('a word is found by its base form, and two words written as one by their parts', () => {
  const near = (one: string, other: string) => cosine(vectors.direction(one), vectors.direction(other))
  expect(near('invoices', 'invoice')).toBeCloseTo(1)
  expect(near('shipped', 'ship')).toBeCloseTo(1)
  expect(near('customername', 'customer name')).toBeGreaterThan(0.95)
  expect(vectors.direction('zqxwv')).toBeNull()
  expect(near('zqxwv', 'customer')).toBe(0)
})

/** Labels as of a firm's, a clinic's and a fleet's data; no pair of them decided what the table is made of. */
const labels = 'physician,patient,appointment,invoice,warehouse,employee,salary,country,city,customer,discount,vehicle,shipment,arrival,departure'.split(',')
const nearest = (word: string) => nearLabels(vectors, word, labels)[0]

test.each([
  ['doctor', 'physician'],
  ['bill', 'invoice'],
  ['wages', 'salary'],
  ['nation', 'country'],
  ['town', 'city'],
  ['storehouse', 'warehouse'],
  ['automobiles', 'vehicle'],
])('%s is nearest to %s', (word, label) => {
  expect(nearest(word)).toMatchObject({ label, band: expect.stringMatching(/same|likely/) })
})

test('what is near to nothing has no label', () => {
  for (const word of ['happiness', 'zebra', 'zqxwv', 'guitar']) expect(nearest(word)?.band ?? 'near').toBe('near')
})

test('sisters are never taken for one another, in whatever form they are said', () => {
  expect(areSisters('months', 'year')).toBe(true)
  expect(areSisters('sellers', 'buyer')).toBe(true)
  expect(areSisters('customer', 'client')).toBe(false)
  for (const [word, label] of [
    ['profit', 'revenue'],
    ['month', 'year'],
    ['latitude', 'longitude'],
    ['buyers', 'sellers'],
  ] as const)
    expect(nearLabels(vectors, word, [label])).toEqual([])
})

test('of two labels that are as near none leads', () => {
  const [first] = nearLabels(vectors, 'income', ['profit', 'revenue', 'city'])
  expect(first).toMatchObject({ band: 'near' })
  expect(first?.score).toBeGreaterThan(0.76)
})

test('the same word and labels always give the same, in whatever order they stand', () => {
  expect(nearLabels(vectors, 'wages', labels.toReversed())).toEqual(nearLabels(vectors, 'wages', labels))
})
