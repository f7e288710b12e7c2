import { describe, expect, test } from 'vitest'
import type { Cell, ChartColumn, ChartSpec, ChartType, Drawable } from './chart.ts'
import { drawSvg } from './draw-svg.ts'
import { errorPicture } from './error-picture.ts'
import { selectedBy } from './selection.ts'

const columns: ChartColumn[] = [
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'Region "a".b[0]', type: 'text', label: 'Region' },
  { name: 'revenue', type: 'number', label: 'Revenue', aggregate: 'sum' },
]
const regions = ['North', 'South', 'East', 'West']
const rows: Cell[][] = Array.from({ length: 24 }, (_, at) => [`2025-${String((at % 12) + 1).padStart(2, '0')}-01`, regions[at % 4] ?? '', 100 + at * 7])
const region = { field: 'Region "a".b[0]', type: 'nominal' as const }
const day = { field: 'day', type: 'temporal' as const }
const revenue = { field: 'revenue', type: 'quantitative' as const }

const chart = (spec: ChartSpec | null, chart_type: ChartType = 'bar', facts: Partial<Drawable> = {}): Drawable => ({
  chart_type,
  spec,
  columns,
  rows,
  ...facts,
})
const marks = (svg: string): number =>
  [...svg.matchAll(/role-mark[^>]*>(.*?)<\/g>/g)].reduce((sum, [, inside = '']) => sum + (inside.match(/<(?:path|line|text)\b/g)?.length ?? 0), 0)

test.each<[string, ChartType, ChartSpec]>([
  ['bars', 'bar', { mark: 'bar', encoding: { x: { ...region, sort: '-y' }, y: { ...revenue, aggregate: 'sum' } } }],
  ['lines', 'line', { mark: { type: 'line', point: true }, encoding: { x: day, y: revenue, color: region } }],
  ['areas', 'area', { mark: 'area', encoding: { x: day, y: { ...revenue, aggregate: 'sum', stack: 'normalize' }, color: region } }],
  ['slices', 'pie', { mark: { type: 'arc', innerRadius: 40 }, encoding: { theta: { ...revenue, aggregate: 'sum' }, color: region } }],
  ['shades', 'heatmap', { mark: 'rect', encoding: { x: { ...day, timeUnit: 'utcmonth' }, y: region, color: { ...revenue, aggregate: 'sum' } } }],
  ['bins', 'histogram', { mark: 'bar', encoding: { x: { ...revenue, bin: { maxbins: 10 } }, y: { aggregate: 'count', type: 'quantitative' } } }],
  ['boxes', 'boxplot', { mark: 'boxplot', encoding: { x: region, y: revenue } }],
  ['points', 'scatter', { mark: 'point', encoding: { x: day, y: { ...revenue, scale: { type: 'log' } }, size: revenue } }],
  ['trails', 'line', { mark: 'trail', encoding: { x: day, y: revenue, size: revenue } }],
  ['panels', 'bar', { mark: 'bar', encoding: { x: day, y: revenue, facet: region } }],
  ['a funnel', 'funnel', { mark: 'bar', encoding: { y: region, x: revenue } }],
  ['a waterfall', 'waterfall', { mark: 'bar', encoding: { x: region, y: revenue } }],
])('%s are drawn', async (_what, type, spec) => {
  const drawing = await drawSvg(chart(spec, type), { width: 480, height: 300 })
  expect(drawing.svg).toMatch(/^<svg[^>]+width="480"[^>]+height="300"/)
  expect(marks(drawing.svg)).toBeGreaterThan(spec.mark === 'trail' ? 0 : 2)
  expect(drawing.svg).not.toMatch(/NaN|undefined|style=/)
  expect(drawing.notes).toEqual([])
})

