import type { Context } from '../context.ts'
import type { Actor } from './actor.ts'

/** The same request with another actor: the user it has just proved to be. */
export const actingAs = (ctx: Context, actor: Actor): Context => ({
  db: ctx.db,
  actor,
  service: ctx.service,
  request: ctx.request,
  expectedRevision: null,
  idempotencyId: ctx.idempotencyId,
  settings: ctx.settings,
  ports: ctx.ports,
  span: ctx.span,
  get signal() {
    return ctx.signal
  },
  catalogVersion: () => ctx.catalogVersion(),
  now: () => ctx.now(),
  newId: (prefix) => ctx.newId(prefix),
  defer: (work) => ctx.defer(work),
})
