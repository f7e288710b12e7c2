import type { Drawable, DrawOptions } from '#charts/chart.ts'
import type { Box, Page as DrawnPage, PagePart as DrawnPart } from '#charts/page-picture.ts'

export type Picture = { bytes: Uint8Array; type: 'image/svg+xml' | 'image/png'; notes: string[] }

/** How a picture is asked for. `scale` multiplies the pixels of a PNG, and says nothing of an SVG. */
export type PictureOptions = DrawOptions & { format: 'svg' | 'png'; scale: number }

export type PagePart = DrawnPart | (Box & { kind: 'markdown'; text: string })
/** A page of charts and words. */
export type Page = Omit<DrawnPage, 'parts'> & { parts: PagePart[] }

/** Draws charts. */
export type ChartDrawer = {
  /**
   * The picture of a chart; `key` names it among those drawn before, and is to differ wherever anything it shows does. Fails with
   * `chart_not_drawable` when its rows cannot carry its spec, and `source_unavailable_here` where nothing can make that format.
   */
  draw(chart: Drawable, options: PictureOptions, key?: string): Promise<Picture>
  /** The picture of a page of charts and words, of the size the page has; `key` as for a chart. */
  drawPage(page: Page, options: Omit<PictureOptions, 'width' | 'height' | 'title'>, key?: string): Promise<Picture>
  /** A picture that says why there is no other. */
  drawError(message: string, options: PictureOptions): Promise<Picture>
}
