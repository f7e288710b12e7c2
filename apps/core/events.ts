import { ChangeEvent, ChangeQuery, followChanges, positionOf, wantedTypes } from '#domain/feed/follow.ts'
import { createRouter, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'

export const events = createRouter().openapi(
  route({
    method: 'get',
    path: '/events',
    operationId: 'followChanges',
    summary: 'Follow changes as server-sent events',
    description:
      'One event for each change of an object the caller may see: what happened, to which object, never what it holds. The first is `feed.ready`; whoever comes back with `Last-Event-ID` is told what happened since, or `feed.reset` when that is more than is kept. An API key hears of the services it may read.',
    access: { who: 'user', scope: 'none' },
    request: { query: ChangeQuery },
    responses: { 200: { description: 'Events', content: { 'text/event-stream': { schema: ChangeEvent } } } },
  }),
  (c) => {
    const { ctx } = c.var
    const { platform } = c.env
    const authorization = c.req.header('authorization')
    const leaving = new AbortController()
    const changes = followChanges(ctx, {
      feed: platform.changes,
      after: positionOf(c.req.header('last-event-id')),
      wants: wantedTypes(c.req.valid('query').types),
      authenticate: () => platform.authenticate(authorization),
      gone: leaving.signal,
    })
    return eventStream(c, inWireForm(changes), () => leaving.abort())
  },
)

async function* inWireForm(changes: AsyncGenerator<ChangeEvent, void>): AsyncGenerator<ServerEvent, void> {
  for await (const change of changes) yield { id: change.id, data: JSON.stringify(change) }
}
