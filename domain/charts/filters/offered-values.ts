import { z } from 'zod'
import { notFound } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { SemanticQuery } from '../../semantics/semantic-query.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { runChart } from '../chart-data.ts'
import { type Chosen, layerOf, type Opened, openDashboard } from '../dashboard-data.ts'
import { partsOf } from '../dashboards.ts'
import { isReached, mayAskMore } from '../reached-charts.ts'
import { memberOf, narrow } from './apply.ts'
import type { NamedFilter } from './filter.ts'

export const OfferedValues = z
  .object({
    filter: z.string(),
    values: z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .meta({ description: 'Each once, in their order; of a range or date the lowest and the highest' }),
    truncated: z.boolean().meta({ description: 'There are more: narrow them with q' }),
  })
  .meta({ id: 'OfferedValues' })
export type OfferedValues = z.infer<typeof OfferedValues>

/**
 * What a viewer may choose in a filter: the values its rows hold that he may see, cut by the filters it depends on as chosen. `name` is the filter's id, or its
 * place counted from 0. Fails with `not_found`, `resource_disabled`, `invalid`, and with what its query fails with.
 */
export async function readOfferedValues(
  ctx: Context,
  id: string,
  name: string,
  { q = '', limit = 50, ...chosen }: Chosen & { q?: string | undefined; limit?: number | undefined },
): Promise<OfferedValues> {
  const opened = await openDashboard(ctx, id, chosen)
  const { filters } = partsOf(opened.dashboard)
  const filter = filters.find((item) => item.id === name) ?? (/^\d{1,3}$/.test(name) ? filters[Number(name)] : undefined)
  if (!filter) throw notFound('filter')
  const { found, layer, table, column } = await sourceOf(ctx, opened, filter)
  const bounds = filter.type === 'range' || filter.type === 'date'
  const of = { table: table.name, column: column.name }
  const query: SemanticQuery = {
    measures: bounds
      ? [
          { aggregate: 'min', ...of, name: 'lowest' },
          { aggregate: 'max', ...of, name: 'highest' },
        ]
      : [],
    dimensions: bounds ? [] : [{ ...of, name: 'value' }],
    filters: q.trim() === '' || bounds ? { ...of, operator: 'is_not_empty', values: [] } : { ...of, operator: 'contains', values: [q.trim()] },
    having: [],
    order: bounds ? [] : [{ by: 'value', direction: 'asc' }],
    limit: bounds ? 1 : limit + 1,
    distinct: !bounds,
    joins: [],
  }
  const parents = opened.active.conditions.filter((condition) => filter.depends_on.includes(condition.name))
  const asked = narrow(layer, { semantic_query: query }, parents)
  const [missed] = asked.unreached
  if (missed) throw new Failure('invalid', `"${filter.id}" cannot depend on "${missed.filter}": ${missed.reason}`, { param: 'filters' })
  const { rows } = await runChart(ctx, found, { query: asked.query })
  const values = (bounds ? (rows[0] ?? []) : rows.map(([value]) => value)).filter(isValue)
  return { filter: filter.id, values: bounds ? values : values.slice(0, limit), truncated: !bounds && values.length > limit }
}

const isValue = (value: JsonValue | undefined): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** A chart through which the caller may ask the data source of a filter, for the values are read by the same right and under the same row filters. */
async function sourceOf(ctx: Context, opened: Opened, filter: NamedFilter) {
  const reached = [...opened.found.values()].filter((found) => isReached(found) && mayAskMore(found) && found.chart.is_enabled)
  for (const found of reached.toSorted((one, other) => Number(other.sourceSeen) - Number(one.sourceSeen))) {
    if (filter.datasource_id !== null && found.chart.datasource_id !== filter.datasource_id) continue
    const layer = await layerOf(ctx, opened, found.chart.datasource_id)
    const target = layer && memberOf(layer, filter.member)
    if (target) return { found, layer, ...target }
  }
  throw new Failure('invalid', `the dashboard's data has no "${filter.member}" any more`, { param: 'filter' })
}
