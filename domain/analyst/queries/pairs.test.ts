import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'

const path = join(mkdtempSync(join(tmpdir(), 'querent-pairs-')), 'pairs.sqlite')
const database = new DatabaseSync(path)
database.exec(`
  CREATE TABLE pupil (id INTEGER PRIMARY KEY, name TEXT, grade INTEGER);
  CREATE TABLE friend (pupil_id INTEGER REFERENCES pupil(id), friend_id INTEGER REFERENCES pupil(id), PRIMARY KEY (pupil_id, friend_id));
  CREATE TABLE admires (pupil_id INTEGER REFERENCES pupil(id), admired_id INTEGER REFERENCES pupil(id), PRIMARY KEY (pupil_id, admired_id));
  CREATE TABLE prize (id INTEGER PRIMARY KEY, pupil_id INTEGER REFERENCES pupil(id));
  INSERT INTO pupil VALUES (1, 'Ada', 9), (2, 'Ben', 9), (3, 'Cleo', 10), (4, 'Dan', 11);
  INSERT INTO friend VALUES (1, 2), (1, 3), (2, 3), (3, 4);
  INSERT INTO admires VALUES (1, 2), (2, 1), (2, 4);
  INSERT INTO prize VALUES (1, 1), (2, 1), (3, 4), (4, NULL);
`)
const layer = layerOfSqlite(path)

function answer(question: string): string[] {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.3 })
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  const { sql, params } = compileQuery(layer, analysis.query)
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return (statement.all(...(params as (string | number)[])) as unknown as unknown[][]).map((row) => row.join(' ')).sort()
}

test.each([
  ['Which pupils have friends?', ['Ada', 'Ben', 'Cleo']],
  ['Which pupils have no friends?', ['Dan']],
  ['Show the number of friends for each pupil', ['Ada 2', 'Ben 1', 'Cleo 1']],
])('whose friends they are: %s', (question, names) => {
  expect(answer(question)).toEqual(names)
})

test('friends with one of them', () => {
  expect(answer('Which pupils are friends with Ada?')).toEqual(['Ben', 'Cleo'])
})

test('who does to anyone what a table tells is in it', () => {
  expect(answer('How many pupils admire somebody else?')).toEqual(['2'])
  expect(answer("What are the names of the pupils who don't admire anyone?")).toEqual(['Cleo', 'Dan'])
})

test('a figure beside names is that of those it belongs to, not of none', () => {
  expect(answer('Show the pupil names with the number of prizes')).toEqual(['Ada 2', 'Dan 1'])
  expect(answer('What are the different grades, and how many prizes are there for each?')).toEqual(['11 1', '9 2'])
})
