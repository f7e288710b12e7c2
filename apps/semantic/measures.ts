import {
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
} from '#domain/semantics/measures.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'

const view = onObject('datasource', 'view', 'measure_id')
const edit = onObject('datasource', 'edit', 'measure_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

export const measures = resourceRoutes(createRouter(), {
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
