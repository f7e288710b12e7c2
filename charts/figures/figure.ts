import type { Drawable, DrawOptions } from '../chart.ts'
import type { Theme } from '../theme.ts'
import { drawBigNumber } from './big-number.ts'
import { drawChoropleth } from './choropleth.ts'
import { drawGauge, drawProgress } from './gauge.ts'
import { drawPivot } from './pivot.ts'
import { drawTable } from './table.ts'

export type FigureSize = { width: number; height: number }
export type Figure = { svg: string; notes: string[] }
export type DrawsFigure = (chart: Drawable, theme: Theme, options: DrawOptions & FigureSize) => Figure | Promise<Figure>

/** What Vega has no mark for. */
const FIGURES: Partial<Record<Drawable['chart_type'], DrawsFigure>> = {
  kpi: drawBigNumber,
  big_number: drawBigNumber,
  gauge: drawGauge,
  progress: drawProgress,
  table: drawTable,
  pivot: drawPivot,
  choropleth: drawChoropleth,
}

/** Draws a table, a figure, a gauge or a map; `null` for charts that are marks in a plane. */
export function drawFigure(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure | Promise<Figure> | null {
  const draws = chart.spec === null ? drawTable : FIGURES[chart.chart_type]
  return draws ? draws(chart, theme, options) : null
}

/** Whether a chart is drawn without Vega. */
export const isFigure = ({ chart_type, spec }: Drawable): boolean => spec === null || FIGURES[chart_type] !== undefined
