import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analystCases } from '#domain/analyst/cases/analyse.cases.ts'
import { businessCases } from '#domain/analyst/cases/business.cases.ts'
import { chartCases } from '#domain/analyst/cases/chart.cases.ts'
import { phrasingCases } from '#domain/analyst/cases/phrasing.cases.ts'
import { rankCases } from '#domain/analyst/cases/rank.cases.ts'
import { regressionCases } from '#domain/analyst/cases/regression.cases.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { analyseQuestion } from './analyse.ts'

const path = 'examples/chinook.sqlite'
const layer = layerOfSqlite(path)
const database = new DatabaseSync(path, { readOnly: true })
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const cache: LexiconCache = new Map()

function run(sql: string, params: (string | number | null)[] = []): string[] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...params) as unknown as unknown[][]
  return rows.map((row) =>
    row
      .map((value) => (typeof value === 'number' ? value.toFixed(4) : String(value)))
      .sort()
      .join(' | '),
  )
}

/** What became of a question: the expected rows in any order of columns, other rows, or no answer. */
function judged(question: string, gold: string, leastCertainty?: number): 'right' | 'wrong' | 'unanswered' {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, cache, ...(leastCertainty === undefined ? {} : { leastCertainty }) })
  if (analysis.kind !== 'query') return 'unanswered'
  const { sql, params } = compileQuery(layer, analysis.query)
  const given = run(
    sql,
    params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  )
  const expected = run(gold)
  const isOrdered = /order by(?![^(]*\))/i.test(gold)
  return JSON.stringify(isOrdered ? given : given.sort()) === JSON.stringify(isOrdered ? expected : expected.sort()) ? 'right' : 'wrong'
}

const cases = [...Object.values(analystCases), ...Object.values(regressionCases), ...Object.values(phrasingCases), ...Object.values(businessCases)].flat()

test('of 200 questions and more it answers most, and nearly all it answers are right', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200)
  expect(missed(cases)).toEqual({ wrong: [], unanswered: [] })
})

test('ranks, groups and sets are read right, however sure it is of them', () => {
  expect(missed(Object.values(rankCases).flat(), 0.01)).toEqual({ wrong: [], unanswered: [] })
})

test('a drawing shows what is asked for, however sure it is of it', () => {
  expect(missed(Object.values(chartCases).flat(), 0.01)).toEqual({ wrong: [], unanswered: [] })
})

function missed(all: [string, string][], leastCertainty?: number): Record<'wrong' | 'unanswered', string[]> {
  const outcomes = all.map(([question, gold]) => ({ question, outcome: judged(question, gold, leastCertainty) }))
  const named = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).map(({ question }) => question)
  return { wrong: named('wrong'), unanswered: named('unanswered') }
}
