import type { Service } from '#domain/context.ts'
import { type Fetch, pathOf } from '#http/edge.ts'
import { NEVER_KEPT } from '#http/workspace-headers.ts'
import type { WorkspaceFiles } from './files.ts'
import { type PassOn, passOn } from './pass-on.ts'

type Parts = {
  /** Answers for the services of this process; `null` when it has none. */
  deliver: Fetch | null
  /** Where the others are. */
  elsewhere: Partial<Record<Service, string>>
  files: WorkspaceFiles
}

/** The origin readers open: the workspace's files, and all five prefixes, here or passed on. */
export function createWorkspaceOrigin({ deliver, elsewhere, files }: Parts): Fetch {
  const passed = new Map<string, PassOn>()
  for (const [service, url] of Object.entries(elsewhere)) passed.set(`/api/v1/${service}/`, passOn(url))
  const embedded = elsewhere.analytics ? passOn(elsewhere.analytics) : null
  const metadata = elsewhere.core ? passOn(elsewhere.core) : null
  const health = deliver === null && elsewhere.core ? passOn(elsewhere.core) : null

  function passing(path: string): PassOn | null {
    if (path.startsWith('/embedded/')) return embedded
    if (path === '/health') return health
    if (path.startsWith('/.well-known/oauth-')) return metadata
    const end = path.indexOf('/', '/api/v1/'.length)
    return path.startsWith('/api/v1/') && end > 0 ? (passed.get(path.slice(0, end + 1)) ?? null) : null
  }

  return async function deliverWorkspace(request, delivery) {
    const path = pathOf(request.url)
    const pass = passing(path)
    if (pass) return pass(request, delivery)
    const isOurs = path.startsWith('/api/') || path.startsWith('/embedded/') || path === '/health'
    const file = isOurs ? null : await files(request, path)
    return file ?? (deliver ? deliver(request, delivery) : nothing())
  }
}

const nothing = (): Response =>
  new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': NEVER_KEPT } })
