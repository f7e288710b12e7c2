import { expect, test } from 'vitest'
import type { ColumnProfile, ColumnType, SourceTable, TableProfile } from '../sources/source.ts'
import { declaredRelationships } from './extraction-result.ts'
import { inferRelationships } from './infer-relationships.ts'

function table(name: string, columns: Record<string, ColumnType>, primaryKey: string[] = []): SourceTable {
  return {
    name,
    schema: null,
    kind: 'table',
    comment: null,
    rowEstimate: null,
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type, nativeType: type, nullable: true, comment: null })),
    primaryKey,
    foreignKeys: [],
  }
}

function profile(rows: number, columns: Record<string, [number, string, string]>): TableProfile {
  const facts = Object.entries(columns).map(([column, [distinct, min, max]]): ColumnProfile => ({ column, distinct, nullFraction: 0, min, max, topValues: [] }))
  return { rows, columns: facts }
}

const found = (tables: SourceTable[], profiles: Record<string, TableProfile> = {}) =>
  inferRelationships(tables, new Map(Object.entries(profiles))).map(
    ({ fromTable, fromColumns, toTable, toColumns, cardinality }) => `${fromTable}.${fromColumns} → ${toTable}.${toColumns} ${cardinality}`,
  )

const customers = table('customers', { id: 'integer', name: 'text' }, ['id'])
const airports = table('airports', { id: 'integer', city: 'text' }, ['id'])

test('a column named after a table and its key refers to it', () => {
  expect(found([customers, table('orders', { id: 'integer', customer_id: 'integer' }, ['id'])])).toEqual(['orders.customer_id → customers.id many_to_one'])
  expect(found([table('Artist', { ArtistId: 'integer' }, ['ArtistId']), table('Album', { AlbumId: 'integer', ArtistId: 'integer' }, ['AlbumId'])])).toEqual([
    'Album.ArtistId → Artist.ArtistId many_to_one',
  ])
})

test('a key called by the initial of its table is as plain as an id', () => {
  const patrons = table('patrons', { pid: 'integer', name: 'text' }, ['pid'])
  expect(found([patrons, table('loans', { id: 'integer', patron_id: 'integer', pid: 'integer' }, ['id'])])).toEqual([
    'loans.patron_id → patrons.pid many_to_one',
  ])
})

test('a role in front needs values that agree', () => {
  const flights = table('flights', { id: 'integer', origin_airport_id: 'integer' }, ['id'])
  expect(found([airports, flights])).toEqual([])
  const known = { airports: profile(9, { id: [9, '1', '9'] }), flights: profile(100, { origin_airport_id: [5, '2', '8'] }) }
  expect(found([airports, flights], known)).toEqual(['flights.origin_airport_id → airports.id many_to_one'])
})

test('who is called by what they do is one of the only people there are, where values agree', () => {
  const letters = table('letters', { id: 'integer', sender_id: 'integer', approved_by: 'integer', folder_id: 'integer' }, ['id'])
  const known = {
    customers: profile(9, { id: [9, '1', '9'] }),
    letters: profile(90, { sender_id: [5, '2', '8'], approved_by: [2, '3', '4'], folder_id: [2, '1', '2'] }),
  }
  expect(found([customers, letters], known)).toEqual(['letters.sender_id → customers.id many_to_one', 'letters.approved_by → customers.id many_to_one'])
  const staff = table('staff', { id: 'integer', name: 'text' }, ['id'])
  expect(found([customers, staff, letters], { ...known, staff: profile(9, { id: [9, '1', '9'] }) })).toEqual([])
})

test('two tables that nothing else joins are joined by the only column they share, where it tells rows of one apart', () => {
  const pupils = table('pupils', { name: 'text', room: 'integer', grade: 'integer' })
  const tutors = table('tutors', { surname: 'text', room: 'integer' }, ['surname'])
  const known = (rooms: [number, string, string], tutored: [number, string, string]) => ({
    pupils: profile(60, { name: [60, 'Ann', 'Zoe'], room: rooms, grade: [6, '1', '6'] }),
    tutors: profile(12, { surname: [12, 'Abel', 'West'], room: tutored }),
  })
  const joined = ['pupils.room → tutors.room many_to_one']
  expect(found([pupils, tutors], known([12, '101', '112'], [12, '101', '112']))).toEqual(joined)
  // Not where it tells none apart, or where values are outside.
  expect(found([pupils, tutors], known([12, '101', '112'], [9, '101', '112']))).toEqual([])
  expect(found([pupils, tutors], known([12, '101', '119'], [12, '101', '112']))).toEqual([])
  // Not where something else leads from one to the other, or where a third table has it too.
  const schools = table('schools', { id: 'integer' }, ['id'])
  const key = { columns: ['school'], toTable: 'schools', toColumns: ['id'] }
  const [led, leading] = [pupils, tutors].map((item) => ({ ...item, foreignKeys: [key] })) as [SourceTable, SourceTable]
  expect(found([led, leading, schools], known([12, '101', '112'], [12, '101', '112']))).toEqual([])
  const keepers = { ...tutors, name: 'keepers' }
  const all = known([12, '101', '112'], [12, '101', '112'])
  expect(found([pupils, tutors, keepers], { ...all, keepers: all.tutors })).toEqual([])
})

