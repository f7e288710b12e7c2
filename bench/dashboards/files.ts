import { TABLE_FORMATS } from '#domain/query/table-file.ts'
import { forgetPeak, residentMb } from '../processes.ts'
import { sized } from '../smoke.ts'
import { deploy } from './deployment.ts'
import type { Figure } from './run.ts'

const MOST_MB = 100

/** All rows of a chart as each kind of file: what the server holds beyond what it held before, the time to the first byte and to the last. */
export async function measureFiles(rows: number): Promise<Figure[]> {
  const deployment = await deploy(rows)
  const { done, open, server } = deployment
  try {
    const sql = 'select id, country, region, product, day, amount from orders'
    const { id } = await done('POST', '/analytics/charts', { title: 'Orders', datasource_id: deployment.source, chart_type: 'table', query: { sql } })
    const figures: Figure[] = []
    for (const format of TABLE_FORMATS) {
      await new Promise((resolve) => setTimeout(resolve, sized(1_000, 0)))
      forgetPeak(server.pid)
      const base = residentMb(server.pid)
      const began = performance.now()
      const response = await open(`/analytics/charts/${id}/export?format=${format}`)
      if (!response.ok || !response.body) throw new Error(`${format}: ${response.status} ${await response.text()}`)
      let [bytes, firstMs, last] = [0, 0, new Uint8Array()]
      for await (const part of response.body) {
        firstMs ||= performance.now() - began
        bytes += part.length
        last = part
      }
      const seconds = (performance.now() - began) / 1000
      if (bytes === 0 || last.length === 0) throw new Error(`${format}: nothing came`)
      const over = residentMb(server.pid, true) - base
      figures.push({
        what: `${rows} rows over HTTP as ${format}: memory over base, with its query runners`,
        figure: `${over.toFixed(0)} MB (first byte ${firstMs.toFixed(0)} ms, ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB)`,
        goal: `${MOST_MB} MB`,
        isMet: over <= MOST_MB,
      })
    }
    return figures
  } finally {
    await deployment.stop()
  }
}