test('two marks share an axis, a second axis stands beside it, and a line of reference on the first', async () => {
  const spec: ChartSpec = {
    encoding: { x: { ...day, timeUnit: 'utcyearmonth' } },
    layer: [
      { mark: 'bar', encoding: { y: { ...revenue, aggregate: 'sum' } } },
      { mark: { type: 'line', color: '#e08a1e' }, encoding: { y: { ...revenue, aggregate: 'mean' } } },
      { mark: 'rule', encoding: { y: { datum: 200 } } },
    ],
    resolve: { scale: { y: 'independent' } },
  }
  const { svg } = await drawSvg(chart(spec, 'combo'))
  expect(svg.match(/Y-axis/g)).toHaveLength(2)
  expect(svg).toContain('Mean of Revenue')
  expect(svg.match(/aria-roledescription="rule"|role-rule/g)?.length ?? svg.match(/mark-rule role-mark[^>]*>/g)?.length).toBe(1)
  expect(svg).not.toContain('NaN')
})

test.each<[string, ChartType, ChartSpec | null, string[]]>([
  ['a table', 'table', null, ['Day', 'Revenue', 'North', '2025-01-01']],
  ['a figure', 'kpi', { mark: 'text', encoding: { text: { ...revenue, format: ',.1f' } } }, ['261.0', 'Revenue']],
  ['a figure with its line and change', 'big_number', { mark: 'text', encoding: { text: revenue, x: day } }, ['438', '▲', 'polyline']],
  ['a pivot table', 'pivot', { mark: 'text', encoding: { y: day, x: region, text: revenue } }, ['Total', 'North', '2 more rows']],
  ['a gauge', 'gauge', { mark: 'arc', encoding: { theta: { ...revenue, scale: { domain: [0, 500] } } } }, ['100', '500']],
  ['a progress bar', 'progress', { mark: 'bar', encoding: { x: { ...revenue, scale: { domain: [0, 200] } } } }, ['100', '200']],
])('%s says its figures in words', async (_what, type, spec, said) => {
  const { svg } = await drawSvg(chart(spec, type))
  for (const words of said) expect(svg).toContain(words)
})

describe('what a picture cannot carry is put together or left out, and said', () => {
  const many = Array.from({ length: 120 }, (_, at): Cell[] => ['2025-01-01', `region ${at}`, 1000 - at])

  test('small categories become one that holds their sum', async () => {
    const { svg, notes } = await drawSvg(chart({ mark: 'bar', encoding: { y: region, x: revenue } }, 'bar', { rows: many }), { height: 1200 })
    expect(notes).toEqual(['“Other” stands for 71 more'])
    const rest = many.slice(49).reduce((sum, row) => sum + Number(row[2]), 0)
    expect(svg).toMatch(new RegExp(`Region: Other; Revenue: ${rest.toLocaleString('en').replace(',', ',?')}|Revenue: ${rest}; Region: Other`))
  })

  test('averages are not added up', async () => {
    const averaged = columns.map((column) => (column.name === 'revenue' ? { ...column, aggregate: 'avg' } : column))
    const { notes } = await drawSvg(chart({ mark: 'bar', encoding: { y: region, x: revenue } }, 'bar', { rows: many, columns: averaged }))
    expect(notes).toEqual(['The 50 largest of 120 are drawn'])
  })

  test('of more rows than marks the extremes stay', async () => {
    const points = Array.from({ length: 12_000 }, (_, at): Cell[] => [new Date(at * 86_400_000).toISOString(), 'x', at === 7_777 ? 5_000_000 : at % 100])
    const { svg, notes } = await drawSvg(chart({ mark: 'point', encoding: { x: day, y: revenue } }, 'scatter', { rows: points }))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^[45],\d{3} of 12,000 rows are drawn$/)
    expect(svg).toContain('5,000,000')
  })
})

