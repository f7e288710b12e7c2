import { expect, test } from 'vitest'
import type { Doubts } from '#domain/analyst/certainty/certainty.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { Attempt } from './attempt.ts'
import type { Choice } from './choices.ts'
import { searchReadings } from './search.ts'

const [shops, towns] = ['shop', 'town'].map((name) => ({ name, label: name, columns: [], primaryKey: [] })) as unknown as Reading['tables'][number]['table'][]
const reading = {
  items: [],
  tables: [shops, towns].map((table, at) => ({ table, at })),
  draft: { focus: shops },
} as unknown as Reading

/** A reading of the tables asked about with so much left out; null came to nothing. */
function attempt(meaning: string, missed: number | null, choice: Choice | null): Attempt {
  const analysis = { kind: missed === null ? 'refusal' : 'query', query: meaning } as unknown as Attempt['analysis']
  return { reading, choice, analysis, doubts: missed === null ? null : ({ missed, rechosen: choice?.cost ?? 0 } as Doubts), isChosen: false }
}

const meaning = ({ analysis }: { analysis: Attempt['analysis'] }) => (analysis.kind === 'query' ? (analysis.query as unknown as string) : null)

test('a reading of which less is left out is taken in the place of the first, which is next then', () => {
  const { best, next } = searchReadings(attempt('shops', 2, null), (choice) => attempt('towns', 0, choice))
  expect([meaning(best), next && meaning(next)]).toEqual(['towns', 'shops'])
})

test('the first reading stays where another is as good, as the other is of a less likely word', () => {
  const { best } = searchReadings(attempt('shops', 0.3, null), (choice) => attempt('towns', 0.3, choice))
  expect(meaning(best)).toBe('shops')
})

test('a question that came to nothing is read another way, and one without doubt is read once', () => {
  expect(meaning(searchReadings(attempt('', null, null), (choice) => attempt('towns', 0.5, choice)).best)).toBe('towns')
  const again = () => {
    throw new Error('read again')
  }
  expect(meaning(searchReadings(attempt('shops', 0, null), again).best)).toBe('shops')
})

test('what means the same is no other reading', () => {
  expect(searchReadings(attempt('shops', 2, null), (choice) => attempt('shops', 2, choice)).next).toBeNull()
})
