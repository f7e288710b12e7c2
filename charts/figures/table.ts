import type { Drawable, DrawOptions } from '../chart.ts'
import { isNumeric, titleOf } from '../rows.ts'
import type { Theme } from '../theme.ts'
import { chartWords } from '../words.ts'
import type { Figure, FigureSize } from './figure.ts'
import { drawGrid } from './grid.ts'
import { cellText, numberFormat } from './number-format.ts'

const MOST_ROWS = 200

/** The rows as they are, as many as there is room for. */
export function drawTable(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure {
  const format = numberFormat(undefined, options.locale)
  const isPlain = chart.columns.map((column) => isNumeric(column) && !/(?:^|_)(?:id|year|code)$/i.test(column.name))
  const rows = chart.rows.slice(0, MOST_ROWS).map((row) => chart.columns.map((_, at) => ({ text: cellText(row[at], isPlain[at] === true, format) })))
  const grid = {
    columns: chart.columns.map((column) => ({ title: titleOf(column), isNumber: isNumeric(column) })),
    rows,
    left: chart.rows.length - rows.length,
    notes: chart.truncated ? [chartWords(options.locale).truncated] : [],
  }
  return drawGrid(grid, theme, { ...options, title: options.title ?? chart.spec?.title })
}
