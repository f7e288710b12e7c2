import { z } from 'zod'
import type { ThemeChoice } from '#charts/chart.ts'
import type { Context } from '../context.ts'
import { deploymentOf } from '../deployment/effective.ts'
import { Failure } from '../failure.ts'
import { type ChartData, getChart, readChartData } from './chart-data.ts'
import type { Chart } from './chart-shape.ts'
import type { Picture, PictureOptions } from './drawer.ts'
import { AS_OF_PARAMETER, type AskedOfChart, CHART_FILTERS_PARAMETER } from './filters/chart-filters.ts'

export const MOST_PIXELS = 25_000_000
/** Grows with every change of how charts are drawn, so that no picture of before is taken for one of now. */
export const ENGINE = 2

export const RenderQuery = z.object({
  format: z.enum(['svg', 'png']).optional().meta({ description: 'What `Accept` asks for when absent, else `svg`' }),
  theme: z.enum(['light', 'dark']).default('light'),
  width: z.coerce.number().int().min(80).max(4000).default(640).meta({ description: 'Pixels' }),
  height: z.coerce.number().int().min(60).max(4000).default(360).meta({ description: 'Pixels' }),
  scale: z.coerce.number().min(0.5).max(4).default(2).meta({ description: 'Pixels of a PNG for each of the picture' }),
  title: z.enum(['true', 'false']).default('false').meta({ description: "Whether the chart's title is drawn above it" }),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/)
    .optional()
    .meta({ description: 'A BCP 47 tag: how numbers and dates are written; German words beside them with `de`, else English' }),
})
export type RenderQuery = z.infer<typeof RenderQuery>

/** A picture as it is asked for over HTTP. */
export const ChartPictureQuery = RenderQuery.extend({ filters: CHART_FILTERS_PARAMETER, as_of: AS_OF_PARAMETER })

/** A picture as it is answered; `picture` is null when the caller has the one of this `etag`. */
export type Rendered = { etag: string; picture: Picture | null; error: Failure | null; cacheSeconds: number }

/**
 * The picture of a chart over the rows its viewer may see. Its `etag` is that of all it shows, rows included, so that a picture is shared
 * only by viewers of the same rows. A chart that cannot be drawn is answered by a picture that says so, with the failure beside it.
 * Fails as `readChartData` does, and with `invalid` for more pixels than are drawn.
 */
export async function renderChart(
  ctx: Context,
  id: string,
  query: RenderQuery & AskedOfChart & { format: 'svg' | 'png' },
  known: readonly string[],
): Promise<Rendered> {
  const pixels = query.width * query.height * (query.format === 'png' ? query.scale ** 2 : 1)
  if (pixels > MOST_PIXELS) throw new Failure('invalid', `a picture has at most ${MOST_PIXELS} pixels`, { param: 'width' })
  const chart = await getChart(ctx, id)
  const data = await readChartData(ctx, id, query)
  const options = await pictureOptions(ctx, query, query.title === 'true' ? chart.title : null)
  const etag = await digestOf([ENGINE, chart.chart_type, chart.spec, data.columns, data.rows, data.truncated, options])
  const cacheSeconds = chart.cache_seconds
  if (known.includes(etag)) return { etag, picture: null, error: null, cacheSeconds }
  try {
    return { etag, picture: await ctx.ports.charts.draw(drawableOf(chart, data), options, etag), error: null, cacheSeconds }
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'chart_not_drawable')) throw error
    return { etag, picture: await ctx.ports.charts.drawError(error.message, options), error, cacheSeconds: 0 }
  }
}

/** What a picture is drawn with: what the caller asked for, in the deployment's colours. */
export async function pictureOptions(
  ctx: Pick<Context, 'db' | 'settings'>,
  query: RenderQuery & { format: 'svg' | 'png' },
  title: string | null,
): Promise<PictureOptions> {
  const { format, width, height, locale } = query
  return { format, width, height, locale, title, scale: format === 'png' ? query.scale : 1, theme: await themeChoice(ctx, query.theme) }
}

/** A theme with the deployment's own colours and font. */
export async function themeChoice(ctx: Pick<Context, 'db' | 'settings'>, mode: 'light' | 'dark'): Promise<ThemeChoice> {
  const { 'theme.font': font, 'theme.series': series, 'theme.colors': light, 'theme.dark_colors': dark } = await deploymentOf(ctx)
  return { mode, ...(font === null ? {} : { font }), series, colors: mode === 'dark' ? dark : light }
}

/** The same for a page that draws charts itself: a theme for each mode. */
export const lookOfCharts = async (ctx: Pick<Context, 'db' | 'settings'>): Promise<Record<'light' | 'dark', ThemeChoice>> => ({
  light: await themeChoice(ctx, 'light'),
  dark: await themeChoice(ctx, 'dark'),
})

/** A chart with its rows, as the engine takes them. */
export const drawableOf = (
  { chart_type, spec }: Pick<Chart, 'chart_type' | 'spec'>,
  { columns, rows, truncated }: Pick<ChartData, 'columns' | 'rows' | 'truncated'>,
) => ({
  chart_type,
  spec,
  columns,
  rows,
  truncated,
})

/** Equal for what is equal as JSON. */
export async function digestOf(shown: unknown): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(shown))))
  return [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
