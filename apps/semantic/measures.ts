import {
  acceptMeasure,
  createMeasure,
  deleteMeasure,
  getMeasure,
  listMeasures,
  Measure,
  MeasureChange,
  MeasureListQuery,
  MeasurePageQuery,
  NewMeasure,
  updateMeasure,
} from '#domain/semantics/layer/measures.ts'
import { resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const view = onObject('datasource', 'view', 'measure_id')
const edit = onObject('datasource', 'edit', 'measure_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

const accepted = createRouter().openapi(
  route({
    method: 'post',
    path: '/measures/{measure_id}/accept',
    operationId: 'acceptMeasure',
    summary: 'Accept a proposed measure',
    description: 'An extraction proposes measures by the names and values of columns, with their formulas. Accepted, a measure is in force for everybody.',
    access: edit,
    request: { params: idParam('measure_id', 'msr') },
    responses: { 200: reply(Measure, 'As stored') },
    fails: ['precondition_failed'],
  }),
  async (c) => resource(c, await acceptMeasure(c.var.ctx, c.req.valid('param').measure_id), 200),
)

export const measures = resourceRoutes(accepted, {
  path: '/measures',
  id: ['measure_id', 'msr'],
  item: Measure,
  list: {
    of: 'defined measures',
    answers: 'Those of the data sources the caller may see',
    query: MeasureListQuery,
    page: MeasurePageQuery,
    run: listMeasures,
  },
  create: {
    summary: 'Define a measure',
    description:
      'An aggregate with a name, that every question and chart then means the same by. A ratio of two measures is asked for in a semantic query (`ratio`), which divides them at the grain asked for.',
    access: editSource,
    body: NewMeasure,
    fails: ['already_exists'],
    run: createMeasure,
  },
  read: { summary: 'Read a measure', access: view, run: getMeasure },
  change: { summary: 'Change a measure', access: edit, body: MeasureChange, fails: ['already_exists'], run: updateMeasure },
  remove: { summary: 'Delete a measure', access: edit, run: deleteMeasure },
})
