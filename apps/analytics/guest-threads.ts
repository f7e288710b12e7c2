import {
  Erased,
  eraseGuestThread,
  eraseGuestThreads,
  GuestErasure,
  GuestThread,
  getGuestThread,
  guestThreadQueries,
  listGuestThreads,
  WholeGuestThread,
} from '#domain/agent/dashboard-chat/guest-threads.ts'
import { json, noContent } from '#http/reply.ts'
import { listRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'

const params = idParam('thread_id', 'thr')
/** Who may make a guest's token could read his threads with it. */
const access = { who: 'user', scope: 'analytics:embed' } as const

/** What guests asked, for the host application that made their tokens: by what it calls them. */
export const guestThreads = listRoutes(createRouter(), {
  path: '/guest-threads',
  item: GuestThread,
  list: {
    of: 'what guests asked',
    answers: 'The threads of guests whom the caller made tokens for and named, newest first; administrators see those of all',
    access,
    query: guestThreadQueries.list,
    page: guestThreadQueries.page,
    run: listGuestThreads,
  },
})
  .openapi(
    route({
      method: 'delete',
      path: '/guest-threads',
      operationId: 'eraseGuestThreads',
      summary: 'Erase all that a guest asked',
      access,
      request: { query: GuestErasure },
      responses: { 200: reply(Erased, 'How many threads were erased; 0 where there were none') },
    }),
    async (c) => json(c, await eraseGuestThreads(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/guest-threads/{thread_id}',
      operationId: 'getGuestThread',
      summary: 'Read a thread of a guest',
      access,
      request: { params },
      responses: { 200: reply(WholeGuestThread, 'The thread and its turns; answers about data of which the caller may not see all are withheld') },
    }),
    async (c) => json(c, await getGuestThread(c.var.ctx, c.req.valid('param').thread_id), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/guest-threads/{thread_id}',
      operationId: 'eraseGuestThread',
      summary: 'Erase a thread of a guest',
      access,
      request: { params },
      responses: { 204: { description: 'Nothing of it is left' } },
    }),
    async (c) => {
      await eraseGuestThread(c.var.ctx, c.req.valid('param').thread_id)
      return noContent(c) as never
    },
  )