test('values outside the key, other types and plain ids refer to nothing', () => {
  const orders = table('orders', { id: 'integer', customer_id: 'integer' }, ['id'])
  const outside = { customers: profile(9, { id: [9, '1', '9'] }), orders: profile(50, { customer_id: [9, '1', '40'] }) }
  expect(found([customers, orders], outside)).toEqual([])
  expect(found([customers, table('notes', { id: 'integer', customer_id: 'text' }, ['id'])])).toEqual([])
  expect(found([customers, airports])).toEqual([])
})

test('files declare no key: a complete, unique id serves', () => {
  const tables = [table('customers', { customer_id: 'integer', name: 'text' }), table('orders', { order_id: 'integer', customer_id: 'integer' })]
  const known = {
    customers: profile(3, { customer_id: [3, '1', '3'], name: [3, 'a', 'c'] }),
    orders: profile(10, { order_id: [10, '1', '10'], customer_id: [3, '1', '3'] }),
  }
  expect(found(tables, known)).toEqual(['orders.customer_id → customers.customer_id many_to_one'])
})

test('a column that could mean two tables is left alone, and a declared key is not repeated', () => {
  const twice = [
    table('shops', { shop_id: 'integer' }, ['shop_id']),
    table('shop', { shop_id: 'integer' }, ['shop_id']),
    table('sales', { id: 'integer', shop_id: 'integer' }, ['id']),
  ]
  expect(found(twice).filter((line) => line.startsWith('sales'))).toEqual([])
  const orders = {
    ...table('orders', { id: 'integer', customer_id: 'integer' }, ['id']),
    foreignKeys: [{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }],
  }
  expect(found([customers, orders])).toEqual([])
})

test('a key declared to lead back to its own table refers to the table whose key it is named after', () => {
  const shows = table('shows', { show_id: 'integer', title: 'text' }, ['show_id'])
  const own = (name: string) => ({ columns: [name], toTable: 'actors', toColumns: ['actor_id'] })
  const actors = {
    ...table('actors', { actor_id: 'integer', show_id: 'integer', mentor_actor_id: 'integer' }, ['actor_id']),
    foreignKeys: [own('show_id'), own('mentor_actor_id')],
  }
  expect(found([shows, actors])).toEqual(['actors.show_id → shows.show_id many_to_one'])
})

test('every inference says why', () => {
  const [first] = inferRelationships([customers, table('orders', { id: 'integer', customer_id: 'integer' }, ['id'])], new Map())
  expect(first).toMatchObject({ source: 'inferred', evidence: '"customer_id" is named after the key of "customers".' })
})

test('keys that are declared column by column are one where no column is a key by itself', () => {
  const sections = table('sections', { course_id: 'integer', term: 'text' }, [])
  const key = (name: string) => ({ columns: [name], toTable: 'sections', toColumns: [name] })
  const grades = { ...table('grades', { course_id: 'integer', term: 'text' }, []), foreignKeys: [key('course_id'), key('term')] }
  expect(declaredRelationships(grades, [sections, grades])).toMatchObject([{ fromColumns: ['course_id', 'term'], toColumns: ['course_id', 'term'] }])
  expect(declaredRelationships(grades, [{ ...sections, primaryKey: ['course_id'] }, grades])).toHaveLength(2)
})

test('a declared key is read in the stored names; one that names no column of its table means the primary key', () => {
  const shippers = table('shippers', { id: 'integer', code: 'text' }, ['id'])
  const orders = (toColumns: string[]) => ({
    ...table('orders', { id: 'integer', ship_via: 'integer' }, ['id']),
    foreignKeys: [{ columns: ['ship_via'], toTable: 'shippers', toColumns }],
  })
  const targets = [['ID'], ['code'], ['ship_via'], []].map((names) => declaredRelationships(orders(names), [orders(names), shippers])[0]?.toColumns)
  expect(targets).toEqual([['id'], ['code'], ['id'], ['id']])
})

test('a number called as one row of a table refers to it where values agree, unless it says how many', () => {
  const depots = table('depots', { depot_code: 'integer', town: 'text' }, ['depot_code'])
  const trips = table('trips', { id: 'integer', from_depot: 'integer', to_depot: 'integer', depots: 'integer', total_depot: 'integer' }, ['id'])
  const inside: [number, string, string] = [5, '11', '15']
  const outside: [number, string, string] = [5, '1', '15']
  const known = (other: [number, string, string]) => ({
    depots: profile(5, { depot_code: inside }),
    trips: profile(90, { from_depot: inside, to_depot: other, depots: inside, total_depot: inside }),
  })
  const from = 'trips.from_depot → depots.depot_code many_to_one'
  expect(found([depots, trips], known(inside))).toEqual([from, 'trips.to_depot → depots.depot_code many_to_one'])
  expect(found([depots, trips], known(outside))).toEqual([from])
  expect(found([depots, trips])).toEqual([])
})

test('a key declared to refer to itself refers to the primary key', () => {
  const staff = {
    ...table('staff', { id: 'integer', reports_to: 'integer' }, ['id']),
    foreignKeys: [{ columns: ['reports_to'], toTable: 'staff', toColumns: ['reports_to'] }],
  }
  expect(declaredRelationships(staff, [staff])).toMatchObject([{ fromColumns: ['reports_to'], toTable: 'staff', toColumns: ['id'] }])
})
