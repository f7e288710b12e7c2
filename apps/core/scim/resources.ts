import { z } from 'zod'
import type { Context } from '#domain/context.ts'
import { ScimGroup, ScimGroupInput } from '#domain/directory/group-resource.ts'
import { createScimGroup, deleteScimGroup, getScimGroup, listScimGroups, patchScimGroup, replaceScimGroup } from '#domain/directory/groups.ts'
import { ScimListQuery, ScimReadQuery } from '#domain/directory/listing.ts'
import { ScimPatch } from '#domain/directory/patch.ts'
import type { Wanted } from '#domain/directory/projection.ts'
import { queryOf, ScimSearch, searchScim } from '#domain/directory/search.ts'
import { ScimUser, ScimUserInput } from '#domain/directory/user-resource.ts'
import { createScimUser, deleteScimUser, getScimUser, listScimUsers, patchScimUser, replaceScimUser, type Shown } from '#domain/directory/users.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { IdPrefix } from '#domain/identifiers.ts'
import { noContent } from '#http/reply.ts'
import { createRouter, idParam, route } from '#http/router.ts'
import { scimBody, scimReply } from '#http/scim.ts'
import { listOf } from './lists.ts'
import { answered, scim, shown } from './routes.ts'

type Body = Record<string, unknown>

/** What the resources of SCIM have in common: the same six calls. */
type ScimResource = {
  path: '/Users' | '/Groups'
  /** As a person says it, and as its operations are named. */
  noun: string
  name: 'ScimUser' | 'ScimGroup'
  id: readonly [name: string, prefix: IdPrefix]
  item: z.ZodType
  input: z.ZodObject
  fails: FailureCode[]
  list: (ctx: Context, query: ScimListQuery) => Promise<unknown>
  get: (ctx: Context, id: string, wanted: Wanted) => Promise<Shown>
  create: (ctx: Context, body: Body, wanted: Wanted) => Promise<Shown>
  replace: (ctx: Context, id: string, body: Body, wanted: Wanted) => Promise<Shown>
  patch: (ctx: Context, id: string, patch: z.infer<typeof ScimPatch>, wanted: Wanted) => Promise<Shown>
  remove: (ctx: Context, id: string) => Promise<void>
}

function scimResource({ path, noun, name, id: [key, prefix], item, input, fails, ...run }: ScimResource) {
  const params = idParam(key, prefix)
  const one = `${path}/{${key}}`
  const stored = scimReply(item, 'As stored')
  const body = scimBody(input)
  const idOf = (given: Record<string, string>): string => given[key] ?? ''
  return createRouter()
    .openapi(
      route({
        ...scim(path),
        method: 'get',
        operationId: `list${name}s`,
        summary: `Find ${noun}s`,
        request: { query: ScimListQuery },
        responses: { 200: scimReply(listOf(item, `${name}List`), 'A page of those the filter meets') },
      }),
      async (c) => answered(c, await run.list(c.var.ctx, c.req.valid('query'))),
    )
    .openapi(
      route({
        ...scim(path),
        method: 'post',
        operationId: `create${name}`,
        summary: `Make a ${noun}`,
        request: { body, query: ScimReadQuery },
        responses: { 201: stored },
        fails: ['already_exists'],
      }),
      async (c) => shown(c, await run.create(c.var.ctx, c.req.valid('json'), c.req.valid('query')), 201),
    )
    .openapi(
      route({
        ...scim(`${path}/.search`),
        method: 'post',
        operationId: `search${name}s`,
        summary: `Find ${noun}s, asked for in the body`,
        request: { body: scimBody(ScimSearch) },
        responses: { 200: scimReply(listOf(item, `${name}List`), 'A page of those the filter meets') },
      }),
      async (c) => answered(c, await run.list(c.var.ctx, queryOf(c.req.valid('json')))),
    )
    .openapi(
      route({
        ...scim(one),
        method: 'get',
        operationId: `get${name}`,
        summary: `Read a ${noun}`,
        request: { params, query: ScimReadQuery },
        responses: { 200: stored, 304: { description: 'If-None-Match names this version' } },
      }),
      async (c) => shown(c, await run.get(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('query'))),
    )
    .openapi(
      route({
        ...scim(one),
        method: 'put',
        operationId: `replace${name}`,
        summary: `Set all of a ${noun}`,
        request: { params, body, query: ScimReadQuery },
        responses: { 200: stored },
        fails,
      }),
      async (c) => shown(c, await run.replace(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('json'), c.req.valid('query'))),
    )
    .openapi(
      route({
        ...scim(one),
        method: 'patch',
        operationId: `patch${name}`,
        summary: `Change a ${noun}`,
        request: { params, body: scimBody(ScimPatch), query: ScimReadQuery },
        responses: { 200: stored },
        fails,
      }),
      async (c) => shown(c, await run.patch(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('json'), c.req.valid('query'))),
    )
    .openapi(
      route({
        ...scim(one),
        method: 'delete',
        operationId: `delete${name}`,
        summary: `Delete a ${noun}`,
        request: { params },
        responses: { 204: { description: 'Gone' } },
        fails,
      }),
      async (c) => {
        await run.remove(c.var.ctx, idOf(c.req.valid('param')))
        return noContent(c)
      },
    )
}

export const scimUsers = scimResource({
  path: '/Users',
  noun: 'user',
  name: 'ScimUser',
  id: ['user_id', 'usr'],
  item: ScimUser,
  input: ScimUserInput,
  fails: ['already_exists', 'last_admin'],
  list: listScimUsers,
  get: getScimUser,
  create: createScimUser,
  replace: replaceScimUser,
  patch: patchScimUser,
  remove: deleteScimUser,
})

export const scimGroups = scimResource({
  path: '/Groups',
  noun: 'group',
  name: 'ScimGroup',
  id: ['group_id', 'grp'],
  item: ScimGroup,
  input: ScimGroupInput,
  fails: ['already_exists'],
  list: listScimGroups,
  get: getScimGroup,
  create: createScimGroup,
  replace: replaceScimGroup,
  patch: patchScimGroup,
  remove: deleteScimGroup,
})

export const scimSearch = createRouter().openapi(
  route({
    ...scim('/.search'),
    method: 'post',
    operationId: 'searchScim',
    summary: 'Find users and groups',
    request: { body: scimBody(ScimSearch) },
    responses: { 200: scimReply(listOf(z.union([ScimUser, ScimGroup]), 'ScimList'), 'A page of those the filter meets, users first') },
  }),
  async (c) => answered(c, await searchScim(c.var.ctx, c.req.valid('json'))),
)
