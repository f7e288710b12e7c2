import {
  acceptHierarchy,
  createHierarchy,
  deleteHierarchy,
  getHierarchy,
  Hierarchy,
  HierarchyChange,
  HierarchyListQuery,
  HierarchyPageQuery,
  listHierarchies,
  NewHierarchy,
  updateHierarchy,
} from '#domain/semantics/layer/hierarchies.ts'
import { resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const view = onObject('datasource', 'view', 'hierarchy_id')
const edit = onObject('datasource', 'edit', 'hierarchy_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

const accepted = createRouter().openapi(
  route({
    method: 'post',
    path: '/hierarchies/{hierarchy_id}/accept',
    operationId: 'acceptHierarchy',
    summary: 'Accept a suggested drill-down path',
    access: edit,
    request: { params: idParam('hierarchy_id', 'hier') },
    responses: { 200: reply(Hierarchy, 'As stored') },
    fails: ['precondition_failed'],
  }),
  async (c) => resource(c, await acceptHierarchy(c.var.ctx, c.req.valid('param').hierarchy_id), 200),
)

export const hierarchies = resourceRoutes(accepted, {
  path: '/hierarchies',
  id: ['hierarchy_id', 'hier'],
  item: Hierarchy,
  plural: 'Hierarchies',
  list: {
    of: 'drill-down paths',
    answers: 'Those of the data sources the caller may see',
    query: HierarchyListQuery,
    page: HierarchyPageQuery,
    run: listHierarchies,
  },
  create: { summary: 'Define a drill-down path', access: editSource, body: NewHierarchy, fails: ['already_exists'], run: createHierarchy },
  read: { summary: 'Read a drill-down path', access: view, run: getHierarchy },
  change: { summary: 'Change a drill-down path', access: edit, body: HierarchyChange, fails: ['already_exists'], run: updateHierarchy },
  remove: { summary: 'Delete a drill-down path', access: edit, run: deleteHierarchy },
})
