import { z } from 'zod'
import { type AssignmentKind, assign, keyOf, listAssignments, removeAssignment, shapesOf, unassign } from '#domain/catalog/assignments.ts'
import { json, list, noContent } from './reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from './router.ts'

const params = idParam('id', 'shr')

/** The routes of one kind of assignment: an idempotent POST, a list filtered by either side, and DELETE by id or by pair. */
export function assignmentRouter(kind: AssignmentKind) {
  const { stored, fresh, query, pair } = shapesOf(kind)
  const path = `/${kind.path}`
  const what = `${kind.principal} and ${kind.resource}`
  const onResource = (where: 'body' | 'query') => onObject(kind.resource, kind.needs, keyOf(kind.resource), where)

  return createRouter()
    .openapi(
      route({
        method: 'get',
        path,
        operationId: `list${kind.name}s`,
        summary: `List assignments of ${what}`,
        access: { who: 'user' },
        request: { query },
        responses: { 200: reply(z.array(stored), 'The assignments the caller may see') },
      }),
      async (c) => list(c, await listAssignments(c.var.ctx, kind, c.req.valid('query'))),
    )
    .openapi(
      route({
        method: 'post',
        path,
        operationId: `create${kind.name}`,
        summary: `Assign ${what} to each other`,
        access: onResource('body'),
        request: { body: body(fresh) },
        responses: { 201: reply(stored, 'The assignment'), 200: reply(stored, 'The assignment, which existed') },
        ...(kind.principal === 'model' ? { fails: ['extraction_required' as const] } : {}),
      }),
      async (c) => {
        const { assignment, created } = await assign(c.var.ctx, kind, c.req.valid('json'))
        return created ? json(c, assignment, 201) : json(c, assignment, 200)
      },
    )
    .openapi(
      route({
        method: 'delete',
        path,
        operationId: `delete${kind.name}Pair`,
        summary: `End the assignment of one ${what}`,
        access: onResource('query'),
        request: { query: pair },
        responses: { 204: { description: 'Gone' } },
      }),
      async (c) => {
        await unassign(c.var.ctx, kind, c.req.valid('query') as Record<string, string>)
        return noContent(c)
      },
    )
    .openapi(
      route({
        method: 'delete',
        path: `${path}/{id}`,
        operationId: `delete${kind.name}`,
        summary: `End an assignment of ${what}`,
        access: { who: 'user' },
        request: { params },
        responses: { 204: { description: 'Gone' } },
      }),
      async (c) => {
        await removeAssignment(c.var.ctx, kind, c.req.valid('param').id)
        return noContent(c)
      },
    )
}
