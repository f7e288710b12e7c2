import type { ChartSpec } from '#charts/chart.ts'

/** What a spec would call if it could: a server that counts who comes. */
type Lure = (url: string) => unknown

const plain = { mark: 'bar', encoding: { x: { field: 'a', type: 'nominal' }, y: { field: 'b', type: 'quantitative' } } }
const { encoding } = plain

/** Members that fetch, link, compute or run, and what they are given. */
const MEMBERS: [string, Lure][] = [
  ['data', (url) => ({ url })],
  ['data', (url) => ({ url, format: { type: 'csv' } })],
  ['data', () => ({ sequence: { start: 0, stop: 1e8 } })],
  ['data', () => ({ values: [{ a: 1 }] })],
  ['datasets', (url) => ({ x: url })],
  ['params', () => [{ name: 'p', expr: 'window.top' }]],
  ['params', () => [{ name: 'p', select: 'point' }]],
  ['signals', () => [{ name: 's', update: '1' }]],
  ['usermeta', (url) => ({ embedOptions: { loader: url } })],
  ['config', () => ({ customFormatTypes: true })],
  ['projection', () => ({ type: 'mercator' })],
  ['selection', () => ({ s: { type: 'single' } })],
  ['transform', (url) => [{ lookup: 'a', from: { data: { url }, key: 'a' } }]],
  ['transform', () => [{ calculate: "constructor.constructor('return process')()", as: 'b' }]],
  ['transform', () => [{ filter: 'while(true){}' }]],
  ['transform', () => [{ flatten: ['a'] }]],
  ['hconcat', (url) => [{ data: { url }, ...plain }]],
  ['vconcat', () => [plain]],
  ['concat', () => [plain]],
  ['repeat', () => ['a', 'b']],
  ['spec', (url) => ({ data: { url }, ...plain })],
  ['__proto__x', () => ({ polluted: true })],
  ['autosize', () => ({ type: { signal: 's' } })],
  ['background', () => ({ expr: "'red'" })],
  ['view', (url) => ({ fill: { expr: `'url(${url})'` } })],
  ['padding', () => ({ signal: 's' })],
  ['loader', (url) => ({ baseURL: url })],
  ['marks', () => [{ type: 'image' }]],
  ['scales', () => [{ name: 'x', domain: { data: 'd' } }]],
  ['projections', () => [{ name: 'p', type: 'mercator' }]],
]
const CHANNELS: [string, Lure][] = [
  ['href', (url) => ({ value: url })],
  ['href', () => ({ field: 'a' })],
  ['href', () => ({ value: 'javascript:alert(1)' })],
  ['url', (url) => ({ value: url })],
  ['latitude', () => ({ field: 'a' })],
  ['longitude', () => ({ field: 'a' })],
  ['key', () => ({ field: 'a' })],
  ['description', () => ({ field: 'a' })],
]
/** In a channel. */
const PARTS: [string, Lure][] = [
  ['condition', () => ({ test: "datum.a === 'x'", value: 'red' })],
  ['axis', () => ({ labelExpr: 'datum.label' })],
  ['axis', () => ({ encode: { labels: { update: { text: { signal: 'datum' } } } } })],
  ['axis', (url) => ({ labelFont: `x; src: url(${url})` })],
  ['axis', () => ({ labelColor: { expr: "'red'" } })],
  ['axis', () => ({ values: { signal: 's' } })],
  ['legend', () => ({ encode: {} })],
  ['scale', () => ({ domain: { signal: 's' } })],
  ['scale', () => ({ domain: { data: 'x', field: 'a' } })],
  ['scale', (url) => ({ range: [`url(${url})`] })],
  ['scale', () => ({ domainRaw: { signal: 's' } })],
  ['scale', () => ({ bins: { signal: 's' } })],
  ['bin', () => ({ signal: 's' })],
  ['bin', () => ({ extent: { param: 'p' } })],
  ['formatType', () => 'evil'],
  ['title', () => ({ signal: 's' })],
  ['sort', () => ({ field: { repeat: 'row' } })],
  ['field', () => ({ repeat: 'row' })],
  ['impute', () => ({ value: 0 })],
  ['timeUnit', () => ({ unit: 'year', expr: '1' })],
]
const MARKS: Lure[] = [
  () => 'image',
  () => 'geoshape',
  (url) => ({ type: 'image', url }),
  (url) => ({ type: 'bar', href: url }),
  () => ({ type: 'bar', href: 'javascript:alert(document.domain)' }),
  (url) => ({ type: 'bar', url }),
  (url) => ({ type: 'bar', color: `url(${url})` }),
  (url) => ({ type: 'bar', fill: { gradient: 'linear', stops: [{ offset: 0, color: `url(${url})` }] } }),
  () => ({ type: 'bar', color: { expr: "'red'" } }),
  () => ({ type: 'bar', tooltip: { signal: 'datum' } }),
  () => ({ type: 'bar', tooltip: { expr: 'datum' } }),
  () => ({ type: 'text', text: { expr: 'datum' } }),
  () => ({ type: 'point', shape: { expr: "'circle'" } }),
  () => ({ type: 'bar', style: 'x' }),
  () => ({ type: 'bar', cursor: 'url(http://x)' }),
  () => ({ type: 'bar', aria: { expr: '1' } }),
  () => ({ type: { signal: 's' } }),
  () => ({ type: 'bar', stroke: 'expression(alert(1))' }),
]

/** Specs that try to reach out, each with an address that counts who comes. */
export function hostileSpecs(url: string): { name: string; spec: ChartSpec }[] {
  const made: { name: string; spec: unknown }[] = []
  const add = (name: string, spec: unknown) => made.push({ name, spec })
  for (const [key, lure] of MEMBERS) {
    add(`${key} in the spec`, { ...plain, [key]: lure(url) })
    if (!['concat', 'hconcat', 'vconcat', 'repeat', 'spec'].includes(key)) add(`${key} in a layer`, { encoding, layer: [{ mark: 'bar', [key]: lure(url) }] })
  }
  for (const [key, lure] of CHANNELS) {
    add(`channel ${key}`, { ...plain, encoding: { ...encoding, [key]: lure(url) } })
    add(`channel ${key} in a layer`, { layer: [{ mark: 'bar', encoding: { ...encoding, [key]: lure(url) } }] })
  }
  for (const [key, lure] of PARTS) {
    for (const channel of ['x', 'color', 'tooltip']) {
      if (channel === 'tooltip' && ['axis', 'legend', 'scale', 'sort', 'impute'].includes(key)) continue
      add(`${key} of ${channel}: ${JSON.stringify(lure(''))}`, { ...plain, encoding: { ...encoding, [channel]: { ...encoding.x, [key]: lure(url) } } })
    }
  }
  for (const lure of MARKS) {
    add(`mark ${JSON.stringify(lure(''))}`, { ...plain, mark: lure(url) })
    add(`mark ${JSON.stringify(lure(''))} in a layer`, { encoding, layer: [{ mark: lure(url) }] })
  }
  return made as { name: string; spec: ChartSpec }[]
}
