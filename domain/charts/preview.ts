import { z } from 'zod'
import { requireOwned } from '../access/owned-object.ts'
import { requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { orNull } from '../or-null.ts'
import { QueryColumn, QueryOutcome } from '../query/query-outcome.ts'
import { strict } from '../strict.ts'
import { ChartQuery } from './chart-shape.ts'
import { ChartSpec, ChartType } from './chart-spec.ts'
import { checkChart } from './check-chart.ts'
import { themeChoice } from './render.ts'

export const PreviewRequest = strict({
  datasource_id: z.string().min(1).max(64),
  query: ChartQuery,
  spec: ChartSpec.optional().meta({ description: 'Chosen by the result when absent' }),
  chart_type: ChartType.optional(),
  title: z.string().trim().max(200).optional().meta({ description: 'Drawn above the chart' }),
  theme: z.enum(['light', 'dark']).default('light'),
  width: z.int().min(80).max(2000).default(640),
  height: z.int().min(60).max(2000).default(360),
}).meta({
  id: 'ChartPreviewRequest',
  example: { datasource_id: exampleId('ds'), query: { sql: 'select Country, count(*) as customers from Customer group by 1' }, chart_type: 'bar' },
})

const { rows, row_count, truncated, duration_ms, sql } = QueryOutcome.shape
export const ChartPreview = z
  .object({
    chart_type: ChartType,
    spec: orNull(ChartSpec),
    suggested_types: z.array(ChartType).meta({ description: 'How else this result can be drawn; the usual way first' }),
    data: z.object({ columns: z.array(QueryColumn), rows, row_count, truncated, duration_ms, sql }),
    svg: z.string().meta({ description: 'The picture' }),
    notes: z.array(z.string()).meta({ description: 'What the picture leaves out or puts together' }),
  })
  .meta({ id: 'ChartPreview' })
export type ChartPreview = z.infer<typeof ChartPreview>

/**
 * A chart with its data and picture, of which nothing is stored. Needs `view` on the data source. Fails as storing the chart would, and also
 * where the source cannot be asked.
 */
export async function previewChart(ctx: Context, input: z.infer<typeof PreviewRequest>): Promise<ChartPreview> {
  requireUser(ctx)
  await requireOwned(ctx, 'datasource', input.datasource_id, 'view', 'datasource_id')
  const { outcome, ...drawn } = await checkChart(ctx, { ...input, spec: input.spec, chart_type: input.chart_type }, 'caller')
  if (!outcome) throw new Failure('datasource_unreachable', 'the data source cannot be asked now')
  const { columns, rows, row_count, truncated, duration_ms, sql } = outcome
  const { width, height, theme, title = null } = input
  const options = { format: 'svg' as const, scale: 1, width, height, title, theme: await themeChoice(ctx, theme) }
  const { bytes, notes } = await ctx.ports.charts.draw({ spec: drawn.spec, chart_type: drawn.chart_type, columns, rows, truncated }, options)
  return { ...drawn, data: { columns, rows, row_count, truncated, duration_ms, sql }, svg: new TextDecoder().decode(bytes), notes }
}
