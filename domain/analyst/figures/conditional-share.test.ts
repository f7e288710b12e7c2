import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

/** Pets and their visits; some visits have no day on which the bill was paid. */
function clinicLayer(): Layer {
  const layer = namedLayer('clinic', { pets: ['id', 'name', 'is_insured', 'is_chipped'], visits: ['id', 'pet_id', 'status', 'came_on', 'paid_on'] }, [
    'visits.pet_id pets',
  ])
  const changed: Record<string, Partial<LayerColumn>> = {
    is_insured: { type: 'boolean', semanticType: 'boolean' },
    is_chipped: { type: 'boolean', semanticType: 'boolean' },
    status: { type: 'text', semanticType: 'category', sampleValues: ['completed', 'cancelled'], distinct: 2 },
    came_on: { type: 'date', semanticType: 'time', nullFraction: 0 },
    paid_on: { type: 'date', semanticType: 'time', nullFraction: 0.2 },
  }
  return { ...layer, tables: layer.tables.map((table) => ({ ...table, columns: table.columns.map((column) => ({ ...column, ...changed[column.name] })) })) }
}

const layer = clinicLayer()
const asked = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.3 })
  return analysis.kind === 'query' ? analysis.query : analysis
}
const visits = { aggregate: 'count', table: 'visits' }
const cancelled = { table: 'visits', column: 'status', operator: 'equals', values: ['cancelled'] }
const insured = (value: boolean) => ({ table: 'pets', column: 'is_insured', operator: 'equals', values: [value] })

test('what stands before the predicate is the whole, what it says the part', () => {
  const came = { table: 'visits', column: 'came_on', operator: 'equals', values: ['2024-04'] }
  const paid = { table: 'visits', column: 'paid_on', operator: 'is_not_empty', values: [] }
  expect(asked('What percentage of cancelled visits were paid?')).toMatchObject({
    measures: [{ ratio: { numerator: { ...visits, filters: { and: [paid, cancelled] } }, denominator: { ...visits, filters: cancelled } }, percent: true }],
  })
  expect(asked('What percentage of visits were paid in 2024-04?')).toMatchObject({ measures: [{ ratio: { denominator: visits } }], filters: came })
})

test('words of one family tell a value: cancellations are what is cancelled', () => {
  expect(asked('How many visits were cancellations?')).toMatchObject({ measures: [visits], filters: cancelled })
})

test('a flag is denied by "un", goes on behind "and", and is that of the rows it stands before', () => {
  expect(asked('How many uninsured pets are there?')).toMatchObject({ filters: insured(false) })
  expect(asked('Which pets are insured and not chipped?')).toMatchObject({
    filters: { and: [insured(true), { table: 'pets', column: 'is_chipped', operator: 'equals', values: [false] }] },
  })
})

test('those with and those without are groups', () => {
  expect(asked('How many pets are insured and how many are not?')).toMatchObject({ measures: [{ aggregate: 'count' }], dimensions: [{ column: 'is_insured' }] })
})

test('what rows do not have is empty, and what they refer to by a verb is not there', () => {
  expect(asked('How many visits do not have a paid on?')).toMatchObject({ filters: { column: 'paid_on', operator: 'is_empty' } })
  expect(asked('Which pets never visited?')).toMatchObject({ filters: { not: { table: 'visits' } } })
})
