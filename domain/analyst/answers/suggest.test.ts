import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { analystCases } from '#domain/analyst/cases/analyse.cases.ts'
import { regressionCases } from '#domain/analyst/cases/regression.cases.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { suggestFollowUps } from './suggest.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const cache: LexiconCache = new Map()
const analyse = (question: string, previous: Parameters<typeof analyseQuestion>[0]['previous']) => analyseQuestion({ question, layer, previous, clock, cache })

test('after more than a hundred questions, two or three suggestions are made, and each is answered when it is taken up', { timeout: 240_000 }, () => {
  const questions = [...Object.values(analystCases), ...Object.values(regressionCases)].flat().map(([question]) => question)
  const asked = questions.flatMap((question) => {
    const analysis = analyse(question, null)
    return analysis.kind === 'query' ? [{ question, query: analysis.query }] : []
  })
  expect(asked.length).toBeGreaterThanOrEqual(100)
  const taken = asked.filter((_, at) => at % Math.max(1, Math.floor(asked.length / 100)) === 0)
  expect(taken.length).toBeGreaterThanOrEqual(100)
  const faults = taken.flatMap((previous) => {
    const suggestions = suggestFollowUps(layer, previous, clock, cache)
    const few = suggestions.length < 2 || suggestions.length > 3 ? [`${previous.question}: ${suggestions.length} suggestions`] : []
    const repeated = suggestions.filter((suggestion) => suggestion.toLowerCase() === previous.question.toLowerCase())
    const unanswered = suggestions.filter((suggestion) => analyse(suggestion, previous).kind !== 'query')
    return [...few, ...repeated, ...unanswered.map((suggestion) => `${previous.question} -> ${suggestion}`)]
  })
  expect(faults).toEqual([])
})
