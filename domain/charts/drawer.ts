import type { Drawable, DrawOptions } from '#charts/chart.ts'

export type Picture = { bytes: Uint8Array; type: 'image/svg+xml' | 'image/png'; notes: string[] }

/** How a picture is asked for. `scale` multiplies the pixels of a PNG, and says nothing of an SVG. */
export type PictureOptions = DrawOptions & { format: 'svg' | 'png'; scale: number }

/** Draws charts. */
export type ChartDrawer = {
  /**
   * The picture of a chart; `key` names it among those drawn before, and is to differ wherever anything it shows does. Fails with
   * `chart_not_drawable` when its rows cannot carry its spec, and `source_unavailable_here` where nothing can make that format.
   */
  draw(chart: Drawable, options: PictureOptions, key?: string): Promise<Picture>
  /** A picture that says why there is no other. */
  drawError(message: string, options: PictureOptions): Promise<Picture>
}
