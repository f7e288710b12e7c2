import { z } from 'zod'
import { Grant } from '#domain/access/grants.ts'
import { GroupShare, type Principal, share as shareObject, UserShare, unshare } from '#domain/access/sharing.ts'
import type { Level, ResourceType } from '#domain/allow.ts'
import type { Context } from '#domain/context.ts'
import { Failure, type FailureCode } from '#domain/failure.ts'
import type { IdPrefix } from '#domain/identifiers.ts'
import { json, noContent } from './reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from './router.ts'

/** A kind of object that can be shared, and how, where that takes more than owning it. */
export type Sharing<Type extends ResourceType> = {
  type: Type
  /** The path of its collection. */
  path: string
  /** That of its ids. */
  prefix: IdPrefix
  share?: (ctx: Context, object: { type: Type; id: string }, principal: Principal, level?: Level) => ReturnType<typeof shareObject>
  fails?: FailureCode[]
}

type Share = { user_id?: string; group_id?: string; level?: Level | undefined }
const FRESH = { user: UserShare, group: GroupShare } as unknown as Record<Principal['type'], z.ZodType<Share>>
const member = z.string().min(1).max(64).optional()
const PAIRS = { user: z.object({ user_id: member }), group: z.object({ group_id: member }) } as unknown as Record<
  Principal['type'],
  z.ZodObject & z.ZodType<Share>
>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The routes that share one kind of object with users and groups: an idempotent POST, and a DELETE that names the other side in its query or body. */
export function sharingRouter<Type extends ResourceType>({ type, path: collection, prefix, share = shareObject, fails = [] }: Sharing<Type>) {
  const router = createRouter()
  const key = `${type}_id`
  const params = idParam(key, prefix)
  const access = onObject(type, 'own', key)
  const objectOf = (found: Record<string, string>) => ({ type, id: found[key] ?? '' })

  for (const principal of ['user', 'group'] as const) {
    const path = `${collection}/{${key}}/share/${principal}`
    const name = `${capital(type)}With${capital(principal)}`
    const idIn = (input: Share) => input[`${principal}_id`]
    router
      .openapi(
        route({
          method: 'post',
          path,
          operationId: `share${name}`,
          summary: `Share with a ${principal}`,
          access,
          request: { params, body: body(FRESH[principal]) },
          responses: { 201: reply(Grant, 'The share'), 200: reply(Grant, 'The share, which existed') },
          fails,
        }),
        async (c) => {
          const input = c.req.valid('json')
          const { grant, created } = await share(c.var.ctx, objectOf(c.req.valid('param')), { type: principal, id: idIn(input) ?? '' }, input.level)
          return created ? json(c, grant, 201) : json(c, grant, 200)
        },
      )
      .openapi(
        route({
          method: 'delete',
          path,
          operationId: `unshare${name}`,
          summary: `No longer share with a ${principal}`,
          description: `The ${principal} is named by ${principal}_id in the query or in the body.`,
          access,
          request: { params, query: PAIRS[principal], body: { ...body(PAIRS[principal]), required: false } },
          responses: { 204: { description: 'Gone' } },
        }),
        async (c) => {
          const id = idIn(c.req.valid('query')) ?? idIn(c.req.valid('json'))
          if (!id) throw new Failure('invalid', `${principal}_id: required`, { param: `${principal}_id` })
          await unshare(c.var.ctx, objectOf(c.req.valid('param')), { type: principal, id })
          return noContent(c)
        },
      )
  }
  return router
}
