import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const named = namedLayer(
  'values beside columns',
  { clients: ['id', 'first_name', 'last_name'], actors: ['id', 'first_name', 'last_name'], carriers: ['id', 'name'], lines: ['id', 'carrier_id', 'client_id'] },
  ['lines.carrier_id carriers', 'lines.client_id clients'],
)
/** Names are too many to be sampled, but those of actors. */
const layer = {
  ...named,
  tables: named.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      !column.name.includes('name')
        ? column
        : table.name === 'actors'
          ? { ...column, sampleValues: ['MARY'], distinct: 1 }
          : { ...column, distinct: 900, min: table.name === 'clients' ? 'AARON' : '1st Air', max: table.name === 'clients' ? 'ZOE' : 'Zen Air' },
    ),
  })),
}
const read = (question: string) =>
  analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })

test('a name beside its column is one of that column, written as the column writes, though it was sampled elsewhere only', () => {
  for (const name of ['Mary', 'Linda'])
    expect(read(`How many lines does the client with the first name ${name} have?`)).toMatchObject({
      kind: 'query',
      query: { measures: [{ table: 'lines' }], filters: { table: 'clients', column: 'first_name', operator: 'equals', values: [name.toUpperCase()] } },
    })
})

test('words in capitals before the word for a row are a name that ends in it', () => {
  expect(read('How many lines does Northern Carriers have?')).toMatchObject({
    kind: 'query',
    query: { measures: [{ table: 'lines' }], filters: { table: 'carriers', column: 'name', operator: 'equals', values: ['Northern Carriers'] } },
  })
})

test('values listed with each other are of one column where there is one', () => {
  const letters = namedLayer('letters', { pupils: ['id', 'name', 'initial'], marks: ['id', 'pupil_id', 'grade'] }, ['marks.pupil_id pupils'])
  const kinds: Record<string, string[]> = { grade: ['A', 'C'], initial: ['C', 'K'] }
  const tables = letters.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => {
      const sampleValues = kinds[column.name]
      return sampleValues ? { ...column, type: 'text' as const, semanticType: 'category' as const, sampleValues, distinct: 2 } : column
    }),
  }))
  const asked = { layer: { ...letters, tables }, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 }
  expect(analyseQuestion({ ...asked, question: 'Show the names of pupils who got A or C' })).toMatchObject({
    kind: 'query',
    query: { filters: { table: 'marks', column: 'grade', operator: 'equals', values: ['A', 'C'] } },
  })
})
