import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'
import { shopLayer } from '#test/fixtures/shop.ts'

test('a word that says nothing elsewhere is a value right behind its column', () => {
  const named = namedLayer('tasks', { tasks: ['id', 'title', 'status'] }, [])
  const tasks = named.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'status' ? { ...column, semanticType: 'category' as const, type: 'text' as const, sampleValues: ['done', 'open'] } : column,
    ),
  }))
  const read = (question: string) =>
    analyseQuestion({ question, layer: { ...named, tables: tasks }, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  const isDone = { query: { filters: { column: 'status', values: ['done'] } } }
  expect(read('How many tasks have the status done?')).toMatchObject(isDone)
  expect(read('List the titles of tasks whose status is done')).toMatchObject(isDone)
})

const layer = namedLayer('sorting', { customers: ['id', 'name', 'city'], customer_orders: ['id', 'customer_id', 'order_status'] }, [
  'customer_orders.customer_id customers',
])

test.each([
  'A bar chart of the number of customers in each city, order Y in asc order',
  'Bar graph to show the total number of each city, and order from low to high by the total number please.',
])('to order is no order: %s', (question) => {
  const read = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  expect(read).toMatchObject({ query: { measures: [{ aggregate: 'count', table: 'customers' }], dimensions: [{ column: 'city' }] } })
})

test('by month is of no row that is called monthly', () => {
  const shop = shopLayer('sqlite')
  const tables = shop.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'status' ? { ...column, semanticType: 'category' as const, distinct: 2, sampleValues: ['Once', 'Monthly'] } : column,
    ),
  }))
  const read = analyseQuestion({
    question: 'orders per month',
    layer: { ...shop, version: 'monthly', tables },
    previous: null,
    clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' },
  })
  expect(read).toMatchObject({ query: { measures: [{ aggregate: 'count' }], dimensions: [{ column: 'ordered_at', grain: 'month' }] } })
  expect(read.kind === 'query' && read.query.filters).toBeUndefined()
})

test('an average beside other figures is one, whatever column is called so, and the names of songs are their names', () => {
  const names = namedLayer('singers', { singers: ['id', 'name', 'song_name', 'song_release_year', 'age'], stadiums: ['id', 'name', 'average'] }, [])
  const age = (table: (typeof names.tables)[number]) =>
    table.columns.map((column) => (column.name === 'age' ? { ...column, semanticType: 'measure' as const, type: 'integer' as const } : column))
  const tables = names.tables.map((table) => ({ ...table, columns: age(table) }))
  const asked = (question: string) =>
    analyseQuestion({ question, layer: { ...names, tables }, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  expect(asked('What is the average, minimum, and maximum age of the singers?')).toMatchObject({
    readAs: [],
    query: { measures: [{ aggregate: 'avg' }, { aggregate: 'min' }, { aggregate: 'max' }] },
  })
  expect(asked('Show the names of all songs')).toMatchObject({ query: { dimensions: [{ column: 'song_name' }] } })
})

test('a noun before two of its kinds is that of both', () => {
  const games = namedLayer('games', { games: ['id', 'name', 'critics_rating', 'players_rating', 'age_rating'] }, [])
  const read = (question: string) =>
    analyseQuestion({ question, layer: games, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  const both = { query: { dimensions: [{ column: 'critics_rating' }, { column: 'players_rating' }] } }
  expect(read('Show a comparison of ratings between critics and players in a scatter plot')).toMatchObject(both)
  expect(read('Rating of games by name').kind).toBe('query')
  expect(read('Show the ratings of games from critics and players')).toMatchObject(both)
})

test('details that rows are counted by are no whole rows', () => {
  const teams = namedLayer('teams', { teams: ['id', 'name', 'city', 'details'] }, [])
  const question = 'Show the number of rows by the details of teams in a bar chart'
  const read = analyseQuestion({ question, layer: teams, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  expect(read).toMatchObject({ query: { measures: [{ aggregate: 'count' }], dimensions: [{ column: 'details' }] } })
})
