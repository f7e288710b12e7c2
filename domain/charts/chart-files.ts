import { z } from 'zod'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { streamRows } from '../query/row-stream.ts'
import { runDataQuery } from '../query/run-query.ts'
import { TABLE_FORMATS, TABLE_TYPES, type TableFormat } from '../query/table-file.ts'
import { type AskedOfChart, CHART_FILTERS_PARAMETER, filteredQuestion } from './filters/chart-filters.ts'
import { authorityOver, findChart } from './reached-charts.ts'
import { refuseDisabled } from './switches.ts'

export const ExportQuery = z.object({ format: z.enum([...TABLE_FORMATS, 'json']).default('csv'), filters: CHART_FILTERS_PARAMETER })

/** A file that is written while it is read. */
export type ChartFile = { filename: string; type: string; bytes: AsyncIterable<Uint8Array> }

/**
 * All rows a chart has for its viewer, as a file: up to the operator's row limit, never all in memory. Guests need a token with `can_export`.
 * Fails as `readChartData` does before the first byte; what breaks later breaks the file off.
 */
export async function exportChart(ctx: Context, id: string, format: TableFormat | 'json', { filters }: Pick<AskedOfChart, 'filters'> = {}): Promise<ChartFile> {
  const found = await findChart(ctx, id)
  if (ctx.actor.type === 'guest' && !ctx.actor.claims.permissions.can_export) throw new Failure('forbidden', 'this guest token does not allow exports')
  refuseDisabled('chart', found.chart)
  const { query, narrowed } = await filteredQuestion(ctx, found, filters)
  const authority = await authorityOver(ctx, found, narrowed.length > 0 || query !== found.chart.query)
  const { datasource_id, title } = found.chart
  const { columns, rows } = await streamRows((sink, signal) => runDataQuery(ctx, datasource_id, query, { authority, narrowed, sink, signal }))
  const filename = `${fileNameOf(title)}.${format}`
  if (format !== 'json') return { filename, type: TABLE_TYPES[format], bytes: ctx.ports.tableFiles.write(format, columns, rows) }
  return { filename, type: 'application/json; charset=utf-8', bytes: jsonArray(ctx.ports.tableFiles.write('ndjson', columns, rows)) }
}

const BACKSLASH = /[\\/:*?"<>|\p{Cc}]+/gu
/** A title as a file may be named on every system. */
export const fileNameOf = (title: string): string =>
  title
    .replace(BACKSLASH, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120) || 'chart'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Lines of JSON as the members of one array. */
async function* jsonArray(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let separator = '[\n'
  for await (const part of lines) {
    yield encoder.encode(separator + decoder.decode(part).trimEnd().replaceAll('\n', ',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}
