import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { DataQuery } from '../../query/run-query.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import { FilterOperator, FilterValue } from '../../semantics/semantic-query.ts'
import { findDatasource } from '../../semantics/sources/datasources.ts'
import { strict } from '../../strict.ts'
import type { ChartQuery } from '../chart-shape.ts'
import { mayAskMore, type ReachedChart } from '../reached-charts.ts'
import { type Narrowed, narrow } from './apply.ts'
import { conditionsOfMark } from './marks.ts'
import { type ActiveCondition, absolute, readList } from './selection.ts'

const ofColumn = strict({
  column: z.string().min(1).max(256),
  values: z
    .array(z.union([FilterValue, z.null()]))
    .min(1)
    .max(1000),
})
const ofMember = strict({ member: z.string().min(1).max(513), operator: FilterOperator.default('equals'), values: z.array(FilterValue).max(1000) })
const Selections = z.array(z.union([ofColumn, ofMember])).max(100)

/** What a request for the rows or the picture of one chart may ask beside it. */
export const CHART_FILTERS_PARAMETER = z.string().max(12_000).optional().meta({
  description:
    'Conditions that cut the rows, as JSON: `[{"column":"region","values":["EU"]}]` for a column the chart shows, `[{"member":"orders.day","operator":"between","values":["last 30 days"]}]` for a column of its data source, which the caller may see. What cannot reach the chart is refused.',
  example: '[{"column":"region","values":["EU"]}]',
})

/** The rows to ask for; `asOf` is a moment as `AS_OF_PARAMETER` reads it. */
export type AskedOfChart = { filters?: string | undefined; as_of?: string | undefined }

export const AS_OF_PARAMETER = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'a moment such as 2026-11-21T09:30:00Z, or a day')
  .optional()
  .meta({
    description: 'Rows that were read at this moment or later: kept ones that are older are read anew. `as_of` of the reply tells when its rows were read',
    example: '2026-11-21T09:30:00Z',
  })

/**
 * What a chart asks under the conditions of a request. Fails with `forbidden` where only the chart's own question is open to the caller, or a member of a data
 * source he may not see, and with `invalid` for what does not fit or does not reach the chart.
 */
export async function filteredQuestion(ctx: Context, found: ReachedChart, text: string | undefined): Promise<Pick<Narrowed, 'query' | 'narrowed'>> {
  const query = found.chart.query as ChartQuery as DataQuery
  const selections = readList(text, Selections, 'filters')
  if (selections.length === 0) return { query, narrowed: [] }
  if (!mayAskMore(found)) throw new Failure('forbidden', 'only its own question is open to you, not its data source', { param: 'filters' })
  if (!found.sourceSeen && selections.some((selection) => 'member' in selection))
    throw new Failure('forbidden', 'filtering by a member needs view on the data source of the chart', { param: 'filters', hint: 'Name a column it shows.' })
  const source = await findDatasource(ctx, found.chart.datasource_id)
  if (!source) return { query, narrowed: [] }
  const layer = await loadLayer(ctx, source)
  const conditions = selections.flatMap((selection): ActiveCondition[] => {
    if ('column' in selection) return conditionsOfMark(layer, query, { tile: found.chart.id, ...selection })
    const { member, operator, values } = selection
    return [{ name: member, datasourceId: null, member, ...absolute({ operator, values }, ctx.now()), reaches: () => true }]
  })
  const { unreached, ...narrowed } = narrow(layer, query, conditions)
  const [missed] = unreached
  if (missed) throw new Failure('invalid', `the filter "${missed.filter}" does not reach this chart: ${missed.reason}`, { param: 'filters' })
  return narrowed
}
