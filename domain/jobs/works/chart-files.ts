import { getChart, readChartData } from '../../charts/chart-data.ts'
import { exportChart, fileNameOf } from '../../charts/chart-files.ts'
import type { ChartType } from '../../charts/chart-spec.ts'
import { type DashboardTileData, openDashboard, readDashboardData } from '../../charts/dashboard-data.ts'
import { digestOf, drawableOf, pictureOptions, RenderQuery, renderChart } from '../../charts/render.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { TABLE_TYPES } from '../../query/table-file.ts'
import type { RunFile, Task } from '../task.ts'

const MOST_CHARTS = 30

type Asked = Pick<Task<'subscription'>, 'ctx' | 'payload' | 'signal'>
type Making = { most: number; isAnew: boolean; failed(chartId: string, failure: Failure): Promise<void>; progress(done: number, total: number): Promise<void> }
export type ChartFiles = { files: RunFile[]; charts: number; failed: number }

/** A chart to be sent; each part fails with what its rows fail with. */
type Shown = { id: string; title(): Promise<string>; png(): Promise<Uint8Array>; csv(): Promise<AsyncIterable<Uint8Array>> }

/**
 * A chart, or each chart of a dashboard as it stands there, as picture and rows, as the caller sees them: up to `most` bytes. A chart that fails is told; only when
 * all do, it fails.
 */
export async function makeChartFiles(asked: Asked, { most, isAnew, failed: tell, progress }: Making): Promise<ChartFiles> {
  const { ctx, payload, signal } = asked
  const shown = payload.chart_id ? [alone(asked, payload.chart_id, isAnew)] : await onDashboard(ctx, payload, isAnew)
  const files: RunFile[] = []
  let failed = 0
  let last: Failure | null = null
  for (const [index, chart] of shown.entries()) {
    try {
      const left = () => most - files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
      const name = fileNameOf(await chart.title())
      if (payload.formats.includes('png')) files.push(unlike(files, { name: `${name}.png`, type: 'image/png', bytes: await chart.png() }))
      if (payload.formats.includes('csv'))
        files.push(unlike(files, { name: `${name}.csv`, type: TABLE_TYPES.csv, bytes: await whole(await chart.csv(), left(), signal) }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed += 1
      last = error
      await tell(chart.id, error)
    }
    await progress(index + 1, shown.length)
  }
  if (last && failed === shown.length) throw last
  return { files, charts: shown.length, failed }
}

/** Drawn as large as a mail shows it. */
const pictureQuery = (theme: 'light' | 'dark') => ({ ...RenderQuery.parse({ theme, title: 'true', width: 720, height: 420 }), format: 'png' as const })

const alone = ({ ctx, payload }: Asked, id: string, isAnew: boolean): Shown => ({
  id,
  title: async () => (await getChart(ctx, id)).title,
  async png() {
    if (isAnew) await readChartData(ctx, id, { isAnew })
    const { picture, error } = await renderChart(ctx, id, pictureQuery(payload.theme), [])
    if (error || !picture) throw error ?? new Failure('chart_not_drawable', 'the chart could not be drawn')
    return picture.bytes
  },
  csv: async () => (await exportChart(ctx, id, 'csv')).bytes,
})

/** What the tiles show, by the right with which the dashboard shows it: who sees a dashboard need not see its charts elsewhere. */
async function onDashboard(ctx: Context, { dashboard_id: id = '', theme }: Asked['payload'], isAnew: boolean): Promise<Shown[]> {
  const { found } = await openDashboard(ctx, id, {})
  if (found.size > MOST_CHARTS)
    throw new Failure('invalid', `a subscription sends at most ${MOST_CHARTS} charts`, { hint: 'subscribe to its charts one by one' })
  const { charts } = await readDashboardData(ctx, id, { isAnew })
  const first = new Map(charts.toReversed().map((tile) => [tile.chart_id, tile]))
  return charts.filter((tile) => first.get(tile.chart_id) === tile).map((tile) => onTile(ctx, tile, theme))
}

/** A tile's failure as a run's: a right that was lost, what another attempt does not mend, or what it may. */
const failureOf = (error: DashboardTileData['error']): Failure => {
  const code = (['not_found', 'forbidden'] as const).find((known) => known === error?.code) ?? (error?.code.startsWith('filter_') ? 'invalid' : 'query_failed')
  return new Failure(code, error?.message ?? 'the chart has no data')
}

function onTile(ctx: Context, tile: DashboardTileData, theme: 'light' | 'dark'): Shown {
  const { chart_id: id, data, error, title, spec } = tile
  const read = () => {
    if (!data) throw failureOf(error)
    return data
  }
  return {
    id,
    async title() {
      read()
      return title ?? ''
    },
    async png() {
      const rows = read()
      const chart = { chart_type: tile.chart_type as ChartType, spec }
      const options = await pictureOptions(ctx, pictureQuery(theme), title)
      return (await ctx.ports.charts.draw(drawableOf(chart, rows), options, await digestOf([chart, rows.columns, rows.rows, options]))).bytes
    },
    async csv() {
      const { columns, rows } = read()
      return ctx.ports.tableFiles.write('csv', columns, inOnePart(rows))
    },
  }
}

async function* inOnePart<T>(rows: T): AsyncGenerator<T> {
  yield rows
}

/** All of a file that is written while it is read. Fails with `payload_too_large` beyond `most` bytes. */
export async function whole(bytes: AsyncIterable<Uint8Array>, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    signal.throwIfAborted()
    parts.push(part.slice())
    size += part.byteLength
    if (size > most) throw new Failure('payload_too_large', 'the rows are more than one run or mail holds', { hint: 'filter or group the rows' })
  }
  const file = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.byteLength
  }
  return file
}

/** Two charts may bear one title. */
function unlike(files: readonly RunFile[], file: RunFile): RunFile {
  const [, stem = file.name, ending = ''] = /^(.*)(\.[^.]+)$/.exec(file.name) ?? []
  let name = file.name
  for (let number = 2; files.some((other) => other.name === name); number += 1) name = `${stem} ${number}${ending}`
  return { ...file, name }
}
