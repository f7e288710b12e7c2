import type { View } from 'vega'
import type { Cell, ChartColumn, Drawable, DrawOptions, ThemeChoice } from './chart.ts'
import { drawSvg } from './draw-svg.ts'
import { asDrawingError, prepare, viewOf } from './engine.ts'
import { isFigure } from './figures/figure.ts'
import { type Selected, selectedBy } from './selection.ts'
import { themeOf } from './theme.ts'
import { createTooltip, type Tooltip } from './tooltip.ts'

export type { Selected } from './selection.ts'

export type MountOptions = DrawOptions & {
  /** Called with what the mark that was clicked stands for; with nothing when the click met none. */
  onSelect?: (selected: Selected, event: Event) => void
}

/** A chart that stands in a page. Every method but `finalize` settles when it is drawn, or fails with `DrawingError`. */
export type MountedChart = {
  /** What the picture leaves out. */
  readonly notes: readonly string[]
  setTheme(theme: ThemeChoice): Promise<void>
  setRows(rows: Drawable['rows'], columns?: readonly ChartColumn[]): Promise<void>
  resize(size: { width: number; height: number }): Promise<void>
  /** The picture as it stands, as SVG text. */
  toSvg(): Promise<string>
  finalize(): void
}

/**
 * Draws a chart into an element, which it fills, and lets a pointer ask it. Needs no `eval` and no inline style: a page with
 * `script-src 'self'; style-src 'self'` may hold it. Fails with `DrawingError` when it cannot be drawn.
 */
export async function mountChart(element: HTMLElement, chart: Drawable, options: MountOptions = {}): Promise<MountedChart> {
  let [current, chosen] = [chart, { ...sizeOf(element), ...defined(options) } as MountOptions]
  let view: View | null = null
  let notes: readonly string[] = []
  let isOver = false
  const tooltip = createTooltip(element.ownerDocument)

  async function draw(): Promise<void> {
    if (isOver) return
    view?.finalize()
    view = null
    tooltip.hide()
    if (isFigure(current) || current.rows.length === 0) notes = await drawStill(element, current, chosen)
    else ({ view, notes } = await drawView(element, current, chosen, tooltip))
  }

  await draw()
  return {
    get notes() {
      return notes
    },
    setTheme(theme) {
      chosen = { ...chosen, theme }
      return draw()
    },
    setRows(rows, columns = current.columns) {
      current = { ...current, rows, columns }
      return draw()
    },
    resize(size) {
      chosen = { ...chosen, ...size }
      return draw()
    },
    toSvg: async () => (await drawSvg(current, chosen)).svg,
    finalize() {
      isOver = true
      view?.finalize()
      tooltip.remove()
      element.replaceChildren()
    },
  }
}

const defined = (options: MountOptions): MountOptions => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function sizeOf(element: HTMLElement): { width?: number; height?: number } {
  const { clientWidth, clientHeight } = element
  return { ...(clientWidth > 0 ? { width: clientWidth } : {}), ...(clientHeight > 0 ? { height: clientHeight } : {}) }
}

async function drawView(element: HTMLElement, chart: Drawable, options: MountOptions, tooltip: Tooltip): Promise<{ view: View; notes: readonly string[] }> {
  const theme = themeOf(options.theme)
  const prepared = prepare(chart, theme, options)
  const place = element.ownerDocument.createElement('div')
  const view = viewOf(prepared, { renderer: 'svg', container: place, hover: true })
  view.tooltip((_handler, event, _item, value) => {
    if (value === null || value === undefined || value === '') tooltip.hide()
    else tooltip.show(value, event, theme)
  })
  if (options.onSelect) {
    view.addEventListener('click', (event, item) => options.onSelect?.(selectedBy(item?.datum, prepared.composed.uses), event as unknown as Event))
  }
  try {
    await view.runAsync()
  } catch (error) {
    view.finalize()
    throw asDrawingError(error)
  }
  element.replaceChildren(place)
  return { view, notes: prepared.composed.notes }
}

/** Tables and figures, which are pictures; a cell that is clicked stands for its row. */
async function drawStill(element: HTMLElement, chart: Drawable, options: MountOptions): Promise<readonly string[]> {
  const { svg, notes } = await drawSvg(chart, options)
  const page = element.ownerDocument
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const drawn = page.importNode(parsed, true)
  if (options.onSelect) {
    drawn.addEventListener('click', (event) => {
      const at = (event.target as Element | null)?.closest('[data-row]')?.getAttribute('data-row')
      options.onSelect?.(at === null || at === undefined || chart.chart_type === 'pivot' ? [] : rowSelected(chart, Number(at)), event)
    })
  }
  element.replaceChildren(drawn)
  return notes
}

const FIGURES = new Set(['integer', 'number', 'decimal'])

function rowSelected({ columns, rows }: Drawable, at: number): Selected {
  const row: readonly Cell[] = rows[at] ?? []
  return columns.flatMap(({ name, type }, index) => (FIGURES.has(type ?? '') ? [] : [{ column: name, value: row[index] ?? null }]))
}
