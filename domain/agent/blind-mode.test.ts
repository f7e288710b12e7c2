import { expect, test } from 'vitest'
import { openingPrompt } from '#domain/agent/context/conversation.ts'
import { lookUp } from '#domain/agent/context/look-up.ts'
import type { QueryColumn, QueryOutcome } from '#domain/query/query-outcome.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { asTold, blindTurns, toldBlind } from './blind-mode.ts'

const open = shopLayer('sqlite')
const blind = { ...open, isBlind: true }
const asked = { instructions: null, callerInstructions: null, question: 'How many?', now: new Date('2026-11-21T09:30:00Z'), timeZone: 'UTC', history: [] }
const told = (layer: typeof blind | typeof open) => JSON.stringify(openingPrompt({ ...asked, layers: [layer] }))

const column = (name: string): QueryColumn => ({
  ...{ name, label: name, type: 'text', role: 'dimension', unit: null, grain: null, aggregate: null, table: 'customers', column: null },
})
const outcome = (names: string[]): QueryOutcome => ({
  ...{ sql: '', columns: names.map(column), rows: [['Austria', 'Ada']], row_count: 1, truncated: false, duration_ms: 0, tables: [] },
  ...{ row_filters_applied: false, filtered_tables: [] },
})

test('a model is told no value of a blind layer: no sample, no bound, no number of rows', () => {
  expect(told(open)).toContain('2022-12-30')
  expect(told(blind)).not.toContain('2022-12-30')
  expect(told(blind)).toContain('signed_up date')
  for (const { rows, columns } of asTold(blind).tables) {
    expect(rows).toBeNull()
    for (const { sampleValues, min, max } of columns) expect([sampleValues, min, max]).toEqual([[], null, null])
  }
  expect(asTold(open)).toBe(open)
  const described = lookUp([blind], { name: 'describe_table', input: { datasource_id: blind.datasourceId, table: 'customers' } })
  expect(JSON.stringify(described)).not.toContain('2022-12-30')
})

test('of a result it is told the columns that its statement names, and nothing of the rows', () => {
  const { columns, note, ...rest } = toldBlind(outcome(['country', 'Ada']), 1, 'select country from customers')
  expect([columns, rest]).toEqual([
    [
      { name: 'country', type: 'text' },
      { name: 'column 2', type: 'text' },
    ],
    { result: 1 },
  ])
  expect(note).toContain('shown to the person')
})

test('of a conversation it is told what a person asked, and queries without what they compare with', () => {
  const query = {
    measures: [{ aggregate: 'count', table: 'customers' }],
    filters: { table: 'customers', column: 'country', operator: 'equals', values: ['Austria'] },
  }
  const history = [
    { role: 'user' as const, content: 'How many customers in the first country?' },
    { role: 'assistant' as const, content: 'Austria has 2.', data: JSON.stringify(query) },
    { role: 'user' as const, content: 'Only where name is Ada', isStep: true as const },
    { role: 'assistant' as const, content: '1.', data: JSON.stringify({ sql: "select 1 where name = 'Ada'" }) },
  ]
  const shown = JSON.stringify(blindTurns(history, [blind]))
  expect(shown).not.toMatch(/Austria|Ada|\b[12]\b/)
  expect(shown).toContain('How many customers in the first country?')
  expect(shown).toContain('equals')
  expect(blindTurns(history, [open])).toBe(history)
})
