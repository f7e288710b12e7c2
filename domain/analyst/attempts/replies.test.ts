import { expect, test } from 'vitest'
import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import type { Doubts } from '#domain/analyst/certainty/certainty.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { analyseExchange, analyseReply } from './replies.ts'

const input: AnalysisInput = { question: '', layer: shopLayer('sqlite'), previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } }
const options = ['Which towns have trains, by way of origin', 'Which towns have trains, by way of destination']

/** Answers everything but two questions, and tells what it was asked. */
function analyse({ question, leastCertainty, previous }: AnalysisInput): Analysis {
  if (question === 'Which towns have trains?') return { kind: 'clarification', reason: 'ambiguous', question: 'Which one?', options }
  if (question === 'Which towns are remote?' && leastCertainty === undefined)
    return { kind: 'refusal', reason: 'unknown_word', message: '', unknownWords: [], nearest: [], suggestions: [] }
  return {
    kind: 'query',
    query: { measures: [], dimensions: [], having: [], order: [], distinct: false, joins: [] },
    explanation: previous ? `${question} after ${previous.question}` : question,
    readAs: [],
    confidence: 1,
    doubts: {} as Doubts,
    chart: null,
    binWidth: null,
  }
}

const meant = (analysis: Analysis | null) => (analysis?.kind === 'query' ? analysis.explanation : null)

test.each([
  ['Which towns have trains?', 'by destination', options[1]],
  ['Which towns have trains?', 'The first one, please.', options[0]],
  ['Which towns have trains?', 'the latter', options[1]],
  ['Which towns have trains?', options[0] ?? '', options[0]],
  ['Which towns have trains?', 'How many towns are there?', null],
  ['Which towns are remote?', 'Yes, please', 'Which towns are remote?'],
  ['Which towns are remote?', 'no', null],
])('after "%s", "%s" means %s', (unanswered, question, wanted) => {
  expect(meant(analyseReply({ ...input, question, unanswered }, analyse))).toBe(wanted)
})

test.each([
  ['the biggest town | Did you mean the town with the most people? | yes', 'the town with the most people?'],
  ['towns | Do you want me to list the names of towns? | Yes I do', 'the names of towns?'],
  ['list the towns | did you mean list their names? | yes', 'their names? after list the towns'],
  ['towns | There are 5 towns. | How many people live there?', 'How many people live there?'],
])('"%s" asks: %s', (question, wanted) => expect(meant(analyseExchange({ ...input, question }, analyse))).toBe(wanted))

test('what holds no exchange is none', () => expect(analyseExchange({ ...input, question: 'towns | people' }, analyse)).toBeNull())