describe('in a low tile', () => {
  const placed = (svg: string) =>
    [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="([\d.]+)"/g)].map(([, x, y, size]) => ({ x: Number(x), y: Number(y), size: Number(size) }))

  test.each([80, 95, 110])('of %i pixels a figure stands below its title', async (height) => {
    const spec: ChartSpec = { mark: 'text', encoding: { text: revenue, x: day } }
    const { svg } = await drawSvg(chart(spec, 'big_number'), { width: 280, height })
    const [title, figure] = placed(svg)
    expect((figure?.y ?? 0) - (figure?.size ?? 0) * 0.75).toBeGreaterThan((title?.y ?? 0) + 3)
    expect(Math.max(...placed(svg).map(({ y }) => y))).toBeLessThan(height)
  })

  test.each([80, 90])('of %i pixels a figure keeps its line, beside it', async (height) => {
    const spec: ChartSpec = { mark: 'text', encoding: { text: revenue, x: day } }
    const { svg } = await drawSvg(chart(spec, 'big_number'), { width: 280, height })
    const [, figure] = placed(svg)
    const xs =
      /points="([^"]+)"/
        .exec(svg)?.[1]
        ?.split(' ')
        .map((point) => Number(point.split(',')[0])) ?? []
    expect(Math.min(...xs)).toBeGreaterThan((figure?.x ?? 0) + (figure?.size ?? 0))
    expect(Math.max(...xs)).toBeLessThanOrEqual(280 - 24)
  })

  test('a gauge is as large as the tile lets it be', async () => {
    const spec: ChartSpec = { mark: 'arc', encoding: { theta: { ...revenue, scale: { domain: [0, 500] } } } }
    const { svg } = await drawSvg(chart(spec, 'gauge'), { width: 280, height: 95 })
    expect(placed(svg).find(({ size }) => size > 11)?.size).toBeGreaterThan(18)
  })

  test('each bar keeps its name where slanted names have room', async () => {
    const names = ['Germany', 'United States', 'France', 'Brazil', 'Japan', 'Atlantis', 'Singapore', 'Spain']
    const { svg } = await drawSvg(chart({ mark: 'bar', encoding: { x: region, y: revenue } }, 'bar', { rows: names.map((name) => ['2025-01-01', name, 1]) }), {
      width: 290,
      height: 260,
    })
    for (const name of names) expect(svg).toMatch(new RegExp(`<text(?![^>]*opacity="0")[^>]*>${name}</text>`))
  })
})

test('a column that is missing is named, with those there are', async () => {
  await expect(drawSvg(chart({ mark: 'bar', encoding: { x: { field: 'regoin' }, y: revenue } }))).rejects.toThrow(
    /encoding\.x\.field: the result has no column "regoin"; it has "day"/,
  )
})

test.each<[string, unknown]>([
  ['data', { mark: 'bar', data: { url: 'http://169.254.169.254/' }, encoding: { x: region } }],
  ['a link', { mark: 'bar', encoding: { x: region, href: { field: 'day' } } }],
  ['an image', { mark: 'image', encoding: { x: region, y: revenue } }],
  ['a link in a mark', { mark: { type: 'bar', href: 'javascript:alert(1)' }, encoding: { x: region } }],
  ['an expression', { mark: 'bar', encoding: { x: { ...region, axis: { labelExpr: 'datum' } } } }],
  ['a signal', { mark: 'bar', encoding: { x: { ...region, scale: { domain: { signal: 'x' } } } } }],
  ['a colour that loads', { mark: { type: 'bar', color: 'url(http://x)' }, encoding: { x: region } }],
  ['parameters', { mark: 'bar', params: [], encoding: { x: region } }],
])('a spec that names %s is not drawn', async (_what, spec) => {
  await expect(drawSvg(chart(spec as ChartSpec))).rejects.toThrow(/reaches beyond|not drawn|not a colour/)
})

