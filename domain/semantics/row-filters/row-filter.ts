import { z } from 'zod'
import { FILTER_REACH, rowFilters } from '#db/schema/semantics.ts'
import { stored, strict } from '../../strict.ts'
import { FilterOperator, FilterValue } from '../semantic-query.ts'
import { RelatedTable } from './related-tables.ts'

const ids = z.array(z.string().min(1).max(64)).max(500)

export const RowFilterCondition = strict({
  member: z.string().min(1).max(513).meta({ description: 'A column of the table, with or without its name', example: 'region' }),
  operator: FilterOperator,
  values: z
    .array(FilterValue)
    .max(1000)
    .default([])
    .meta({ description: 'Values, or `{{user.attributes.<name>}}`, `{{user.id}}`, `{{user.email}}`: who lacks it sees no row' }),
}).meta({ id: 'RowFilterCondition' })

export const RowFilterAppliesTo = strict({
  everyone: z.boolean().optional(),
  groups: ids.optional(),
  users: ids.optional(),
  except: strict({ groups: ids.optional(), users: ids.optional() }).optional(),
}).meta({
  id: 'RowFilterAppliesTo',
  description:
    'Whose queries it cuts: administrators and owners too, unless they are excepted. Who is not named sees all rows; a guest sees none but by an `everyone` filter or one of its token.',
})

export const RowFilterReach = z.enum(FILTER_REACH).meta({
  id: 'RowFilterReach',
  description:
    "Which rows it cuts: `table` those of its table alone; `related` also those of other tables that belong to one of its rows by joins, over any number of tables (a customer's orders, their lines). Where several ways of joins lead to the table, all must lead to a row that is left; a row without a key on one of them is left out.",
})

/** As it is stored, with what its data source tells of it. */
export const DatasourceRowFilter = z
  .object({
    ...stored,
    datasource_id: z.string(),
    name: z.string(),
    table_name: z.string().meta({ example: 'Customer' }),
    condition: RowFilterCondition,
    applies_to: RowFilterAppliesTo,
    reach: RowFilterReach,
    is_enabled: z.boolean(),
    is_orphaned: z.boolean().meta({ description: 'Its table or column was not found by the last extraction: it leaves no row until it is changed' }),
  })
  .meta({ id: 'DatasourceRowFilter' })
export type DatasourceRowFilter = z.infer<typeof DatasourceRowFilter>

export const RowFilter = DatasourceRowFilter.extend({
  related_tables: z.array(RelatedTable).meta({
    description:
      'The tables that hold rows which belong to rows of this one, by the joins that nobody deleted: cut too when `reach` is `related`, open when it is `table`',
  }),
}).meta({ id: 'RowFilter' })
export type RowFilter = z.infer<typeof RowFilter>

/** A filter in wire form. */
export const rowFilterColumns = {
  id: rowFilters.id,
  revision: rowFilters.revision,
  created_at: rowFilters.created_at,
  updated_at: rowFilters.updated_at,
  datasource_id: rowFilters.datasource_id,
  name: rowFilters.name,
  table_name: rowFilters.table_name,
  condition: rowFilters.condition,
  applies_to: rowFilters.applies_to,
  reach: rowFilters.reach,
  is_enabled: rowFilters.is_enabled,
  is_orphaned: rowFilters.is_orphaned,
}
