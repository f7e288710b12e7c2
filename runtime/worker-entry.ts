import type { Service } from '#domain/context.ts'
import type { Fetch } from '#http/edge.ts'
import { internalBody } from '#http/failures.ts'
import type { Querent } from './compose.ts'
import { boundWorkspace } from './edge/static-files.ts'
import { type Bindings, type Outfit, openIsolate } from './isolate.ts'
import { logLine } from './log-line.ts'
import { stackOf } from './reason.ts'
import { SharedOpening } from './shared-opening.ts'
import { createWorkspaceOrigin } from './workspace/origin.ts'

/** What Cloudflare calls, and how long it lets work live. */
export type WorkerEntry = {
  fetch(request: Request, bindings: Bindings, lifetime: Lifetime): Promise<Response>
  scheduled(event: unknown, bindings: Bindings, lifetime: Lifetime): Promise<void>
}
type Lifetime = { waitUntil(work: Promise<unknown>): void }
type Opened = { querent: Querent; deliver: Fetch }

/** A Worker of the outfit's services. The first request opens everything for those after it; a failed opening is tried again by the next. */
export function createWorkerEntry(outfit: Outfit): WorkerEntry {
  const services = Object.keys(outfit.services) as Service[]
  const opening = new SharedOpening<Opened>()

  const open = (bindings: Bindings, lifetime: Lifetime): Promise<Opened> =>
    opening.get(
      () => openIsolate(bindings, outfit).then((querent) => ({ querent, deliver: deliveryOf(querent.origin(services), bindings) })),
      (work) => lifetime.waitUntil(work),
    )

  function deliveryOf(deliver: Fetch, { ASSETS }: Bindings): Fetch {
    return outfit.hasWorkspace && ASSETS ? createWorkspaceOrigin({ deliver, elsewhere: {}, files: boundWorkspace(ASSETS) }) : deliver
  }

  return {
    async fetch(request, bindings, lifetime) {
      const opened = await open(bindings, lifetime).catch(notOpen)
      if (opened instanceof Response) return opened
      return opened.deliver(request, { ip: request.headers.get('cf-connecting-ip'), waitUntil: (work) => lifetime.waitUntil(work) })
    },
    async scheduled(_event, bindings, lifetime) {
      const { querent } = await open(bindings, lifetime)
      await Promise.all([querent.worker.tick(), querent.keepHouse()])
    },
  }
}

/** Why the services do not start stands in the log only: the reason may name settings. */
function notOpen(error: unknown): Response {
  console.log(logLine({ level: 'error', message: 'Querent cannot start', cause: stackOf(error) }))
  return new Response(JSON.stringify(internalBody('req_not_started')), { status: 500, headers: { 'content-type': 'application/json; charset=utf-8' } })
}
