import { z } from 'zod'
import { PERMISSIONS, Permission } from '#domain/access/group-permission.ts'
import {
  createGroup,
  deleteGroup,
  Group,
  GroupChange,
  getGroup,
  groupQueries,
  listGroups,
  listMembers,
  Member,
  NewGroup,
  updateGroup,
} from '#domain/catalog/groups.ts'
import { listPeople, PeopleQuery, Person } from '#domain/catalog/people.ts'
import { ListQuery } from '#domain/pagination.ts'
import { list } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const admin = { who: 'admin' } as const
const view = onObject('group', 'view', 'group_id')

export const groups = resourceRoutes(createRouter(), {
  path: '/groups',
  id: ['group_id', 'grp'],
  item: Group,
  list: { of: 'groups', answers: 'Groups the caller is in; all for administrators', query: groupQueries.list, page: groupQueries.page, run: listGroups },
  create: { summary: 'Create a group', access: admin, body: NewGroup, fails: ['already_exists'], run: createGroup },
  read: { summary: 'Read a group', access: view, run: getGroup },
  change: { summary: 'Change a group', access: admin, body: GroupChange, fails: ['already_exists'], run: updateGroup },
  remove: { summary: 'Delete a group', access: admin, run: deleteGroup },
}).openapi(
  route({
    method: 'get',
    path: '/groups/{group_id}/users',
    operationId: 'listGroupUsers',
    summary: 'List the members of a group',
    access: view,
    request: { params: idParam('group_id', 'grp'), query: ListQuery },
    responses: { 200: reply(z.array(Member), 'Its members') },
  }),
  async (c) => list(c, await listMembers(c.var.ctx, c.req.valid('param').group_id, c.req.valid('query'))),
)

export const people = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/people',
      operationId: 'listPeople',
      summary: 'Find people to share with, by name or address',
      access: { who: 'user' },
      request: { query: PeopleQuery },
      responses: { 200: reply(z.array(Person), 'Active users: id and name, nothing else') },
    }),
    async (c) => list(c, await listPeople(c.var.ctx, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'get',
      path: '/permissions',
      operationId: 'listPermissions',
      summary: 'List what a group can permit its members',
      access: { who: 'user' },
      responses: { 200: reply(z.array(Permission), 'Every permission there is') },
    }),
    (c) => c.json([...PERMISSIONS], 200),
  )
