import type { Platform } from '#http/inbound.ts'
import { NEVER_KEPT, WORKSPACE_HEADERS } from '#http/workspace-headers.ts'
import type { WorkspaceFiles } from '../workspace/files.ts'

/** The binding to the static files of a Worker. */
export type StaticFiles = { fetch(url: string): Promise<Response> }

/** Any origin does: the binding looks at the path alone. */
const ORIGIN = 'https://assets.internal'
/** Paths with the ending of a file, or hidden. */
const NO_PLACE = /\.[^/]*$|\/[._]/

/**
 * The workspace from static files, which the platform has answered with already where a path names one (see [assets] in wrangler.toml): what is left is the
 * page itself, for each of the workspace's own places.
 */
export function boundWorkspace(files: StaticFiles): WorkspaceFiles {
  return async (request, path) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NO_PLACE.test(path)) return null
    const page = await files.fetch(`${ORIGIN}/`)
    if (!page.ok) return null
    const headers = { ...WORKSPACE_HEADERS, 'cache-control': NEVER_KEPT, 'content-type': 'text/html; charset=utf-8' }
    return new Response(request.method === 'HEAD' ? null : page.body, { status: 200, headers })
  }
}

/** The files of the interactive reference and of the embedded page, which services answer with; the platform packs them itself. */
export function boundAssets(files: StaticFiles | undefined): Platform['asset'] {
  return async (name) => {
    if (name.endsWith('.br')) return null
    const found = await files?.fetch(`${ORIGIN}/${name.startsWith('embedded/') ? name : `reference/${name}`}`)
    if (!found?.ok) return null
    return { body: new Uint8Array(await found.arrayBuffer()), type: found.headers.get('content-type') ?? 'application/octet-stream' }
  }
}
