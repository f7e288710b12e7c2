import {
  createRelationship,
  deleteRelationship,
  getRelationship,
  listRelationships,
  NewRelationship,
  Relationship,
  RelationshipChange,
  RelationshipListQuery,
  RelationshipPageQuery,
  updateRelationship,
} from '#domain/semantics/layer/relationships.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'

const view = onObject('datasource', 'view', 'relationship_id')
const edit = onObject('datasource', 'edit', 'relationship_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

export const relationships = resourceRoutes(createRouter(), {
  path: '/relationships',
  id: ['relationship_id', 'rel'],
  item: Relationship,
  list: {
    of: 'joins between tables',
    answers: 'Those of the data sources the caller may see',
    query: RelationshipListQuery,
    page: RelationshipPageQuery,
    run: listRelationships,
  },
  create: { summary: 'Define a join between two tables', access: editSource, body: NewRelationship, fails: ['already_exists'], run: createRelationship },
  read: { summary: 'Read a join between two tables', access: view, run: getRelationship },
  change: { summary: 'Change a join between two tables', access: edit, body: RelationshipChange, fails: ['already_exists'], run: updateRelationship },
  remove: { summary: 'Delete a join; no extraction brings it back', access: edit, run: deleteRelationship },
})
