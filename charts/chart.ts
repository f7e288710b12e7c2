/** A value of a result, as it travels in JSON. */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell }

/** A column of a result: what a drawing needs to know of it. */
export type ChartColumn = {
  name: string
  label?: string
  type?: string
  unit?: string | null
  /** How its figures came about: sums and counts may be added up again. */
  aggregate?: string | null
}

export type ChartType =
  | 'kpi'
  | 'big_number'
  | 'table'
  | 'pivot'
  | 'bar'
  | 'line'
  | 'area'
  | 'pie'
  | 'scatter'
  | 'heatmap'
  | 'histogram'
  | 'boxplot'
  | 'combo'
  | 'funnel'
  | 'waterfall'
  | 'choropleth'
  | 'gauge'
  | 'progress'

export type FieldType = 'quantitative' | 'temporal' | 'ordinal' | 'nominal'

/** How a channel is scaled; a part of Vega-Lite's. */
export type ChannelScale = {
  domain?: (string | number | boolean | null)[] | undefined
  range?: (string | number)[] | undefined
  type?: string | undefined
  zero?: boolean | undefined
  nice?: boolean | undefined
  reverse?: boolean | undefined
  scheme?: string | undefined
}

/** One channel of an encoding: a column of the result, or a constant. */
export type Channel = {
  field?: string | undefined
  datum?: string | number | boolean | undefined
  value?: string | number | boolean | undefined
  type?: FieldType | undefined
  aggregate?: string | undefined
  timeUnit?: string | undefined
  bin?: boolean | { maxbins?: number | undefined; step?: number | undefined } | undefined
  title?: string | null | undefined
  sort?: unknown
  stack?: 'zero' | 'normalize' | 'center' | boolean | null | undefined
  scale?: ChannelScale | null | undefined
  axis?: Record<string, unknown> | null | undefined
  legend?: Record<string, unknown> | null | undefined
  format?: string | undefined
}
export type Encoding = Record<string, Channel | Channel[] | undefined>
export type Mark = string | ({ type: string } & Record<string, unknown>)

/** A layer: one mark over the same rows as the others. */
export type Layer = { mark: Mark; encoding?: Encoding | undefined }

/** How the columns of a result are drawn: the part of Vega-Lite that reaches nothing but the rows it is given. */
export type ChartSpec = {
  $schema?: string | undefined
  title?: string | undefined
  description?: string | undefined
  width?: number | 'container' | undefined
  height?: number | 'container' | undefined
  /** Keeps the series with the highest sums. */
  transform?: unknown[] | undefined
  mark?: Mark | undefined
  encoding?: Encoding | undefined
  layer?: Layer[] | undefined
  facet?: Channel | undefined
  columns?: number | undefined
  resolve?: { scale?: Record<string, 'shared' | 'independent' | undefined> | undefined } | undefined
}

/** A chart with the rows it shows. `rows` hold their cells in the order of `columns`. */
export type Drawable = {
  chart_type: ChartType
  spec: ChartSpec | null
  columns: readonly ChartColumn[]
  rows: readonly (readonly Cell[])[]
  /** Whether the result has more rows than these. */
  truncated?: boolean
}

export type ThemeMode = 'light' | 'dark'

/** A theme and what a deployment puts in the place of its own: colours as CSS writes them, the font's family. */
export type ThemeChoice = {
  mode?: ThemeMode
  font?: string | undefined
  colors?: Partial<Record<ThemeColor, string>> | undefined
  /** Colours of series, in their order. */
  series?: readonly string[] | undefined
}
export type ThemeColor = 'background' | 'text' | 'muted' | 'grid' | 'line' | 'accent' | 'good' | 'bad'

export type DrawOptions = {
  theme?: ThemeChoice | undefined
  /** Pixels; what is drawn is scaled to fit. */
  width?: number | undefined
  height?: number | undefined
  /** Drawn above the chart. */
  title?: string | null | undefined
  /** A BCP 47 tag: how numbers and dates are written, and in which language the words beside them. */
  locale?: string | undefined
}

/** A drawing that is left out, with the reason to tell: its columns cannot carry it, or it names what it may not. */
export class DrawingError extends Error {
  override name = 'DrawingError'
}
