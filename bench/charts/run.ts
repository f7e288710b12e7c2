/**
 * CPU of drawing 500 points as SVG on Node, and the memory that files of 1,000,000 rows take beyond what the process held before. V8's young generation, which every
 * process grows once by its own policy (up to three times 64 MB here) whatever a file needs, is held at 16 MB (package.json); `bench:dashboards -- files` measures a
 * running service without that.
 *
 *   npm run bench:charts            # -- --smoke: 20 pictures, 20,000 rows
 */
import type { Drawable } from '#charts/chart.ts'
import { drawSvg } from '#charts/draw-svg.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import { TABLE_FORMATS } from '#domain/query/table-file.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

const isSmoke = process.argv.includes('--smoke')
const [pictures, rows] = isSmoke ? [2, 2_000] : [100, 1_000_000]
const MOST_CPU_MS = 30
const MOST_MEGABYTES = 100
const PART = 500

const columns = [
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'region', type: 'text', label: 'Region' },
  { name: 'revenue', type: 'number', label: 'Revenue' },
]
const day = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
const points = Array.from({ length: 500 }, (_, at) => [day(at), ['North', 'South', 'East', 'West'][at % 4] ?? '', (at * 7919) % 1000])
const charts: Record<string, Drawable> = {
  bars: {
    chart_type: 'bar',
    columns,
    rows: points,
    spec: { mark: 'bar', encoding: { x: { field: 'day', type: 'temporal' }, y: { field: 'revenue', type: 'quantitative' } } },
  },
  lines: {
    chart_type: 'line',
    columns,
    rows: points,
    spec: {
      mark: 'line',
      encoding: { x: { field: 'day', type: 'temporal' }, y: { field: 'revenue', type: 'quantitative' }, color: { field: 'region', type: 'nominal' } },
    },
  },
}

const faults: string[] = []
const told: Record<string, string>[] = []
// Files come first: a heap that pictures have made large would hide what files need.
const facts = { role: 'dimension', unit: null, grain: null, aggregate: null, table: 't', column: null } as const
const kept: QueryColumn[] = (['integer', 'text', 'number', 'timestamp'] as const).map((type) => ({ ...facts, name: type, label: type, type }))

async function* made(): AsyncGenerator<JsonValue[][]> {
  for (let at = 0; at < rows; at += PART) {
    // Readers that never wait would keep the collector from its work.
    await new Promise((resolve) => setImmediate(resolve))
    yield Array.from({ length: PART }, (_, index) => [at + index, `name ${at + index}`, (at + index) / 4, `${day((at + index) % 3000)}T12:00:00.000Z`])
  }
}

for (const format of TABLE_FORMATS) {
  globalThis.gc?.()
  const base = process.memoryUsage.rss()
  let [peak, bytes] = [base, 0]
  const began = performance.now()
  for await (const part of tableWriter.write(format, kept, made())) {
    bytes += part.length
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const over = (peak - base) / 1_000_000
  const seconds = (performance.now() - began) / 1000
  told.push({
    what: `${rows} rows as ${format}`,
    figure: `${over.toFixed(0)} MB over base, ${seconds.toFixed(1)} s, file ${(bytes / 1_000_000).toFixed(0)} MB`,
    limit: `${MOST_MEGABYTES} MB`,
  })
  if (!isSmoke && over > MOST_MEGABYTES) faults.push(`${format}: ${over.toFixed(0)} MB`)
}

for (const [name, chart] of Object.entries(charts)) {
  for (let at = 0; at < (isSmoke ? 0 : 10); at++) await drawSvg(chart, { width: 720, height: 320 })
  const spent: number[] = []
  for (let at = 0; at < pictures; at++) {
    const before = process.cpuUsage()
    await drawSvg(chart, { width: 720, height: 320 })
    const { user, system } = process.cpuUsage(before)
    spent.push((user + system) / 1000)
  }
  const middle = spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)] ?? 0
  told.push({ what: `500 ${name} as SVG`, figure: `${middle.toFixed(1)} ms CPU p50`, limit: `${MOST_CPU_MS} ms` })
  if (!isSmoke && middle > MOST_CPU_MS) faults.push(`${name}: ${middle.toFixed(1)} ms`)
}
console.table(told)
console.log(faults.length > 0 ? `beyond the limit: ${faults.join(', ')}` : 'all within their limits')
process.exitCode = faults.length > 0 ? 1 : 0
