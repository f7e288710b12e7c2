import { expect, test } from 'vitest'
import type { Cell, ChartSpec } from '../chart.ts'
import { drawSvg } from '../draw-svg.ts'

const columns = [
  { name: 'country', type: 'text', label: 'Country' },
  { name: 'sales', type: 'number', label: 'Sales', aggregate: 'sum' },
]
const spec: ChartSpec = { mark: 'bar', encoding: { y: { field: 'country', type: 'nominal' }, x: { field: 'sales', type: 'quantitative' } } }
const draw = (rows: Cell[][], more: object = {}) => drawSvg({ chart_type: 'choropleth', spec, columns, rows, ...more }, { width: 800, height: 450 })
const rowsDrawn = (svg: string): number[] => [...svg.matchAll(/data-row="(\d+)"/g)].map(([, row]) => Number(row)).toSorted((a, b) => a - b)

test.each([
  ['English and German names', ['France', 'Deutschland', 'Österreich', 'ivory coast', 'United States', 'The Netherlands', 'Türkiye']],
  ['ISO codes of both lengths and its numbers', ['FR', 'deu', '076', 'US', 'XK']],
  ['places too small for an outline', ['Singapore', 'Malta', 'Bahrain', 'MUS']],
  ['both Koreas and both Congos apart', ['South Korea', 'North Korea', 'Congo', 'DR Congo']],
  ['states of the USA', ['CA', 'Texas', 'new york', 'GA', 'DC', 'US-AK']],
])('%s find their place', async (_what, names) => {
  const { svg, notes } = await draw(names.map((name, at) => [name, at + 1]))
  expect([rowsDrawn(svg), notes]).toEqual([names.map((_, at) => at), []])
  expect(svg).not.toMatch(/NaN|undefined|Infinity|style=/)
})

test('numbers are ISO numbers of countries', async () => {
  const codes = [{ name: 'country', type: 'integer', label: 'Country' }, ...columns.slice(1)]
  expect(
    rowsDrawn(
      (
        await draw(
          [
            [76, 1],
            [250, 2],
          ],
          { columns: codes },
        )
      ).svg,
    ),
  ).toEqual([0, 1])
})

test('what is on no map is told, in the picture too', async () => {
  const { svg, notes } = await draw([['France', 1], ['Atlantis', 2], [null, 3], ...[1, 2, 3, 4, 5].map((at): Cell[] => [`Land ${at}`, at])])
  expect(notes).toEqual(['Not on the map: Atlantis, (empty), Land 1, Land 2, Land 3 and 2 more'])
  expect(svg).toContain('Not on the map: Atlantis')
  await expect(
    draw([
      ['open', 1],
      ['closed', 2],
    ]),
  ).rejects.toThrow('no value of "Country" is a country or a state of the USA')
})

test('Georgia is the state among states and the country among countries', async () => {
  const [states, countries] = [
    await draw([
      ['Georgia', 1],
      ['Ohio', 2],
    ]),
    await draw([
      ['Georgia', 1],
      ['Armenia', 2],
    ]),
  ]
  expect([states.notes, countries.notes]).toEqual([[], []])
  expect([/>France</.test(states.svg), /<title>France</.test(countries.svg)]).toEqual([false, true])
})

test('rows of one place add up where their figure does, and are refused where it does not', async () => {
  const rows: Cell[][] = [
    ['France', 100],
    ['FR', 50],
    ['Spain', 10],
  ]
  expect((await draw(rows)).svg).toContain('<title>France: 150</title>')
  const averages = columns.map((column) => ({ ...column, aggregate: column.name === 'sales' ? 'avg' : undefined }))
  await expect(draw(rows, { columns: averages })).rejects.toThrow('"France" has 2 rows, and "Sales" does not add up')
})

test('losses and gains have colours of their own, and no figure is not the least of figures', async () => {
  const { svg } = await draw([
    ['France', -10],
    ['Spain', 10],
    ['Italy', null],
  ])
  const fills = ['France', 'Spain', 'Italy'].map((name) => new RegExp(`fill="([^"]+)"[^>]*><title>${name}`).exec(svg)?.[1])
  expect(new Set(fills).size).toBe(3)
  expect(svg).toContain('<title>Italy: –</title>')
  expect(
    rowsDrawn(
      (
        await draw([
          ['France', 5],
          ['Spain', 5],
        ])
      ).svg,
    ),
  ).toEqual([0, 1])
})

test('names of the data stay words', async () => {
  const { svg } = await draw([
    ['France', 1],
    ['<script>alert(1)</script>', 2],
  ])
  expect(svg).not.toContain('<script')
})
