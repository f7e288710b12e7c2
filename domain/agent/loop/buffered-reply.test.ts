import { expect, test } from 'vitest'
import { readReply } from '#domain/agent/model/read-reply.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { AgentRun } from './agent.ts'
import { shownWords } from './shown-words.ts'

const column = {
  name: 'n',
  label: 'Orders',
  type: 'integer',
  role: 'measure',
  unit: null,
  grain: null,
  aggregate: 'count',
  table: 'orders',
  column: null,
} as const
const counted: QueryOutcome = {
  ...{ sql: '', columns: [column], rows: [[5]], row_count: 1, truncated: false, duration_ms: 0, tables: [], row_filters_applied: false, filtered_tables: [] },
}
const CALL = '```sql\nselect count(*) as n from orders\n```'

/** What is shown of a small model's reply while it comes and at its end, and what it came to. */
function read(text: string, { outcomes = [] as QueryOutcome[], mayAct = true, hasFailed = false, wasUrged = false } = {}) {
  const noted: string[] = []
  const run = {
    profile: 'small',
    layers: [shopLayer('sqlite')],
    question: 'How many orders are there?',
    history: [],
    onDeviation: (what: string) => noted.push(what),
  }
  const words = shownWords(outcomes, 'en')
  const reader = readReply(run as unknown as AgentRun, { words, outcomes, mayAct, hasFailed, wasUrged })
  const during = [...text].map((character) => reader.push(character)).join('')
  const { text: shown, told } = reader.end({ text, toolCalls: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, finish: 'stop' })
  return { during, shown, calls: told.toolCalls.map(({ toolName }) => toolName), unusable: told.unusable, noted, unknown: [...words.unknown] }
}

test('nothing is shown before a reply has ended, and nothing of what stands beside a call', () => {
  expect(read(`I will count the rows.\n${CALL}\nThere are 7 of them.`)).toEqual({
    ...{ during: '', shown: '', calls: ['run_sql'], unusable: undefined, noted: ['a call as text'], unknown: [] },
  })
  expect(read('There are 5 orders.', { outcomes: [counted] })).toMatchObject({ during: '', shown: 'There are 5 orders.', noted: [] })
})

test.each(['There are 7 orders.', 'There are [[1:2:n]] orders.', 'There are [[result:4:n]] orders.'])(
  'words that tell what is not in the result give way to it: %s',
  (text) => {
    expect(read(text, { outcomes: [counted] })).toMatchObject({ shown: 'Orders 5.', noted: ['words without a cell'], unknown: [] })
  },
)

test('a call that may not be made any more leaves the result, or nothing', () => {
  expect(read(`Once more:\n${CALL}`, { outcomes: [counted], mayAct: false })).toMatchObject({ shown: 'Orders 5.', calls: [] })
  expect(read(`Once more:\n${CALL}`, { mayAct: false })).toMatchObject({ shown: '', calls: [], unusable: undefined })
})

test('a query that is only announced is asked for once, then passed over; other words stand', () => {
  expect(read('I will change the statement and call it again.', { hasFailed: true })).toMatchObject({ shown: '', unusable: 'uncalled' })
  expect(read('I will run a query to count them.')).toMatchObject({ shown: '', unusable: 'uncalled' })
  expect(read('I will change the statement and call it again.', { hasFailed: true, wasUrged: true })).toMatchObject({ shown: '', unusable: undefined })
  expect(read('Hello! What would you like to know?')).toMatchObject({ shown: 'Hello! What would you like to know?', unusable: undefined })
  expect(read('The data does not tell who owns the shop.', { hasFailed: true, wasUrged: true })).toMatchObject({
    shown: 'The data does not tell who owns the shop.',
    unusable: undefined,
  })
})

test('a reply without a word is asked for once, then nothing is shown of it', () => {
  for (const text of ['', '…', ' ...\n']) {
    expect(read(text)).toMatchObject({ shown: '', unusable: 'uncalled' })
    expect(read(text, { hasFailed: true, wasUrged: true })).toMatchObject({ shown: '', unusable: undefined })
  }
})

test('what announces a query beside a question back is not shown', () => {
  const asking = '```json\n{"name": "ask_user", "arguments": {"question": "Which year?"}}\n```'
  expect(read(`1. I run a query.\n${asking}`)).toMatchObject({ shown: '', calls: ['ask_user'] })
  expect(read(`There are orders of two years.\n${asking}`)).toMatchObject({ shown: 'There are orders of two years.', calls: ['ask_user'] })
})

test('figures before there is any result are sent back', () => {
  expect(read('There are 7 orders.')).toMatchObject({ shown: '', unusable: 'unfounded' })
})
