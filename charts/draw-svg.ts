import type { Drawable, DrawOptions } from './chart.ts'
import { asDrawingError, prepare, viewOf } from './engine.ts'
import { emptyPicture } from './error-picture.ts'
import { drawFigure } from './figures/figure.ts'
import { type Theme, themeOf } from './theme.ts'

export const DEFAULT_SIZE = { width: 640, height: 360 }

/** A picture as SVG text, `notes` telling what it leaves out. */
export type Drawing = { svg: string; width: number; height: number; notes: string[] }

/** Draws a chart, the same on every runtime. Loads nothing and runs nothing of the spec. Fails with `DrawingError` when it cannot be drawn. */
export async function drawSvg(chart: Drawable, options: DrawOptions = {}): Promise<Drawing> {
  const theme = themeOf(options.theme)
  const size = { width: options.width ?? DEFAULT_SIZE.width, height: options.height ?? DEFAULT_SIZE.height }
  const figure = await drawFigure(chart, theme, { ...options, ...size })
  if (figure) return { ...figure, ...size }
  const prepared = prepare(chart, theme, { ...options, ...size })
  if (chart.rows.length === 0) return { svg: emptyPicture(theme, { ...options, ...size }), ...size, notes: [] }
  const view = viewOf(prepared, { renderer: 'none' })
  try {
    return { svg: withOwnIds(framed(await view.toSVG(), size, theme)), ...size, notes: prepared.composed.notes }
  } catch (error) {
    throw asDrawingError(error)
  } finally {
    view.finalize()
  }
}

/** The picture at the size that was asked for, whatever room it took, with a fallback for its font. */
function framed(svg: string, { width, height }: { width: number; height: number }, { font, background }: Theme): string {
  const open = svg.match(/<svg\b[^>]*>/)?.[0] ?? ''
  const box = open.match(/viewBox="([^"]*)"/)?.[1] ?? `0 0 ${width} ${height}`
  const family = ` font-family="${font.replaceAll('"', "'")}"`
  if (box === `0 0 ${width} ${height}`) return svg.replace('<svg', `<svg${family}`)
  const inner = svg
    .replace(/ (?:width|height)="[^"]*"/, '')
    .replace(/ (?:width|height)="[^"]*"/, '')
    .replace('<svg', `<svg width="${width}" height="${height}"`)
  const backdrop = `<rect width="${width}" height="${height}" fill="${background}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${family}>${backdrop}${inner}</svg>`
}

/** Vega numbers clips and gradients through all it draws: here their names follow from the picture, so that two may stand in one page. */
function withOwnIds(svg: string): string {
  const names = new Map<string, string>()
  const plain = svg.replace(/\b(?:clip|gradient_)\d+\b(?=[")])/g, (name) => {
    const kept = names.get(name) ?? `@${names.size}`
    names.set(name, kept)
    return kept
  })
  if (names.size === 0) return svg
  let hash = 0x811c9dc5
  for (let at = 0; at < plain.length; at++) hash = Math.imul(hash ^ plain.charCodeAt(at), 0x01000193) >>> 0
  return plain.replace(/@(\d+)(?=[")])/g, `c${hash.toString(36)}-$1`)
}
