import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { Platform } from '#http/inbound.ts'

const ASSET_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}

/** The files of the interactive reference, from the installed package. Names come from the routes' own list, never from a caller. */
export function packagedAssets(): Platform['asset'] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return async (name) => {
    const type = ASSET_TYPES[extname(name)]
    if (!type) return null
    const body = known.get(name) ?? readFile(join(folder, name))
    known.set(name, body)
    return { body: await body, type }
  }
}
