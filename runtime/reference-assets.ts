import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { Platform } from '#http/inbound.ts'

const ASSET_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const EMBEDDED = 'embedded/'

/**
 * The files of the interactive reference, from the installed package, and those of the embedded page, from the folder of what was built. Names come from the
 * routes' own list or pattern. What was read stays in memory.
 */
export function packagedAssets(built: () => Promise<string | null>): Platform['asset'] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()
  return async (name) => {
    const type = ASSET_TYPES[extname(name.replace(/\.br$/, ''))]
    if (!type) return null
    const read = known.get(name) ?? load(name)
    known.set(name, read)
    const body = await read
    // What is not there may be built later.
    if (body === null) known.delete(name)
    return body && { body, type }
  }

  async function load(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const root = name.startsWith(EMBEDDED) ? await built() : folder
    return root === null ? null : readFile(join(root, name)).catch(() => null)
  }
}
