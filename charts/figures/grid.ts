import type { DrawOptions } from '../chart.ts'
import { element, picture, textElement } from '../svg.ts'
import { fitted, textWidth } from '../text-width.ts'
import type { Theme } from '../theme.ts'
import { chartWords } from '../words.ts'
import type { Figure, FigureSize } from './figure.ts'
import { numberFormat } from './number-format.ts'

export type GridColumn = { title: string; isNumber: boolean }
/** Cells as text; `tint` from 0 to 1 shades a cell by how large its figure is. */
export type Grid = { columns: GridColumn[]; rows: { text: string; tint?: number }[][]; left: number; notes: string[] }

const [ROW, HEAD, MARGIN, GAP, SIZE] = [26, 30, 16, 16, 12]

/** Rows and columns as many as there is room for; what there is no room for is counted below. */
export function drawGrid({ columns, rows, left, notes }: Grid, theme: Theme, { width, height, title, locale }: DrawOptions & FigureSize): Figure {
  const words = chartWords(locale)
  const counted = numberFormat(',', locale)
  const top = title ? 44 : MARGIN
  const fitting = Math.max(1, Math.floor((height - top - HEAD - 28) / ROW))
  const shown = rows.slice(0, fitting)
  const wanted = columns.map((column, at) =>
    Math.min(240, Math.max(36, textWidth(column.title, SIZE, true), ...shown.map((row) => textWidth(row[at]?.text ?? '', SIZE))) + GAP),
  )
  const { widths, dropped } = fittedWidths(wanted, width - 2 * MARGIN)
  const starts = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((sum, one) => sum + one, 0))
  const cell = (text: string, at: number, y: number, facts: Record<string, string | number | undefined>) => {
    const [start = 0, room = 0] = [starts[at], widths[at]]
    const isNumber = columns[at]?.isNumber === true
    const x = isNumber ? start + room - GAP / 2 : start + GAP / 2
    return textElement(
      { x, y, 'font-size': SIZE, 'text-anchor': isNumber ? 'end' : undefined, ...facts },
      fitted(text, room - GAP, SIZE, facts['font-weight'] === 600),
    )
  }
  const body = shown.flatMap((row, index) => {
    const y = top + HEAD + index * ROW
    const tints = widths.map((room, at) => {
      const tint = row[at]?.tint
      return tint === undefined
        ? ''
        : element('rect', { x: starts[at], y, width: room, height: ROW, fill: theme.series[0], 'fill-opacity': 0.06 + tint * 0.34 })
    })
    const cells = widths.map((_, at) => cell(row[at]?.text ?? '', at, y + 17, { fill: theme.text, 'data-row': index }))
    return [...tints, ...cells, element('line', { x1: MARGIN, x2: width - MARGIN, y1: y + ROW, y2: y + ROW, stroke: theme.grid })]
  })
  const more = left + rows.length - shown.length
  const said = [...(more > 0 ? [words.moreRows(counted(more))] : []), ...(dropped > 0 ? [words.moreColumns(counted(dropped))] : []), ...notes]
  return {
    notes: said,
    svg: picture(
      { width, height, background: theme.background, label: title ?? words.tableOf(counted(rows.length + left)), font: theme.font },
      title ? textElement({ x: MARGIN, y: 28, 'font-size': 14, 'font-weight': 600, fill: theme.text }, fitted(title, width - 2 * MARGIN, 14, true)) : '',
      ...widths.map((_, at) => cell(columns[at]?.title ?? '', at, top + 19, { fill: theme.muted, 'font-weight': 600 })),
      element('line', { x1: MARGIN, x2: width - MARGIN, y1: top + HEAD, y2: top + HEAD, stroke: theme.line }),
      ...body,
      said.length > 0 ? textElement({ x: MARGIN, y: height - 10, 'font-size': 11, fill: theme.muted }, fitted(said.join(' · '), width - 2 * MARGIN, 11)) : '',
    ),
  }
}

/** Columns at the width they want, narrower where they are too many, and the last left out where they would be too narrow to read. */
function fittedWidths(wanted: number[], room: number): { widths: number[]; dropped: number } {
  const count = Math.max(1, Math.min(wanted.length, Math.floor(room / 64)))
  const widths = wanted.slice(0, count)
  const sum = widths.reduce((total, one) => total + one, 0)
  return { widths: widths.map((one) => (one * room) / Math.max(1, sum)), dropped: wanted.length - count }
}
