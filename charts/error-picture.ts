import type { DrawOptions } from './chart.ts'
import { picture, textElement } from './svg.ts'
import { fitted, wrapped } from './text-width.ts'
import { type Theme, themeOf } from './theme.ts'
import { chartWords } from './words.ts'

const MOST_LINES = 4

/** A picture that says in words why there is no other. */
export function errorPicture(message: string, { width = 640, height = 360, theme: choice, locale }: DrawOptions = {}): string {
  const theme = themeOf({ mode: choice?.mode ?? 'light' })
  const lines = lead(message, width - 64)
  const top = height / 2 - (lines.length * 20) / 2
  return picture(
    { width, height, background: theme.background, label: message, font: theme.font },
    textElement({ x: width / 2, y: top, 'text-anchor': 'middle', 'font-size': 14, 'font-weight': 600, fill: theme.bad }, chartWords(locale).notShown),
    ...lines.map((line, at) => textElement({ x: width / 2, y: top + 26 + at * 20, 'text-anchor': 'middle', 'font-size': 12, fill: theme.muted }, line)),
  )
}

function lead(message: string, width: number): string[] {
  const lines = wrapped(message, width, 12)
  const shown = lines.slice(0, MOST_LINES)
  return shown.map((one, at) => fitted(at === MOST_LINES - 1 && lines.length > MOST_LINES ? `${one} …` : one, width, 12))
}

/** A picture of a result without rows. */
export function emptyPicture(theme: Theme, { width = 640, height = 360, title, locale }: DrawOptions): string {
  const said = chartWords(locale).noRows
  return picture(
    { width, height, background: theme.background, label: title ? `${title}: ${said}` : said, font: theme.font },
    title ? textElement({ x: 12, y: 26, 'font-size': 14, 'font-weight': 600, fill: theme.text }, fitted(title, width - 24, 14, true)) : '',
    textElement({ x: width / 2, y: height / 2, 'text-anchor': 'middle', 'font-size': 13, fill: theme.muted }, said),
  )
}
