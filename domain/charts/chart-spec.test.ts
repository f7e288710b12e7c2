import { describe, expect, test } from 'vitest'
import { ChartSpec, fitsType, typeOfSpec } from './chart-spec.ts'

const x = { field: 'region', type: 'nominal' } as const
const y = { field: 'Total revenue (€)', type: 'quantitative' } as const

test.each<[string, unknown, string]>([
  ['a mark by its name, with $schema', { $schema: 'https://vega.github.io/schema/vega-lite/v6.json', mark: 'bar', encoding: { x, y } }, 'bar'],
  ['channels without types', { mark: 'line', encoding: { x: { field: 'day', timeUnit: 'yearmonth' }, y: { field: 'a' } } }, 'line'],
  [
    'layers with an axis each',
    {
      layer: [
        { mark: 'bar', encoding: { y } },
        { mark: 'line', encoding: { y } },
      ],
      encoding: { x },
      resolve: { scale: { y: 'independent' } },
    },
    'combo',
  ],
  [
    'a line of reference',
    {
      layer: [
        { mark: 'bar', encoding: { x, y } },
        { mark: 'rule', encoding: { y: { datum: 5 } } },
      ],
    },
    'combo',
  ],
  ['panels', { mark: 'point', encoding: { x, y, facet: x }, columns: 3 }, 'scatter'],
  [
    'scales',
    { mark: 'point', encoding: { x, y: { ...y, scale: { type: 'log', domain: [1, 100] } }, color: { ...x, scale: { scheme: 'tableau10' } } } },
    'scatter',
  ],
  ['sorting by another field', { mark: 'bar', encoding: { x: { ...x, sort: { field: 'rank', op: 'sum', order: 'descending' } }, y } }, 'bar'],
  ['bins', { mark: 'bar', encoding: { x: { ...y, bin: true }, y: { aggregate: 'count' } } }, 'histogram'],
  ['a box plot', { mark: { type: 'boxplot', extent: 'min-max' }, encoding: { x, y } }, 'boxplot'],
  ['words where categories meet', { mark: 'text', encoding: { x, y: x, text: y } }, 'pivot'],
  ['what was stored before', { mark: { type: 'bar', tooltip: true }, encoding: { x, y: { ...y, axis: { tickMinStep: 1 } } } }, 'bar'],
])('%s is taken', (_what, spec, type) => {
  expect(typeOfSpec(ChartSpec.parse(spec))).toBe(type)
})

describe('what reaches outside is refused by its name, with what is allowed', () => {
  test.each<[string, unknown]>([
    ['data', { mark: 'bar', data: { url: 'http://x' }, encoding: { x } }],
    ['datasets', { mark: 'bar', datasets: {}, encoding: { x } }],
    ['params', { mark: 'bar', params: [], encoding: { x } }],
    ['href', { mark: 'bar', encoding: { x, href: { field: 'u' } } }],
    ['url', { mark: 'point', encoding: { x, url: { field: 'u' } } }],
    ['href', { mark: { type: 'bar', href: 'javascript:alert(1)' }, encoding: { x } }],
    ['expr', { mark: 'bar', encoding: { x: { ...x, axis: { expr: '1' } } } }],
    ['labelExpr', { mark: 'bar', encoding: { x: { ...x, axis: { labelExpr: 'datum' } } } }],
    ['signal', { mark: 'bar', encoding: { x: { ...x, bin: { signal: 'y' } } } }],
    ['config', { mark: 'bar', config: {}, encoding: { x } }],
    ['usermeta', { mark: 'bar', usermeta: {}, encoding: { x } }],
    ['condition', { mark: 'bar', encoding: { x, color: { condition: { test: 'true', value: 'red' } } } }],
  ])('%s', (name, spec) => {
    const refused = ChartSpec.safeParse(spec)
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused.error)).toMatch(new RegExp(`unknown field [^;]*${name}[^;]*; known fields: `))
  })

  test('other marks, colours that load, and other transforms', () => {
    for (const spec of [
      { mark: 'image', encoding: { x } },
      { mark: { type: 'geoshape' }, encoding: { x } },
      { mark: { type: 'bar', color: 'url(http://x)' }, encoding: { x } },
      { mark: 'bar', transform: [{ calculate: '1', as: 'b' }], encoding: { x } },
      { mark: 'bar', layer: [{ mark: 'bar' }], encoding: { x } },
      { encoding: { x } },
      { $schema: 'http://evil.example/v6.json', mark: 'bar' },
    ])
      expect(ChartSpec.safeParse(spec).success).toBe(false)
  })
})

test('a type is drawn from marks that can carry it', () => {
  const bars = ChartSpec.parse({ mark: 'bar', encoding: { x, y } })
  expect((['bar', 'funnel', 'waterfall', 'progress', 'table'] as const).map((type) => fitsType(type, bars))).toEqual([true, true, true, true, true])
  expect((['pie', 'kpi', 'line', 'boxplot'] as const).map((type) => fitsType(type, bars))).toEqual([false, false, false, false])
})
