import type { Picture } from '#domain/charts/drawer.ts'

export type PictureCache = { get(key: string): Picture | undefined; set(key: string, picture: Picture): void }

/** Keeps the pictures that were asked for last, up to `most` bytes. */
export function createPictureCache(most: number): PictureCache {
  const kept = new Map<string, Picture>()
  let size = 0
  return {
    get(key) {
      const picture = kept.get(key)
      if (picture) {
        kept.delete(key)
        kept.set(key, picture)
      }
      return picture
    },
    set(key, picture) {
      if (picture.bytes.length > most / 4 || kept.has(key)) return
      kept.set(key, picture)
      size += picture.bytes.length
      for (const [oldest, { bytes }] of kept) {
        if (size <= most) break
        kept.delete(oldest)
        size -= bytes.length
      }
    },
  }
}
