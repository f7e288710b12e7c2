import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const named = namedLayer('places of a life', { painters: ['id', 'birth_country', 'death_country', 'style', 'name_last', 'name_first'] }, [])
const values = new Map([
  ['birth_country', ['France', 'Spain']],
  ['death_country', ['France', 'Spain']],
  ['style', ['cubist']],
])
const layer = {
  ...named,
  tables: named.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => {
      const sampleValues = values.get(column.name)
      return sampleValues ? { ...column, type: 'text' as const, semanticType: 'category' as const, sampleValues, distinct: sampleValues.length } : column
    }),
  })),
}

function queryOf(question: string) {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  return analysis.query
}

test('where someone was born or died is told by the country of it', () => {
  expect(queryOf('How many painters were born in France?').filters).toMatchObject({ column: 'birth_country', values: ['France'] })
  expect(queryOf('How many painters died in Spain?').filters).toMatchObject({ column: 'death_country', values: ['Spain'] })
  expect(queryOf('Count the painters who were born in Spain and have style information "cubist"').filters).toMatchObject({
    and: [
      { column: 'birth_country', values: ['Spain'] },
      { column: 'style', values: ['cubist'] },
    ],
  })
})

test('a first and a last name are told in that order, whichever way they are called', () => {
  expect(queryOf('Which painters died in Spain?').dimensions.map(({ column }) => column)).toEqual(['name_first', 'name_last'])
})
