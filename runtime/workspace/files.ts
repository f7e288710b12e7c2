import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { ASKED_AGAIN, HASHED, NEVER_KEPT, WORKSPACE_HEADERS } from '#http/workspace-headers.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.sqlite': 'application/vnd.sqlite3',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

type Bytes = Uint8Array<ArrayBuffer>
type Found = { type: string; body: Bytes; brotli: Bytes | null; etag: string }

/** Answers a request for the workspace; `null` for what it is not asked for. */
export type WorkspaceFiles = (request: Request, path: string) => Promise<Response | null>

/**
 * The files of a built workspace in `folder`, which is told once it is built. Every path that names no file is one of the workspace's own places, so it is
 * answered with the page; a path with the ending of a file is not. What was read stays in memory: a file whose name holds its hash for good, so that pages
 * of a former build go on; any other until the workspace is built anew.
 */
export function createWorkspaceFiles(folder: Promise<string | null>): WorkspaceFiles {
  const known = new Map<string, Promise<Found | null>>()
  let build = ''

  async function forgetFormerBuild(root: string): Promise<void> {
    // While one folder takes the place of the other there is none: what is known holds.
    const now = await stat(join(root, 'index.html')).then(
      ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
      () => build,
    )
    if (now === build) return
    build = now
    for (const name of known.keys()) if (!isHashed(name)) known.delete(name)
  }

  function find(root: string, name: string): Promise<Found | null> {
    const found = known.get(name) ?? load(root, name)
    known.set(name, found)
    // What is not there is not remembered: names come from callers.
    void found.then((file) => file ?? known.delete(name))
    return found
  }

  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const root = await folder
    if (root === null) return notBuilt()
    const name = nameOf(path)
    if (name === null) return null
    if (!isHashed(name)) await forgetFormerBuild(root)
    const file = name === '' ? null : await find(root, name)
    if (file) return send(request, file, isHashed(name) ? HASHED : ASKED_AGAIN)
    if (name !== '' && extname(name) !== '') return null
    const page = await find(root, 'index.html')
    return page ? send(request, page, NEVER_KEPT) : notBuilt()
  }
}

const isHashed = (name: string): boolean => name.startsWith('assets/')

/** The name of a file below the folder; `null` for a path that leads out of it or is hidden. */
function nameOf(path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  const parts = decoded.split('/').filter(Boolean)
  const isBad = parts.some((part) => part.startsWith('.') || part.startsWith('_') || part.includes('\\') || part.includes('\0'))
  return isBad || decoded === '/index.html' ? (decoded === '/index.html' ? '' : null) : parts.join('/')
}

async function load(root: string, name: string): Promise<Found | null> {
  const type = TYPES[extname(name)]
  const path = join(root, name)
  if (!type || !path.startsWith(root + sep)) return null
  const body = await readFile(path).catch(() => null)
  if (!body) return null
  const brotli = await readFile(`${path}.br`).catch(() => null)
  return { type, body, brotli, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

function send(request: Request, { type, body, brotli, etag }: Found, cache: string): Response {
  const isBrotli = brotli !== null && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  const sent = isBrotli ? brotli : body
  const headers: Record<string, string> = { ...WORKSPACE_HEADERS, 'cache-control': cache, etag, vary: 'Accept-Encoding' }
  if (cache !== NEVER_KEPT && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  headers['content-type'] = type
  headers['content-length'] = String(sent.length)
  if (isBrotli) headers['content-encoding'] = 'br'
  return new Response(request.method === 'HEAD' ? null : sent, { status: 200, headers })
}

const notBuilt = (): Response =>
  new Response('The workspace is not built here. The API answers; `npm run build:workspace` builds the workspace.\n', {
    status: 503,
    headers: { ...WORKSPACE_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': NEVER_KEPT, 'retry-after': '5' },
  })
