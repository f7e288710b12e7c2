import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'

const path = join(mkdtempSync(join(tmpdir(), 'querent-lands-')), 'lands.sqlite')
const database = new DatabaseSync(path)
database.exec(`
  CREATE TABLE province (province_name TEXT PRIMARY KEY, population INTEGER, area REAL, capital TEXT);
  CREATE TABLE border_info (province_name TEXT REFERENCES province(province_name), border TEXT REFERENCES province(province_name));
  CREATE TABLE stream (stream_name TEXT, length INTEGER, traverse TEXT REFERENCES province(province_name));
  CREATE TABLE town (town_name TEXT PRIMARY KEY, population INTEGER, province_name TEXT REFERENCES province(province_name));
  CREATE TABLE summit (province_name TEXT PRIMARY KEY REFERENCES province(province_name), highest_point TEXT, highest_elevation INTEGER);
  INSERT INTO province VALUES ('arda', 900, 50, 'mirth'), ('belum', 400, 80, 'quill'), ('corin', 700, 20, 'stowe'), ('delmar', 300, 60, 'thorn'), ('esk', 100, 10, 'vane'), ('fenn', 200, 30, 'wick');
  INSERT INTO border_info VALUES ('arda', 'belum'), ('belum', 'arda'), ('belum', 'corin'), ('corin', 'belum'), ('belum', 'delmar'), ('delmar', 'belum'), ('arda', 'corin'), ('corin', 'arda');
  INSERT INTO stream VALUES ('corin', 300, 'arda'), ('corin', 300, 'belum'), ('lethe', 500, 'belum'), ('lethe', 500, 'delmar'), ('lethe', 500, 'esk'), ('lethe', 500, 'fenn'), ('lethe', 500, 'arda'), ('nix', 90, 'corin'), ('ova', 120, 'corin'), ('una', 60, 'corin');
  INSERT INTO town VALUES ('mirth', 90, 'arda'), ('hale', 60, 'arda'), ('quill', 40, 'belum'), ('stowe', 70, 'corin'), ('pell', 20, 'corin'), ('thorn', 30, 'delmar'), ('vane', 5, 'esk');
  INSERT INTO summit VALUES ('arda', 'mount grey', 900), ('belum', 'high tor', 2100), ('corin', 'the needle', 1500), ('delmar', 'old cairn', 700), ('esk', 'dune hill', 40);
`)

const layer = withoutTownNames(layerOfSqlite(path))
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const analyse = (question: string) => analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.01 })

/** Towns are too many to be sampled. */
function withoutTownNames(read: Layer): Layer {
  const unsampled = (table: Layer['tables'][number]) => ({
    ...table,
    columns: table.columns.map((column) => (column.name === 'town_name' ? { ...column, sampleValues: [] } : column)),
  })
  return { ...read, tables: read.tables.map((table) => (table.name === 'town' ? unsampled(table) : table)) }
}

function answer(question: string): string[] {
  const analysis = analyse(question)
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  const { sql, params } = compileQuery(layer, analysis.query)
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...(params as string[])) as unknown as unknown[][]
  return rows.map((row) => row.join(' ')).sort()
}

const cases: Record<string, [string, string[]][]> = {
  'rows told by a phrase of their own': [
    ['which streams run through the largest province', ['corin', 'lethe']],
    ['what is the largest town in the province with the most streams', ['stowe']],
    ['how many towns are in the province with the largest population', ['2']],
    ['how long is the longest stream in the smallest province bordering arda', ['120']],
    ['how many towns are in the province with the highest point', ['1']],
    ['what is the area of the province that the longest stream runs through', ['10', '30', '50', '60', '80']],
  ],
  'rows paired with rows of their own table': [
    ['which provinces border belum', ['arda', 'corin', 'delmar']],
    ['which provinces does delmar border', ['belum']],
    ['which provinces are next to arda', ['belum', 'corin']],
    ['which provinces do not border belum', ['belum', 'esk', 'fenn']],
    ['which provinces border no other provinces', ['esk', 'fenn']],
    ['which province borders the most provinces', ['belum']],
    ['which provinces border arda and delmar', ['belum']],
    ['which provinces border the province with the largest area', ['arda', 'corin', 'delmar']],
    ['which provinces border provinces that border delmar', ['arda', 'corin', 'delmar']],
    ['how many provinces border the largest province', ['3']],
  ],
  'values of several tables': [
    ['which streams run through corin', ['nix', 'ova', 'una']],
    ['which provinces does the corin run through', ['arda', 'belum']],
    ['what are the populations of the provinces through which the corin runs', ['400', '900']],
    ['how long is the corin', ['300']],
    ['how many towns are in corin', ['2']],
  ],
  'names that were not sampled': [
    ['what province is hale in', ['arda']],
    ['what is the population of hale', ['60']],
    ['what is the population of pell corin', ['20']],
    ['pell is in what province', ['corin']],
    ['what provinces have a town named vane', ['esk']],
  ],
  'texts that name rows of another table': [
    ['what is the largest capital', ['mirth']],
    ['what province has the smallest capital', ['esk']],
    ['which capital has the largest population', ['mirth']],
    ['what capital is the largest', ['mirth']],
    ['how many people live in the capital of corin', ['70']],
  ],
  'columns that are called by a superlative': [
    ['which province has the highest point', ['belum']],
    ['what is the highest point of the provinces that border arda', ['high tor']],
    ['what is the highest point in esk', ['dune hill']],
    ['how high is the highest point in corin', ['1500']],
    ['what is the height of the highest point in corin', ['1500']],
    ['what is the elevation of the highest point', ['2100']],
    ['how high are the highest points of all the provinces', ['1500', '2100', '40', '700', '900']],
  ],
  'things of several rows': [
    ['what is the length of the lethe', ['500']],
    ['which streams do not run through belum', ['nix', 'ova', 'una']],
    ['which stream traverses the most provinces', ['lethe']],
  ],
  'what a superlative is measured by': [
    ['what is the largest province by population', ['arda']],
    ['what is the largest stream', ['lethe']],
    ['what is the largest capital in population', ['mirth']],
    ['what is the combined area of all 6 provinces', ['250']],
    ['what is the area of corin in square kilometers', ['20']],
  ],
}

test.each(Object.entries(cases).flatMap(([kind, list]) => list.map(([question, rows]) => [kind, question, rows] as const)))('%s: %s', (_, question, rows) => {
  expect(answer(question)).toEqual(rows)
})

test('what several rows tell of one thing is not added up', () => {
  expect(analyseQuestion({ question: 'what is the total length of all streams', layer, previous: null, clock }).kind).not.toBe('query')
})

test('what is paired with columns of its row is told', () => {
  expect(analyse('what is the largest capital')).toMatchObject({ explanation: expect.stringContaining('town name is the province capital') })
})
