import { z } from 'zod'
import { AccessQuery, AccessWay, listAccess } from '#domain/access/who-has-access.ts'
import type { ResourceType } from '#domain/allow.ts'
import type { IdPrefix } from '#domain/identifiers.ts'
import { list } from './reply.ts'
import { createRouter, idParam, onObject, reply, route } from './router.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `GET /<objects>/{id}/access` for one kind of object: who has access to it, and by which way. */
export function accessRouter({ type, path, prefix }: { type: ResourceType; path: string; prefix: IdPrefix }) {
  const key = `${type}_id`
  return createRouter().openapi(
    route({
      method: 'get',
      path: `${path}/{${key}}/access`,
      operationId: `list${capital(type)}Access`,
      summary: 'List who has access, and by which way',
      description:
        'The owner, the people, groups and everyone it is shared with, the members of those groups, and to whom a chart or dashboard lends its rows. Administrators, who may do everything, and guest tokens are not listed, nor is the link of a session, which any signed-in user may open. For those who may share it.',
      access: onObject(type, 'own', key),
      request: { params: idParam(key, prefix), query: AccessQuery },
      responses: { 200: reply(z.array(AccessWay), 'Every way by which somebody has access: its owner first, what is lent last') },
    }),
    async (c) => list(c, await listAccess(c.var.ctx, { type, id: (c.req.valid('param') as Record<string, string>)[key] ?? '' }, c.req.valid('query'))),
  )
}
