import { z } from 'zod'
import { Failure } from '../../failure.ts'
import { FilterOperator, FilterValue, type Grain } from '../../semantics/semantic-query.ts'
import { strict } from '../../strict.ts'
import { PartId } from '../layout/tile.ts'
import { type NamedFilter, OPERATORS } from './filter.ts'
import { relativeDays } from './relative-dates.ts'

const values = z.array(FilterValue).max(1000)
const ofFilter = strict({
  filter: PartId.meta({ description: 'The id of a filter of the dashboard' }),
  values: values.meta({ description: 'None = all rows' }),
  operator: FilterOperator.optional(),
})
const ofMember = strict({
  member: z.string().min(1).max(513),
  datasource_id: z.string().max(64).nullable().default(null),
  operator: FilterOperator.default('equals'),
  values,
  tile: PartId.optional().meta({ description: 'The tile it was chosen on, which keeps all its marks' }),
})
const ofMark = strict({
  tile: PartId.meta({ description: 'The tile whose mark was clicked, which keeps all its marks' }),
  column: z.string().min(1).max(256).meta({ description: 'A column it shows' }),
  level: z.int().min(0).max(20).optional().meta({ description: 'The level of its hierarchy it was clicked at; the level shown now when absent' }),
  values: z
    .array(z.union([FilterValue, z.null()]))
    .min(1)
    .max(1000),
})
const Selection = z.union([ofFilter, ofMark, ofMember])
const Selections = z.array(Selection).max(100)
export type Selection = z.infer<typeof Selection>
export type Mark = z.infer<typeof ofMark>

export const FILTERS_PARAMETER = z.string().max(12_000).optional().meta({
  description:
    'What the viewer chose, as JSON: `[{"filter":"filter_1","values":["EU"]}]` for filters of the dashboard, `[{"tile":"tile_2","column":"region","values":["EU"]}]` for a mark that was clicked, `[{"member":"orders.region","values":["EU"]}]` for a column of a data source the caller may see',
  example: '[{"filter":"filter_1","values":["EU"]}]',
})

/** The selections of a `filters` parameter. Fails with `invalid`. */
export const readSelections = (text: string | undefined): Selection[] => readList(text, Selections, 'filters')

/** A parameter that holds JSON. Fails with `invalid`, naming it. */
export function readList<T>(text: string | undefined, schema: z.ZodType<T[]>, param: string): T[] {
  if (text === undefined || text.trim() === '') return []
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Failure('invalid', `${param} is not JSON`, { param })
  }
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const deeper = issue?.code === 'invalid_union' ? issue.errors.flat()[0] : issue
  const path = [param, ...(issue?.path ?? []), ...(deeper === issue ? [] : (deeper?.path ?? []))].join('.')
  throw new Failure('invalid', `${path}: ${deeper?.message ?? 'not valid'}`, { param: path })
}

/** One condition that holds on a dashboard now: of a filter, or of a mark that was clicked. `values` are absolute. */
export type ActiveCondition = {
  /** The filter's id, or the member of a mark. */
  name: string
  datasourceId: string | null
  member: string
  operator: FilterOperator
  values: z.infer<typeof values>
  /** A part of a date that repeats, which is compared instead. */
  grain?: Grain
  reaches(tileId: string): boolean
}

/** What is in force on a dashboard: its conditions, and the filters that wait for a value. */
export type Active = { conditions: ActiveCondition[]; waiting: NamedFilter[] }

/** The conditions of a dashboard's filters by what was chosen, else by their own values; marks are for `conditionsOfMark`. Fails with `invalid` for a selection that does not fit. */
export function activeOf(filters: NamedFilter[], selections: Selection[], now: Date): Active {
  const active: Active = { conditions: [], waiting: [] }
  selections.forEach((selection, index) => {
    if ('filter' in selection && !filters.some(({ id }) => id === selection.filter)) {
      const param = `filters.${index}.filter`
      throw new Failure('invalid', `the dashboard has no filter "${selection.filter}"`, {
        param,
        hint: `Its filters: ${filters.map(({ id }) => id).join(', ')}`,
      })
    }
  })
  for (const filter of filters) {
    const index = selections.findLastIndex((selection) => 'filter' in selection && selection.filter === filter.id)
    const selected = selections[index]
    const chosen = selected && 'filter' in selected ? selected : undefined
    const operator = chosen?.operator ?? filter.operator
    if (!OPERATORS[filter.type].includes(operator)) {
      throw new Failure('invalid', `a filter of type ${filter.type} takes ${OPERATORS[filter.type].join(', ')}`, { param: `filters.${index}.operator` })
    }
    const given = chosen?.values ?? filter.values
    const stands = operator === 'is_empty' || operator === 'is_not_empty'
    if (given.length === 0 && !stands) {
      if (filter.required) active.waiting.push(filter)
      continue
    }
    active.conditions.push({
      name: filter.id,
      datasourceId: filter.datasource_id,
      member: filter.member,
      ...absolute({ operator, values: stands ? [] : given }, now),
      reaches: (tile) => isInScope(filter, tile),
    })
  }
  for (const selection of selections) {
    if (!('member' in selection)) continue
    const { member, datasource_id: datasourceId, operator, values: given, tile } = selection
    active.conditions.push({ name: member, datasourceId, member, ...absolute({ operator, values: given }, now), reaches: (id) => id !== tile })
  }
  return active
}

export const isInScope = ({ scope: { tiles, except } }: Pick<NamedFilter, 'scope'>, tile: string): boolean =>
  (tiles === undefined || tiles.length === 0 || tiles.includes(tile)) && !except?.includes(tile)

/** Relative dates as the days they stand for now: one stands for a stretch, and of several each for its own first and last day. */
export function absolute({ operator, values: given }: Pick<ActiveCondition, 'operator' | 'values'>, now: Date): Pick<ActiveCondition, 'operator' | 'values'> {
  const read = given.map((value) => (typeof value === 'string' ? relativeDays(value, now) : null))
  const [only] = read
  if (given.length === 1 && operator === 'between') {
    if (only) return { operator, values: only }
    // A period of its own, such as 2024-03, is its own beginning and end.
    return { operator: 'equals', values: given }
  }
  if (given.length === 1 && operator === 'equals' && only) return { operator: 'between', values: only }
  const late = operator === 'greater_than' || operator === 'less_or_equal'
  return { operator, values: given.map((value, index) => read[index]?.[late || (operator === 'between' && index === 1) ? 1 : 0] ?? value) }
}
