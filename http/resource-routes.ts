import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Context } from '#domain/context.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { IdPrefix } from '#domain/identifiers.ts'
import { type Page, pageOf } from '#domain/pagination.ts'
import type { Access } from './access-rule.ts'
import type { Env } from './inbound.ts'
import { json, list, noContent, resource } from './reply.ts'
import { body, idParam, reply, route } from './router.ts'

/** What is listed where: `GET path`, an array, and `GET path/paginated`, a page. */
export type Listed<Item, List extends z.ZodObject, Paged extends z.ZodObject> = {
  /** In the plural, as a person says it. */
  of: string
  answers: string
  /** Any user's when absent. */
  access?: Access
  query: List
  page: Paged
  run: (ctx: Context, query: z.output<List> | z.output<Paged>) => Promise<Page<Item>>
}

type Named<Item> = {
  path: string
  /** The schema that gives every operation its name: a `Group` is made by `createGroup`. */
  item: z.ZodType<Item>
  /** Its name in the plural, where that is more than an `s`. */
  plural?: string
}

type Identified = { id: string }
type Stored = Identified & { revision: number }
type Operation<Run> = { summary: string; description?: string; access: Access; fails?: FailureCode[]; run: Run }

/** What a kind of resource is, and which of the standard operations it has. */
export type Resource<Item extends Stored, List extends z.ZodObject, Paged extends z.ZodObject, Fresh, Made extends Stored, Change> = Named<Item> & {
  /** The path parameter that holds an id, and how its ids begin. */
  id: readonly [name: string, prefix: IdPrefix]
  list?: Listed<Item, List, Paged>
  /** `POST path`; `answers` where the reply is more than the resource. */
  create?: Operation<(ctx: Context, input: Fresh) => Promise<Made>> & { body: z.ZodType<Fresh>; answers?: z.ZodType<Made> }
  read?: Operation<(ctx: Context, id: string) => Promise<Item>>
  /** `PUT` and `PATCH`, which both change the members that are sent. */
  change?: Operation<(ctx: Context, id: string, input: Change) => Promise<Item>> & { body: z.ZodType<Change> }
  remove?: Operation<(ctx: Context, id: string) => Promise<void>>
}

type AnyResource = Resource<Stored, z.ZodObject, z.ZodObject, unknown, Stored, unknown>

const nameOf = (item: z.ZodType): string => item.meta()?.id ?? ''
const contractOf = ({ summary, description, access, fails = [] }: Operation<unknown>) => ({ summary, ...(description ? { description } : {}), access, fails })

/** Adds a list and its pages to a router. */
export function listRoutes<Item extends Identified, List extends z.ZodObject, Paged extends z.ZodObject>(
  router: OpenAPIHono<Env>,
  declared: Named<Item> & { list: Listed<Item, List, Paged> },
): OpenAPIHono<Env> {
  const { path, item, plural, list: listed } = declared as unknown as Named<Identified> & { list: Listed<Identified, z.ZodObject, z.ZodObject> }
  const { of, answers, access = { who: 'user' }, query, page, run } = listed
  const name = nameOf(item)
  const names = plural ?? `${name}s`
  const array = { 200: reply(z.array(item), answers) }
  const paged = { 200: reply(pageOf(item, `${name}Page`), answers) }
  router.openapi(route({ method: 'get', path, operationId: `list${names}`, summary: `List ${of}`, access, request: { query }, responses: array }), async (c) =>
    list(c, await run(c.var.ctx, c.req.valid('query'))),
  )
  router.openapi(
    route({
      method: 'get',
      path: `${path}/paginated`,
      operationId: `page${names}`,
      summary: `A page of ${of}`,
      access,
      request: { query: page },
      responses: paged,
    }),
    async (c) => json(c, await run(c.var.ctx, c.req.valid('query')), 200),
  )
  return router
}

/** Adds the standard routes of a resource to a router. Fixed paths beside its ids (`/charts/search`) have to be there before. */
export function resourceRoutes<Item extends Stored, List extends z.ZodObject, Paged extends z.ZodObject, Fresh, Made extends Stored, Change>(
  router: OpenAPIHono<Env>,
  declared: Resource<Item, List, Paged, Fresh, Made, Change>,
): OpenAPIHono<Env> {
  const { path, id, item, plural, list: listed, create, read, change, remove } = declared as unknown as AnyResource
  const name = nameOf(item)
  const [key, prefix] = id
  const params = idParam(key, prefix)
  const one = `${path}/{${key}}`
  const responses = { 200: reply(item, 'As stored') }

  if (listed) listRoutes(router, { path, item, ...(plural ? { plural } : {}), list: listed })
  if (create) {
    const made = { 201: reply(create.answers ?? item, 'As stored') }
    router.openapi(
      route({ ...contractOf(create), method: 'post', path, operationId: `create${name}`, request: { body: body(create.body) }, responses: made }),
      async (c) => resource(c, await create.run(c.var.ctx, c.req.valid('json')), 201),
    )
  }
  if (read) {
    router.openapi(route({ ...contractOf(read), method: 'get', path: one, operationId: `get${name}`, request: { params }, responses }), async (c) =>
      resource(c, await read.run(c.var.ctx, c.req.valid('param')[key] ?? ''), 200),
    )
  }
  if (change) {
    const request = { params, body: body(change.body) }
    for (const [method, operationId] of [['put', `update${name}`] as const, ['patch', `patch${name}`] as const]) {
      router.openapi(route({ ...contractOf(change), method, path: one, operationId, request, responses }), async (c) =>
        resource(c, await change.run(c.var.ctx, c.req.valid('param')[key] ?? '', c.req.valid('json')), 200),
      )
    }
  }
  if (remove) {
    const gone = { 204: { description: 'Gone' } }
    router.openapi(
      route({ ...contractOf(remove), method: 'delete', path: one, operationId: `delete${name}`, request: { params }, responses: gone }),
      async (c) => {
        await remove.run(c.var.ctx, c.req.valid('param')[key] ?? '')
        return noContent(c)
      },
    )
  }
  return router
}
