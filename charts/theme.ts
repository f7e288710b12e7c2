import { DrawingError, type ThemeChoice, type ThemeColor, type ThemeMode } from './chart.ts'

/** What everything is drawn with. */
export type Theme = { mode: ThemeMode; font: string; series: readonly string[]; ramp: readonly string[] } & Record<ThemeColor, string>

const FONT = 'Inter, system-ui, sans-serif'

const THEMES: Record<ThemeMode, Theme> = {
  light: {
    mode: 'light',
    font: FONT,
    background: '#ffffff',
    text: '#1f2430',
    muted: '#667085',
    grid: '#e6e8ee',
    line: '#d0d4de',
    accent: '#4f5bd5',
    good: '#0b7f6f',
    bad: '#b4374f',
    series: ['#4f5bd5', '#0e9f8e', '#e08a1e', '#c2417f', '#3b8fd9', '#7a8aa0', '#8a63d2', '#5a9e3d', '#c75b39', '#b59a2a'],
    ramp: ['#eceefb', '#c3c8f3', '#8f98e8', '#4f5bd5', '#2a3190'],
  },
  dark: {
    mode: 'dark',
    font: FONT,
    background: '#14171f',
    text: '#e7e9f0',
    muted: '#9aa3b5',
    grid: '#272c38',
    line: '#3a4152',
    accent: '#8b95f6',
    good: '#3cc9b5',
    bad: '#f2849b',
    series: ['#8b95f6', '#3cc9b5', '#f0ac55', '#e377a9', '#6bb3f0', '#93a1b5', '#b79cf0', '#8fcf72', '#ef9277', '#d9c25a'],
    ramp: ['#232845', '#3a4283', '#5c66c4', '#8b95f6', '#c9cefc'],
  },
}

/** No form of a colour that leads anywhere, as `url(…)` would. */
const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,32}|(?:rgb|hsl|oklch|lab|lch)a?\([\d.,%/ +-]{1,64}(?:deg)?[\d.,%/ +-]{0,64}\))$/i
const FONT_FAMILY = /^[\p{L}\p{N} ,'"_-]{1,200}$/u

/** Whether a text is a colour that may stand in a drawing. */
export const isColor = (text: string): boolean => COLOR.test(text)

/** The theme of a choice. Fails with `DrawingError` for a colour or font that is none. */
export function themeOf({ mode = 'light', font, colors = {}, series }: ThemeChoice = {}): Theme {
  const theme = { ...THEMES[mode] }
  for (const [name, color] of Object.entries(colors)) {
    if (color === undefined) continue
    if (!isColor(color)) throw new DrawingError(`theme.colors.${name}: not a colour`)
    theme[name as ThemeColor] = color
  }
  if (series?.length) {
    const wrong = series.find((color) => !isColor(color))
    if (wrong !== undefined) throw new DrawingError('theme.series: not a colour')
    theme.series = series
  }
  if (font !== undefined) {
    if (!FONT_FAMILY.test(font)) throw new DrawingError('theme.font: not the name of a font')
    theme.font = `${font}, ${FONT}`
  }
  return theme
}

/** The theme as Vega-Lite's config. */
export function vegaConfigOf(theme: Theme): Record<string, unknown> {
  const label = { labelColor: theme.muted, labelFont: theme.font, labelFontSize: 11, titleColor: theme.muted, titleFont: theme.font, titleFontSize: 11 }
  return {
    background: theme.background,
    font: theme.font,
    padding: 12,
    view: { stroke: null },
    mark: { color: theme.series[0], tooltip: true },
    bar: { fill: theme.series[0] },
    line: { strokeWidth: 2, strokeJoin: 'round', strokeCap: 'round' },
    trail: { fill: theme.series[0] },
    area: { fillOpacity: 0.72, line: false },
    point: { filled: true, size: 36 },
    arc: { stroke: theme.background, strokeWidth: 1 },
    rule: { color: theme.muted, strokeWidth: 1.5 },
    text: { color: theme.text, font: theme.font, fontSize: 11 },
    tick: { color: theme.series[0] },
    boxplot: { size: 22, median: { color: theme.background }, rule: { color: theme.muted } },
    axis: {
      ...label,
      titleFontWeight: 500,
      titlePadding: 8,
      labelLimit: 160,
      labelPadding: 6,
      domainColor: theme.line,
      tickColor: theme.line,
      gridColor: theme.grid,
      gridDash: [3, 3],
    },
    axisX: { labelSeparation: 4 },
    axisQuantitative: { domain: false, ticks: false, tickCount: 5, labelOverlap: 'greedy' },
    axisXDiscrete: { grid: false, labelOverlap: 'greedy' },
    axisYDiscrete: { grid: false, domain: false, ticks: false, labelOverlap: 'greedy' },
    axisTemporal: { grid: false, labelOverlap: 'greedy', tickCount: 8 },
    legend: {
      ...label,
      titleFontWeight: 500,
      orient: 'top',
      direction: 'horizontal',
      columns: 6,
      labelLimit: 120,
      symbolLimit: 51,
      symbolType: 'circle',
      symbolSize: 60,
      symbolStrokeWidth: 0,
      rowPadding: 4,
      columnPadding: 12,
    },
    header: {
      labelColor: theme.text,
      labelFont: theme.font,
      labelFontSize: 11,
      titleColor: theme.muted,
      titleFont: theme.font,
      titleFontSize: 11,
      labelLimit: 160,
    },
    title: {
      anchor: 'start',
      color: theme.text,
      font: theme.font,
      fontSize: 14,
      fontWeight: 600,
      subtitleColor: theme.muted,
      subtitleFont: theme.font,
      subtitleFontSize: 11,
      offset: 12,
      limit: 2000,
    },
    range: { category: [...theme.series], heatmap: [...theme.ramp], ramp: [...theme.ramp], ordinal: [...theme.ramp] },
    customFormatTypes: false,
  }
}
