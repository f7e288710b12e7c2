import { DrawingError, type DrawOptions } from '#charts/chart.ts'
import type { Drawing } from '#charts/draw-svg.ts'
import type { ChartDrawer, Page, Picture, PictureOptions } from '#domain/charts/drawer.ts'
import { Failure } from '#domain/failure.ts'
import { createPictureCache } from './picture-cache.ts'

/** Turns an SVG into a PNG. `missing` are the scripts whose characters no font at hand has. */
export type Rasterize = (svg: string, scale: number) => Promise<{ bytes: Uint8Array; missing: string[] }>

async function drawnPage(page: Page, options: DrawOptions): Promise<Drawing> {
  const [{ drawPage }, { wordsOf }] = await Promise.all([import('#charts/page-picture.ts'), import('./markdown-words.ts')])
  const parts = page.parts.map((part) => (part.kind === 'markdown' ? { ...part, kind: 'words' as const, lines: wordsOf(part.text) } : part))
  return drawPage({ ...page, parts }, options)
}

/** The chart engine behind the port of the domain; it is loaded with the first picture. */
export function createChartDrawer({ rasterize, cacheBytes = 32_000_000 }: { rasterize: Rasterize; cacheBytes?: number }): ChartDrawer {
  const cache = createPictureCache(cacheBytes)

  async function pictureOf(svg: string, notes: string[], { format, scale }: Pick<PictureOptions, 'format' | 'scale'>): Promise<Picture> {
    if (format === 'svg') return { bytes: new TextEncoder().encode(svg), type: 'image/svg+xml', notes }
    const { bytes, missing } = await rasterize(svg, scale)
    const untold = missing.length > 0 ? [`No font here has the characters of ${missing.join(', ')}`] : []
    return { bytes, type: 'image/png', notes: [...notes, ...untold] }
  }

  /** The picture kept under `key`, else what `draw` answers. */
  async function kept(key: string | undefined, options: Pick<PictureOptions, 'format' | 'scale'>, draw: () => Promise<Drawing>): Promise<Picture> {
    const known = key === undefined ? undefined : cache.get(key)
    if (known) return known
    try {
      const { svg, notes } = await draw()
      const picture = await pictureOf(svg, notes, options)
      if (key !== undefined) cache.set(key, picture)
      return picture
    } catch (error) {
      if (error instanceof DrawingError) throw new Failure('chart_not_drawable', error.message, { param: 'spec', cause: error })
      throw error
    }
  }

  return {
    draw: (chart, options, key) => kept(key, options, async () => (await import('#charts/draw-svg.ts')).drawSvg(chart, options)),
    drawPage: (page, options, key) => kept(key, options, () => drawnPage(page, options)),
    async drawError(message, options) {
      const { errorPicture } = await import('#charts/error-picture.ts')
      return pictureOf(errorPicture(message, options), [], options)
    },
  }
}
