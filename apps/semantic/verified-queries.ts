import {
  createVerifiedQuery,
  deleteVerifiedQuery,
  getVerifiedQuery,
  listVerifiedQueries,
  NewVerifiedQuery,
  updateVerifiedQuery,
  VerifiedQuery,
  VerifiedQueryChange,
  VerifiedQueryListQuery,
  VerifiedQueryPageQuery,
} from '#domain/query/verified-queries.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'
import { asking } from './datasource-data.ts'

const view = onObject('datasource', 'view', 'verified_query_id')
const edit = onObject('datasource', 'edit', 'verified_query_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

export const verifiedQueries = resourceRoutes(createRouter(), {
  path: '/verified-queries',
  id: ['verified_query_id', 'vq'],
  item: VerifiedQuery,
  plural: 'VerifiedQueries',
  list: {
    of: 'questions with a query someone vouches for',
    answers: 'Those of the data sources the caller may see',
    query: VerifiedQueryListQuery,
    page: VerifiedQueryPageQuery,
    run: listVerifiedQueries,
  },
  create: {
    summary: 'Vouch for the query of a question',
    description: 'The query is run for one row first. Questions like it are then answered by it, and models are shown it.',
    access: editSource,
    body: NewVerifiedQuery,
    fails: asking,
    run: createVerifiedQuery,
  },
  read: { summary: 'Read a verified query', access: view, run: getVerifiedQuery },
  change: { summary: 'Change a verified query, and vouch for it', access: edit, body: VerifiedQueryChange, fails: asking, run: updateVerifiedQuery },
  remove: { summary: 'Delete a verified query', access: edit, run: deleteVerifiedQuery },
})
