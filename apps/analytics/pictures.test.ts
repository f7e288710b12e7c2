import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChartServer, chartServer, spec } from '#test/fixtures/chart-server.ts'

let server: ChartServer
let chart: string
beforeAll(async () => {
  server = await chartServer()
  chart = await server.chart()
})
afterAll(() => server.close())

const render = (id: string, query = '', headers: Record<string, string> = {}, as = server.owner.key) =>
  server.request(`GET /analytics/charts/${id}/render${query}`, { as, headers })
const png = async (id: string, query: string) =>
  new Uint8Array(await (await server.open(`GET /analytics/charts/${id}/render${query}`, { as: server.owner.key })).arrayBuffer())

/** How many pixels differ from the background within a part of a picture. */
function inkOf(bytes: Uint8Array): { width: number; height: number; ink: number } {
  const [width, height] = [new DataView(bytes.buffer).getUint32(16), new DataView(bytes.buffer).getUint32(20)]
  const shown = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/></svg>`
  const { pixels } = new Resvg(shown).render()
  let ink = 0
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at] !== pixels[0] || pixels[at + 1] !== pixels[1] || pixels[at + 2] !== pixels[2]) ink++
  return { width, height, ink }
}

test('a chart is drawn as SVG, in a theme and size, and known again by what it shows', async () => {
  const first = await render(chart)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(first.text).toMatch(/^<svg.*north.*aria-roledescription="bar"/s)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  const again = await render(chart, '', { 'if-none-match': `W/"x", ${etag}` })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  const dark = await render(chart, '?theme=dark&width=300&height=200&title=true', { 'if-none-match': etag })
  expect(dark.text).toMatch(/width="300" height="200".*Revenue by region/s)
  await server.request(`PUT /analytics/charts/${chart}`, {
    as: server.owner.key,
    body: { spec: { ...spec, mark: { type: 'bar', color: '#ff0000' } }, cache_seconds: 60 },
  })
  const changed = await render(chart, '', { 'if-none-match': etag })
  expect([changed.status, changed.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
})

test('a PNG has its text, at the scale asked for', async () => {
  const table = await server.chart({ spec: null, title: 'Words' })
  const { width, height, ink } = inkOf(await png(table, '?format=png&width=320&height=160&scale=2'))
  expect([width, height]).toEqual([640, 320])
  // A table is text and two thin lines: without a font next to nothing would be there.
  expect(ink).toBeGreaterThan(3_000)
  expect((await render(table, '', { accept: 'image/png' })).headers.get('content-type')).toBe('image/png')
})

test('a chart that cannot be drawn is a picture that says so, and a 422 for programs', async () => {
  const id = await server.staleChart({
    spec: { mark: { type: 'bar' }, encoding: { x: { field: 'absent', type: 'nominal' }, y: { field: 'revenue', type: 'quantitative' } } },
  })
  const shown = await render(id)
  expect([shown.status, shown.headers.get('x-chart-error'), shown.headers.get('etag'), shown.headers.get('cache-control')]).toEqual([
    200,
    'chart_not_drawable',
    null,
    'no-store',
  ])
  expect(shown.text).toContain('cannot be shown')
  const told = await render(id, '', { accept: 'application/json' })
  expect([told.status, told.body.error.code]).toEqual([422, 'chart_not_drawable'])
  expect(told.body.error.message).toContain('the result has no column "absent"')
})

test('more pixels than are drawn are refused, and so is who may not see the chart', async () => {
  expect((await render(chart, '?format=png&width=4000&height=4000&scale=4')).body.error.param).toBe('width')
  expect((await render(chart, '?theme=pink')).status).toBe(422)
  const other = await server.account()
  expect((await render(chart, '', {}, other.key)).status).toBe(404)
})
