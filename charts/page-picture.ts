import type { Drawable, DrawOptions } from './chart.ts'
import { DrawingError } from './chart.ts'
import { type Drawing, drawSvg } from './draw-svg.ts'
import { element, picture, textElement } from './svg.ts'
import { fitted, textWidth, wrapped } from './text-width.ts'
import { type Theme, themeOf } from './theme.ts'

/** A place on a page, in pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/** A line of words: a heading stands larger. */
export type Words = { text: string; isHeading?: boolean }

export type PagePart = Box &
  (
    | { kind: 'chart'; title: string; chart: Drawable }
    /** What stands where a chart cannot. */
    | { kind: 'message'; title: string; message: string }
    | { kind: 'words'; lines: Words[] }
    | { kind: 'tabs'; titles: string[]; open: number }
  )

/** Several charts and words on one picture. `lines` stand below its title, each 18 pixels tall from the 45th on: the parts leave room for them. */
export type Page = { title: string; lines: string[]; width: number; height: number; parts: PagePart[] }

const EDGE = 16
/** What a part's frame and title take of its place. */
const FRAME = { x: 16, top: 40, bottom: 12 }
const LINE = 18
const HEADING = 24

/** Draws a page, each of its charts as it is drawn alone; one that cannot be drawn says why in its place, and in the notes. */
export async function drawPage({ title, lines, width, height, parts }: Page, options: Pick<DrawOptions, 'theme' | 'locale'> = {}): Promise<Drawing> {
  const theme = themeOf(options.theme)
  const notes: string[] = []
  const drawn: string[] = []
  for (const part of parts) drawn.push(await drawPart(part, theme, options, notes))
  const head = [
    textElement({ x: EDGE, y: 34, 'font-size': 20, 'font-weight': 600, fill: theme.text }, fitted(title, width - 2 * EDGE, 20, true)),
    ...lines.map((line, at) => textElement({ x: EDGE, y: 58 + at * LINE, 'font-size': 12, fill: theme.muted }, fitted(line, width - 2 * EDGE, 12))),
  ]
  const svg = picture({ width, height, background: theme.background, label: title, font: theme.font }, ...head, ...drawn)
  return { svg, width, height, notes }
}

async function drawPart(part: PagePart, theme: Theme, options: Pick<DrawOptions, 'theme' | 'locale'>, notes: string[]): Promise<string> {
  if (part.kind === 'tabs') return tabStrip(part, theme)
  if (part.kind === 'words') return wordsOf(part, theme)
  const inner = { width: Math.max(80, part.width - 2 * FRAME.x), height: Math.max(60, part.height - FRAME.top - FRAME.bottom) }
  const content = part.kind === 'message' ? messageOf(part.message, inner, theme) : await chartOf(part.title, part.chart, inner, theme, options, notes)
  return group(
    part,
    element('rect', { width: part.width, height: part.height, rx: 8, fill: theme.background, stroke: theme.grid }),
    textElement({ x: FRAME.x, y: 25, 'font-size': 13, 'font-weight': 600, fill: theme.text }, fitted(part.title, inner.width, 13, true)),
    element('g', { transform: `translate(${FRAME.x} ${FRAME.top})` }, content),
  )
}

async function chartOf(
  title: string,
  chart: Drawable,
  size: { width: number; height: number },
  theme: Theme,
  options: Pick<DrawOptions, 'theme' | 'locale'>,
  notes: string[],
): Promise<string> {
  try {
    const drawing = await drawSvg(chart, { ...options, ...size })
    notes.push(...drawing.notes.map((note) => `${title}: ${note}`))
    return drawing.svg
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error
    notes.push(`${title}: ${error.message}`)
    return messageOf(error.message, size, theme)
  }
}

function messageOf(message: string, { width, height }: { width: number; height: number }, theme: Theme): string {
  const lines = wrapped(message, width - 32, 12).slice(0, Math.max(1, Math.floor(height / LINE)))
  const top = height / 2 - ((lines.length - 1) * LINE) / 2
  return lines.map((line, at) => textElement({ x: width / 2, y: top + at * LINE, 'text-anchor': 'middle', 'font-size': 12, fill: theme.muted }, line)).join('')
}

/** Words without a frame, as many as there is room for. */
function wordsOf(part: PagePart & { kind: 'words' }, theme: Theme): string {
  const shown: string[] = []
  let y = 0
  for (const { text, isHeading = false } of part.lines) {
    const size = isHeading ? 16 : 13
    for (const line of wrapped(text, part.width - 8, size)) {
      y += isHeading ? HEADING : LINE
      if (y > part.height) return group(part, ...shown)
      shown.push(textElement({ x: 4, y: y - 4, 'font-size': size, 'font-weight': isHeading ? 600 : 400, fill: theme.text }, line))
    }
  }
  return group(part, ...shown)
}

function tabStrip(part: PagePart & { kind: 'tabs' }, theme: Theme): string {
  const shown: string[] = []
  let x = 4
  for (const [at, title] of part.titles.entries()) {
    const label = fitted(title, 200, 13, true)
    const width = textWidth(label, 13, true)
    const isOpen = at === part.open
    shown.push(textElement({ x, y: 20, 'font-size': 13, 'font-weight': 600, fill: isOpen ? theme.text : theme.muted }, label))
    if (isOpen) shown.push(element('rect', { x, y: 29, width, height: 2, fill: theme.accent }))
    x += width + 20
  }
  return group(part, element('rect', { y: 30, width: part.width, height: 1, fill: theme.grid }), ...shown)
}

const group = ({ x, y }: Box, ...children: string[]): string => element('g', { transform: `translate(${x} ${y})` }, ...children)
