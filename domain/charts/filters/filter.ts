import { z } from 'zod'
import { FilterOperator, FilterValue } from '../../semantics/semantic-query.ts'
import { strict } from '../../strict.ts'
import { PartId } from '../layout/tile.ts'

export const FilterType = z.enum(['list', 'range', 'date', 'text']).meta({ id: 'DashboardFilterType' })
export type FilterType = z.infer<typeof FilterType>

/** What each type of filter may compare by; the first is what it does unless told otherwise. */
export const OPERATORS: Record<FilterType, readonly FilterOperator[]> = {
  list: ['equals', 'not_equals', 'is_empty', 'is_not_empty'],
  range: ['between', 'greater_or_equal', 'less_or_equal', 'greater_than', 'less_than', 'equals'],
  date: ['between', 'greater_or_equal', 'less_or_equal', 'greater_than', 'less_than', 'equals'],
  text: ['contains', 'not_contains', 'starts_with', 'ends_with', 'equals'],
}

const scoped = z.array(PartId).max(100).optional()

export const DashboardFilter = strict({
  id: PartId.optional().meta({ description: 'Names the filter in `filters` of a data request; given on save when absent', example: 'filter_1' }),
  type: FilterType.optional().meta({ description: 'Told by the operator when absent' }),
  datasource_id: z.string().max(64).nullable().default(null).meta({ description: 'Null = every data source of the dashboard that has the member' }),
  member: z.string().min(1).max(513).meta({ example: 'orders.region' }),
  operator: FilterOperator.optional().meta({ description: 'equals, between or contains by the type when absent' }),
  values: z.array(FilterValue).max(1000).default([]).meta({
    description: 'What it holds until a viewer chooses: none = all rows. A date takes `last 30 days`, `previous month`, `year to date`, `2024-03`, or two days',
  }),
  label: z.string().max(200).default(''),
  required: z.boolean().default(false).meta({ description: 'Tiles in its scope show nothing until it has a value' }),
  depends_on: z.array(PartId).max(10).default([]).meta({ description: 'Filters that cut what is offered: the city of the chosen country' }),
  scope: strict({ tiles: scoped, except: scoped }).default({}).meta({ description: 'The tiles it is for; all when empty' }),
}).meta({ id: 'DashboardFilter', description: 'A filter the dashboard offers its viewers' })
export type DashboardFilter = z.infer<typeof DashboardFilter>
export type NamedFilter = Required<DashboardFilter>

/** A filter as it is stored, which may be older than these types. */
export type StoredFilter = { id?: string; member: string; operator?: string }

/** Every filter with its name, type, operator and what it leaves unsaid. */
export function namedFilters(filters: readonly (DashboardFilter | StoredFilter)[]): NamedFilter[] {
  const taken = new Set(filters.flatMap(({ id }) => (id === undefined ? [] : [id])))
  let number = 0
  const fresh = (): string => {
    do number++
    while (taken.has(`filter_${number}`))
    return `filter_${number}`
  }
  return filters.map((given) => {
    const filter = DashboardFilter.parse(given)
    const type = filter.type ?? typeOf(filter.operator)
    return { ...filter, id: filter.id ?? fresh(), type, operator: filter.operator ?? OPERATORS[type][0] ?? 'equals' }
  })
}

function typeOf(operator: FilterOperator | undefined): FilterType {
  if (operator === undefined || OPERATORS.list.includes(operator)) return 'list'
  return OPERATORS.range.includes(operator) ? 'range' : 'text'
}
