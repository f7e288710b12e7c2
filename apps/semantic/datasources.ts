import { z } from 'zod'
import { Datasource, DatasourceChange, NewDatasource } from '#domain/semantics/sources/datasource.ts'
import { DatasourceType, listDatasourceTypes } from '#domain/semantics/sources/datasource-types.ts'
import {
  createDatasource,
  datasourceQueries,
  deleteDatasource,
  getDatasource,
  listDatasources,
  setEnabled,
  updateDatasource,
} from '#domain/semantics/sources/datasources.ts'
import { json, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

export const datasourceParams = idParam('datasource_id', 'ds')

const edit = onObject('datasource', 'edit', 'datasource_id')

export const datasources = resourceRoutes(createRouter(), {
  path: '/datasources',
  id: ['datasource_id', 'ds'],
  item: Datasource,
  list: { of: 'data sources', answers: 'Data sources the caller may see', query: datasourceQueries.list, page: datasourceQueries.page, run: listDatasources },
  create: {
    summary: 'Connect a data source',
    description: 'Needs the permission "create_datasources". The connection is tried at once; status says how it went.',
    access: { who: 'user', permission: 'create_datasources' },
    body: NewDatasource,
    fails: ['not_found'],
    run: createDatasource,
  },
  read: { summary: 'Read a data source', access: onObject('datasource', 'view', 'datasource_id'), run: getDatasource },
  change: { summary: 'Change a data source', access: edit, body: DatasourceChange, fails: ['datasource_unreachable'], run: updateDatasource },
  remove: {
    summary: 'Delete a data source with its descriptions, joins, hierarchies and extractions',
    access: onObject('datasource', 'own', 'datasource_id'),
    run: deleteDatasource,
  },
}).openapi(
  route({
    method: 'get',
    path: '/datasource-types',
    operationId: 'listDatasourceTypes',
    summary: 'List the kinds of data source and the form of their connections',
    access: { who: 'user' },
    responses: { 200: reply(z.array(DatasourceType), 'The kinds') },
  }),
  (c) => json(c, listDatasourceTypes(c.var.ctx), 200),
)

for (const step of ['enable', 'disable'] as const) {
  datasources.openapi(
    route({
      method: 'post',
      path: `/datasources/{datasource_id}/${step}`,
      operationId: `${step}Datasource`,
      summary: step === 'enable' ? 'Switch a data source on' : 'Switch a data source off: it answers no query until it is on again',
      access: edit,
      request: { params: datasourceParams },
      responses: { 200: reply(Datasource, 'The data source') },
      fails: ['datasource_unreachable'],
    }),
    async (c) => resource(c, await setEnabled(c.var.ctx, c.req.valid('param').datasource_id, step === 'enable'), 200),
  )
}
