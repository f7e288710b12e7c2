import { getChart, readChartData } from '../../charts/chart-data.ts'
import { exportChart, fileNameOf } from '../../charts/chart-files.ts'
import { openDashboard } from '../../charts/dashboard-data.ts'
import { partsOf } from '../../charts/dashboards.ts'
import { isChartTile } from '../../charts/layout/tile.ts'
import { RenderQuery, renderChart } from '../../charts/render.ts'
import { Failure } from '../../failure.ts'
import type { RunFile, Task, Work } from '../task.ts'

/** What the files of a run may come to; a run is kept in the database. */
const MOST_BYTES = 20_000_000
const MOST_CHARTS = 30

/** All rows of a chart as a file of the run. */
export const workExport: Work<'export'> = async (task) => {
  const { chart_id, format } = task.payload
  const file = await exported(task, chart_id, format, MOST_BYTES)
  await task.log(`${file.name} is written`)
  return { result: { chart_id, file: file.name, bytes: file.bytes.byteLength }, files: [file] }
}

/** A chart, or each chart of a dashboard, as picture and rows. A chart that fails is told; only when all do, the run fails. */
export const workSubscription: Work<'subscription'> = async (task) => {
  const { ctx, payload } = task
  const ids = payload.chart_id ? [payload.chart_id] : await chartsOf(task, payload.dashboard_id ?? '')
  const files: RunFile[] = []
  let failed = 0
  let last: Failure | null = null
  for (const [index, id] of ids.entries()) {
    try {
      const left = () => MOST_BYTES - files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
      const { title } = await getChart(ctx, id)
      if (payload.formats.includes('png')) files.push(unlike(files, { name: `${fileNameOf(title)}.png`, type: 'image/png', bytes: await picture(task, id) }))
      if (payload.formats.includes('csv')) files.push(unlike(files, await exported(task, id, 'csv', left())))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed += 1
      last = error
      await task.log(`${id}: ${error.message}`, 'warn')
    }
    await task.progress(index + 1, ids.length)
  }
  if (last && failed === ids.length) throw last
  const lines = files.map(({ name }) => `• ${name}`)
  return {
    result: { charts: ids.length, failed, files: files.length },
    files,
    notice: {
      event: 'subscription.sent',
      subject: task.job.name,
      text: [...lines, ...(failed ? [`${failed} of ${ids.length} could not be read`] : [])].join('\n'),
    },
  }
}

async function chartsOf({ ctx }: Pick<Task, 'ctx'>, id: string): Promise<string[]> {
  const { dashboard } = await openDashboard(ctx, id, {})
  const ids = [
    ...new Set(
      partsOf(dashboard)
        .layout.filter(isChartTile)
        .map(({ chart_id }) => chart_id),
    ),
  ]
  if (ids.length > MOST_CHARTS)
    throw new Failure('invalid', `a subscription sends at most ${MOST_CHARTS} charts`, { hint: 'subscribe to its charts one by one' })
  return ids
}

/** Drawn as large as a mail shows it. */
async function picture({ ctx, payload }: Task<'subscription'>, id: string): Promise<Uint8Array> {
  await readChartData(ctx, id, { isAnew: true })
  const query = { ...RenderQuery.parse({ theme: payload.theme, title: 'true', width: 720, height: 420 }), format: 'png' as const }
  const { picture: drawn, error } = await renderChart(ctx, id, query, [])
  if (error || !drawn) throw error ?? new Failure('chart_not_drawable', 'the chart could not be drawn')
  return drawn.bytes
}

async function exported(
  { ctx, signal }: Pick<Task, 'ctx' | 'signal'>,
  id: string,
  format: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet',
  most: number,
): Promise<RunFile> {
  const { filename, type, bytes } = await exportChart(ctx, id, format)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    signal.throwIfAborted()
    parts.push(part.slice())
    size += part.byteLength
    if (size > most)
      throw new Failure('payload_too_large', `the files of a run come to ${MOST_BYTES / 1_000_000} MB at most`, { hint: 'filter or group the rows' })
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return { name: filename, type, bytes: whole }
}

/** Two charts may bear one title. */
function unlike(files: readonly RunFile[], file: RunFile): RunFile {
  const [, stem = file.name, ending = ''] = /^(.*)(\.[^.]+)$/.exec(file.name) ?? []
  let name = file.name
  for (let number = 2; files.some((other) => other.name === name); number += 1) name = `${stem} ${number}${ending}`
  return { ...file, name }
}
