import * as vega from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import { type Drawable, DrawingError, type DrawOptions } from './chart.ts'
import { funnel, waterfall } from './computed.ts'
import { localeOf } from './locale.ts'
import { textWidth } from './text-width.ts'
import type { Theme } from './theme.ts'
import { type Composed, composeVegaLite } from './vega-lite-spec.ts'

type Metrics = { width: unknown; height(item: unknown): number }
/** Vega measures with a canvas where there is one and guesses elsewhere: with one table for all, a chart's layout is the same everywhere. */
const metrics = (vega as unknown as { textMetrics: Metrics }).textMetrics
metrics.width = (item: { text?: unknown; limit?: number; fontWeight?: unknown; fontSize?: number }, given?: unknown): number => {
  const text = given ?? item.text
  const size = item.fontSize ?? 11
  const isBold = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600
  const width = text === null || text === undefined ? 0 : Math.max(0, ...[text].flat().map((line) => textWidth(String(line), size, isBold)))
  return item.limit !== undefined && item.limit > 0 && given === undefined ? Math.min(item.limit, width) : width
}

const refuse = (): Promise<never> => Promise.reject(new DrawingError('a chart loads nothing and links nowhere'))

/** Loads nothing and lets no address pass, whatever a spec says. */
const closedLoader = { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} } as unknown as vega.Loader

const silent = vega.logger(vega.None)

export type Prepared = { spec: vega.Spec; composed: Composed }

/** A chart as the spec Vega runs. Fails with `DrawingError` when it cannot be drawn. */
export function prepare(chart: Drawable, theme: Theme, options: DrawOptions): Prepared {
  return drawable(() => {
    const shown =
      chart.chart_type === 'funnel' ? funnel(chart, options.locale) : chart.chart_type === 'waterfall' ? waterfall(chart, theme, options.locale) : chart
    const composed = composeVegaLite(shown, theme, options)
    const { spec } = compile(composed.spec as unknown as TopLevelSpec, { logger: silent })
    return { spec: { ...spec, config: { ...spec.config, locale: localeOf(options.locale) } } as vega.Spec, composed }
  })
}

/** The running form of a prepared chart. Its expressions are interpreted: none becomes code. */
export function viewOf({ spec }: Prepared, options: Partial<vega.ViewOptions> = {}): vega.View {
  return drawable(
    () => new vega.View(vega.parse(spec, undefined, { ast: true }), { expr: expressionInterpreter, loader: closedLoader, logger: silent, ...options }),
  )
}

/** What Vega itself cannot draw is a fault of the chart, told without its inner workings. */
export function drawable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asDrawingError(error)
  }
}

export function asDrawingError(error: unknown): DrawingError {
  if (error instanceof DrawingError) return error
  return new DrawingError('the chart cannot be drawn as its spec says', { cause: error })
}
