import { expect, test } from 'vitest'
import { isUnheeded } from '#domain/analyst/grammar/checks/unheeded.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

const { layer } = askedDatabase('parcels', (database) => {
  database.exec(
    "CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, town TEXT, discount_rate REAL, state TEXT); INSERT INTO parcels VALUES (1, 'Ely', 0.1, 'sent'), (2, 'Rye', 0.2, 'lost')",
  )
})
const counted = SemanticQuery.parse({ measures: [{ table: 'parcels', aggregate: 'count', name: 'n' }] })
const perTown = SemanticQuery.parse({
  measures: [{ table: 'parcels', aggregate: 'count', name: 'n' }],
  dimensions: [{ table: 'parcels', column: 'town', name: 'town' }],
})
const rate = SemanticQuery.parse({ measures: [{ table: 'parcels', column: 'discount_rate', aggregate: 'avg', name: 'rate' }] })
const lost = SemanticQuery.parse({
  measures: [{ table: 'parcels', aggregate: 'count', name: 'n' }],
  filters: { table: 'parcels', column: 'state', operator: 'equals', values: ['lost'] },
})

test.each([
  ['How many of our parcels get lost, in percent?', counted],
  ['What share of parcels is lost?', lost],
  ['Loss rate of parcels', counted],
  ['Parcels per town', counted],
  ['Which parcels were never sent?', counted],
  ['How many parcels were damaged?', counted],
  ['How many parcels are still with us?', counted],
  ['How long does a parcel take?', counted],
])('a word that changes what is computed is not passed over: %s', (question, query) => expect(isUnheeded(question, layer, query)).toBe(true))

test.each([
  ['How many parcels are there?', counted],
  ['How many parcels do we have in total?', counted],
  ['Parcels per town', perTown],
  ['How many parcels were lost?', lost],
  ['What is the average discount rate?', rate],
])('what a query heeds is no doubt: %s', (question, query) => expect(isUnheeded(question, layer, query)).toBe(false))
