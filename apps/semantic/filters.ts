import { RowFilter } from '#domain/semantics/row-filters/row-filter.ts'
import {
  createRowFilter,
  deleteRowFilter,
  getRowFilter,
  listRowFilters,
  NewRowFilter,
  RowFilterChange,
  RowFilterListQuery,
  RowFilterPageQuery,
  updateRowFilter,
} from '#domain/semantics/row-filters/row-filters.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'

const edit = onObject('datasource', 'edit', 'filter_id')
const editSource = onObject('datasource', 'edit', 'datasource_id', 'body')

export const filters = resourceRoutes(createRouter(), {
  path: '/filters',
  id: ['filter_id', 'flt'],
  item: RowFilter,
  list: {
    of: 'row filters',
    answers: 'Those of the data sources the caller may edit',
    query: RowFilterListQuery,
    page: RowFilterPageQuery,
    run: listRowFilters,
  },
  create: { summary: 'Define which rows of a table may be seen, and by whom', access: editSource, body: NewRowFilter, fails: [], run: createRowFilter },
  read: { summary: 'Read a row filter', access: edit, run: getRowFilter },
  change: { summary: 'Change a row filter', access: edit, body: RowFilterChange, fails: [], run: updateRowFilter },
  remove: { summary: 'Delete a row filter', access: edit, run: deleteRowFilter },
})
