import { DrawingError } from '#charts/chart.ts'
import type { ChartDrawer, Picture, PictureOptions } from '#domain/charts/drawer.ts'
import { Failure } from '#domain/failure.ts'
import { createPictureCache } from './picture-cache.ts'

/** Turns an SVG into a PNG. `missing` are the scripts whose characters no font at hand has. */
export type Rasterize = (svg: string, scale: number) => Promise<{ bytes: Uint8Array; missing: string[] }>

/** The chart engine behind the port of the domain; it is loaded with the first picture. */
export function createChartDrawer({ rasterize, cacheBytes = 32_000_000 }: { rasterize: Rasterize; cacheBytes?: number }): ChartDrawer {
  const cache = createPictureCache(cacheBytes)

  async function pictureOf(svg: string, notes: string[], { format, scale }: PictureOptions): Promise<Picture> {
    if (format === 'svg') return { bytes: new TextEncoder().encode(svg), type: 'image/svg+xml', notes }
    const { bytes, missing } = await rasterize(svg, scale)
    const untold = missing.length > 0 ? [`No font here has the characters of ${missing.join(', ')}`] : []
    return { bytes, type: 'image/png', notes: [...notes, ...untold] }
  }

  return {
    async draw(chart, options, key) {
      const kept = key === undefined ? undefined : cache.get(key)
      if (kept) return kept
      const { drawSvg } = await import('#charts/draw-svg.ts')
      try {
        const { svg, notes } = await drawSvg(chart, options)
        const picture = await pictureOf(svg, notes, options)
        if (key !== undefined) cache.set(key, picture)
        return picture
      } catch (error) {
        if (error instanceof DrawingError) throw new Failure('chart_not_drawable', error.message, { param: 'spec', cause: error })
        throw error
      }
    },
    async drawError(message, options) {
      const { errorPicture } = await import('#charts/error-picture.ts')
      return pictureOf(errorPicture(message, options), [], options)
    },
  }
}