test('what words of data hold stays words', async () => {
  const hostile = rows.map((row) => [row[0] ?? null, '<script>alert(1)</script>&"\u0001', row[2] ?? null])
  for (const [type, spec] of [
    ['table', null],
    ['bar', { mark: 'bar', encoding: { x: region, y: { ...revenue, aggregate: 'sum' } } }],
  ] as const) {
    const { svg } = await drawSvg(chart(spec, type, { rows: hostile }), { title: '</svg><script>' })
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0001')
    expect(svg).toContain('&lt;script')
  }
})

test('theme, colours and the way of writing numbers are taken', async () => {
  const spec: ChartSpec = { mark: 'bar', encoding: { x: region, y: { ...revenue, aggregate: 'sum', axis: { format: ',.1f' } } } }
  const { svg } = await drawSvg(chart(spec), { theme: { mode: 'dark', series: ['#123456'], font: 'Roboto' }, locale: 'de' })
  expect(svg).toContain('#123456')
  expect(svg).toContain('Roboto')
  expect(svg).toContain('1.000,0')
  await expect(drawSvg(chart(spec), { theme: { colors: { text: 'url(#x)' } } })).rejects.toThrow('theme.colors.text')
})

test('the words of a picture are in the language of its reader, and a mark that stands for others is known in each', async () => {
  const many = Array.from({ length: 120 }, (_, at): Cell[] => ['2025-01-01', at === 0 ? '' : `region ${at}`, 1000 - at])
  const bars = await drawSvg(chart({ mark: 'bar', encoding: { y: region, x: { ...revenue, aggregate: 'mean' } } }, 'bar', { rows: many }), {
    height: 1200,
    locale: 'de-CH',
  })
  expect(bars.notes).toEqual(['„Sonstige“ steht für 71 weitere'])
  for (const words of ['Sonstige', '(leer)', 'Mittelwert: Revenue']) expect(bars.svg).toContain(words)
  const pivot = await drawSvg(chart({ mark: 'text', encoding: { y: day, x: region, text: revenue } }, 'pivot'), { locale: 'de' })
  for (const words of ['Summe', '2 weitere Zeilen']) expect(pivot.svg).toContain(words)
  const steps = await drawSvg(chart({ mark: 'bar', encoding: { x: region, y: revenue } }, 'waterfall'), { locale: 'de' })
  for (const words of ['Zunahme', 'Summe']) expect(steps.svg).toContain(words)
  const figure = await drawSvg(chart({ mark: 'text', encoding: { text: revenue, x: day } }, 'big_number'), { locale: 'de' })
  expect(figure.svg).toMatch(/\d,\d% gegenüber dem Wert davor/)
  const empty = await drawSvg(chart({ mark: 'bar', encoding: { x: region, y: revenue } }, 'bar', { rows: [] }), { locale: 'de' })
  expect(empty.svg).toContain('Keine Zeilen')
  const use = { column: { name: 'region' }, index: 1, type: 'nominal' as const, field: 'c1' }
  for (const word of ['Other', 'Sonstige']) expect(selectedBy({ c1: word }, [use])).toEqual([])
  for (const word of ['(empty)', '(leer)']) expect(selectedBy({ c1: word }, [use])).toEqual([{ column: 'region', value: null }])
})

test('the picture of a failure tells it', () => {
  expect(errorPicture('the result has no column "<b>"')).toContain('no column &quot;&lt;b&gt;&quot;')
})

test('one chart gives one picture, and the names in it are its own', async () => {
  const spec: ChartSpec = {
    mark: { type: 'bar', cornerRadiusEnd: 4 },
    encoding: { x: region, y: { ...revenue, aggregate: 'sum', stack: 'zero' }, color: { ...day, type: 'ordinal' } },
  }
  const [first, again, other] = [await drawSvg(chart(spec)), await drawSvg(chart(spec)), await drawSvg(chart(spec), { title: 'Other' })]
  expect(again.svg).toBe(first.svg)
  const names = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(names(first.svg).length).toBeGreaterThan(0)
  expect(names(first.svg).filter((id) => names(other.svg).includes(id))).toEqual([])
})
