import { z } from 'zod'
import {
  Description,
  DescriptionChange,
  DescriptionChanges,
  DescriptionListQuery,
  DescriptionPageQuery,
  getDescription,
  listDescriptions,
  updateDescription,
  updateDescriptions,
} from '#domain/semantics/describe/descriptions.ts'
import { json } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'

export const descriptions = createRouter().openapi(
  route({
    method: 'put',
    path: '/descriptions/bulk',
    operationId: 'updateDescriptions',
    summary: 'Edit many descriptions at once: all or none',
    access: { who: 'user' },
    request: { body: body(DescriptionChanges) },
    responses: { 200: reply(z.array(Description), 'The descriptions, in the order given') },
    fails: ['not_found'],
  }),
  async (c) => json(c, await updateDescriptions(c.var.ctx, c.req.valid('json')), 200),
)

resourceRoutes(descriptions, {
  path: '/descriptions',
  id: ['description_id', 'dsc'],
  item: Description,
  list: {
    of: 'what the tables and columns of a data source mean',
    answers: 'Each table before its columns',
    access: onObject('datasource', 'view', 'datasource_id', 'query'),
    query: DescriptionListQuery,
    page: DescriptionPageQuery,
    run: listDescriptions,
  },
  read: { summary: 'Read a description', access: onObject('datasource', 'view', 'description_id'), run: getDescription },
  change: { summary: 'Edit a description', access: onObject('datasource', 'edit', 'description_id'), body: DescriptionChange, run: updateDescription },
})
