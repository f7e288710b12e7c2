import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Outcome } from './asking.ts'
import type { Asked } from './report.ts'
import { changesBetween, keepResults, readResults, regressionLines, resultsOf } from './results.ts'
import type { Question } from './sets.ts'

const asked = (id: string, outcome: Partial<Outcome>, gold = ['SELECT 1']): Asked => ({
  question: { id, gold } as Question,
  outcome: { kind: 'query', strict: false, lenient: false, milliseconds: 1, ...outcome } as Outcome,
})
const before = resultsOf([
  asked('shop-1', { strict: true, lenient: true }),
  asked('shop-2', { strict: true, lenient: true }),
  asked('shop-3', { kind: 'refusal' }),
  asked('shop-4', { lenient: true }),
])
const now = resultsOf([
  asked('shop-1', { kind: 'clarification' }),
  asked('shop-2', { strict: true, lenient: true }),
  asked('shop-3', { strict: true, lenient: true }),
  asked('shop-5', {}),
])

test('what was right and is not, and the reverse, are told by their ids', () => {
  expect(before).toEqual({ n: 4, strict: 50, precision: 66.7, prefix: 'shop-', right: '1 2', contained: '4', wrong: '', asked: '', refused: '3' })
  expect(changesBetween(before, now)).toEqual({
    lost: [{ id: 'shop-1', from: 'right', to: 'asked' }],
    gained: [{ id: 'shop-3', from: 'refused', to: 'right' }],
  })
})

test('a question that has no answer is right when it gets none', () => {
  expect(resultsOf([asked('none-1', { kind: 'refusal' }, []), asked('none-2', {}, [])])).toMatchObject({ strict: 50, right: '1', wrong: '2' })
})

test('results are kept by set, and compared with those of the next run', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'querent-results-')), 'results', 'analyst.json')
  keepResults(file, { shop: before })
  keepResults(file, { office: before })
  expect(readResults(file)).toEqual({ office: before, shop: before })
  expect(regressionLines(file, { shop: now, pets: now })).toEqual([
    '',
    '== against the results kept',
    'shop: strict 50 → 50 %, precision 66.7 → 66.7 %, 1 lost, 1 gained',
    '- shop-1: right, now asked',
    '+ shop-3: refused, now right',
    'pets: no results are kept',
  ])
})
