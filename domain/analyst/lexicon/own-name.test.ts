import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const layer = namedLayer(
  'names',
  {
    people: ['id', 'name'],
    skippers: ['id', 'person_id', 'licence'],
    writers: ['id', 'first_name', 'last_name', 'guild_id'],
    clerks: ['id', 'clerk_name', 'supervisor_id'],
    guilds: ['id', 'guild_name', 'head_writer_number'],
    books: ['id', 'title', 'writer_id'],
    staff: ['id', 'staff_name', 'member_id'],
    members: ['id', 'member_name'],
  },
  [
    'skippers.person_id people',
    'books.writer_id writers',
    'staff.member_id members',
    'clerks.supervisor_id clerks',
    'writers.guild_id guilds',
    'guilds.head_writer_number writers',
  ],
)
const read = (question: string) =>
  analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })

test('rows without a name are called what those are that they refer to', () => {
  expect(read('What are the names of the skippers?')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ table: 'people', column: 'name' }], filters: { table: 'skippers', operator: 'is_not_empty' } },
  })
})

test('a full name in quotes is that of a person, though books are what is asked for', () => {
  expect(read('Find the titles of the books written by "Ada Lovelace"')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [{ table: 'books', column: 'title' }],
      filters: {
        and: [
          { table: 'writers', column: 'first_name', values: ['Ada'] },
          { table: 'writers', column: 'last_name', values: ['Lovelace'] },
        ],
      },
    },
  })
})

test('the name of the head of something is that of the one it refers to as its head', () => {
  expect(read('Show the guild name and the first and last name of the head')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [{ column: 'guild_name' }, { column: 'first_name' }, { column: 'last_name' }],
      joins: [{ from_table: 'guilds', from_column: 'head_writer_number', to_table: 'writers' }],
    },
  })
})

test('what is unknown among the columns asked for is not left out', () => {
  expect(read('List the title and colour of each book').kind).toBe('refusal')
  expect(read('What are the different colours of books?').kind).toBe('refusal')
  expect(read('List the title of each book').kind).toBe('query')
})

test('the members of a staff are the staff', () => {
  expect(read('How many staff members are there?')).toMatchObject({ kind: 'query', query: { measures: [{ table: 'staff' }] } })
  expect(read('How many staff members are there?')).not.toHaveProperty('query.filters')
})

test('the number that refers to a row of the same table is not shown for its name', () => {
  const analysis = analyseQuestion({
    question: 'Show the name of each clerk together with the name of the supervisor',
    layer,
    previous: null,
    clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' },
  })
  expect(analysis.kind).toBe('refusal')
})
