import {
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
} from '#domain/semantics/hierarchies.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'

const view = onObject('datasource', 'view', 'hierarchy_id')
const edit = onObject('datasource', 'edit', 'hierarchy_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

export const hierarchies = resourceRoutes(createRouter(), {
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
