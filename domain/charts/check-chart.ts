import type { Context } from '../context.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { QueryOutcome } from '../query/query-outcome.ts'
import { type Authority, runDataQuery } from '../query/run-query.ts'
import type { ChartQuery } from './chart-shape.ts'
import { type ChartSpec, type ChartType, fitsType, typeOfSpec } from './chart-spec.ts'
import { chooseChart, suggestTypes } from './choose.ts'

/** Rows a chart is tried on: enough to choose by, and more than are drawn. */
const TRIED_ROWS = 5_000
/** What keeps a query from being tried now, and says nothing of whether it is right. */
const PASSING: readonly FailureCode[] = [
  'datasource_unreachable',
  'source_unavailable_here',
  'query_timeout',
  'query_memory_exceeded',
  'query_failed',
  'overloaded',
  'extraction_required',
  'draining',
]

export type Wish = { datasource_id: string; query: ChartQuery; spec: ChartSpec | null | undefined; chart_type: ChartType | undefined }

/** How a chart is to be drawn, and what it was tried on; `outcome` is null where the source could not be asked. */
export type CheckedChart = { spec: ChartSpec | null; chart_type: ChartType; suggested_types: ChartType[]; outcome: QueryOutcome | null }

/**
 * Tries a chart before it is stored: its query runs, its spec is drawn over the result, its type fits. Where no spec is given one is chosen, of the
 * type that was asked for. Fails with `invalid` naming the member at fault, and with what the query fails with, but for a source that cannot be asked now.
 */
export async function checkChart(ctx: Context, wish: Wish, authority: Authority): Promise<CheckedChart> {
  const outcome = await tryQuery(ctx, wish, authority)
  if (!outcome) {
    const spec = wish.spec ?? null
    return { spec, chart_type: fitting(wish.chart_type, spec, []), suggested_types: [], outcome }
  }
  const suggested = await withoutBlankMap(ctx, suggestTypes(outcome.columns, outcome.rows, hintsOf(outcome)), outcome)
  const { spec, chart_type } = wish.spec ? { spec: wish.spec, chart_type: fitting(wish.chart_type, wish.spec, suggested) } : chosen(wish, outcome, suggested)
  await tryDrawing(ctx, { spec, chart_type }, outcome)
  return { spec, chart_type, suggested_types: suggested, outcome }
}

/** Whether a column holds countries the engine alone knows; a map is suggested where it can be drawn. */
async function withoutBlankMap(ctx: Context, types: ChartType[], outcome: QueryOutcome): Promise<ChartType[]> {
  if (!types.includes('choropleth')) return types
  const { spec } = chooseChart(outcome.columns, outcome.rows, 'choropleth', hintsOf(outcome))
  try {
    await tryDrawing(ctx, { spec, chart_type: 'choropleth' }, outcome)
    return types
  } catch (error) {
    if (error instanceof Failure) return types.filter((type) => type !== 'choropleth')
    throw error
  }
}

async function tryQuery(ctx: Context, { datasource_id, query }: Wish, authority: Authority): Promise<QueryOutcome | null> {
  try {
    return await runDataQuery(ctx, datasource_id, query, { authority, rowLimit: TRIED_ROWS })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (PASSING.includes(error.code)) return null
    throw new Failure(error.code, error.message, { ...error.details, param: 'query', cause: error })
  }
}

const hintsOf = ({ semantic_query: query }: QueryOutcome) => ({ query })

/** The type of a chart with this spec: the one asked for where it is drawn from such a spec, else the spec's own. */
function fitting(type: ChartType | undefined, spec: ChartSpec | null, suggested: readonly ChartType[]): ChartType {
  if (type === undefined) return typeOfSpec(spec)
  if (spec === null || fitsType(type, spec)) return type
  throw unfit(`a spec that is drawn as "${typeOfSpec(spec)}" does not fit "${type}"`, suggested)
}

function chosen({ chart_type, spec }: Wish, outcome: QueryOutcome, suggested: readonly ChartType[]): { spec: ChartSpec | null; chart_type: ChartType } {
  if (chart_type === 'table' || (spec === null && chart_type === undefined)) return { spec: null, chart_type: 'table' }
  const choice = chooseChart(outcome.columns, outcome.rows, chart_type ?? null, hintsOf(outcome))
  if (chart_type === undefined || choice.chart_type === chart_type || outcome.rows.length === 0) return { spec: choice.spec, chart_type: choice.chart_type }
  throw unfit(choice.note ?? `this result cannot be drawn as "${chart_type}"`, suggested)
}

const unfit = (message: string, suggested: readonly ChartType[]): Failure =>
  new Failure('invalid', `chart_type: ${message}`, {
    param: 'chart_type',
    details: [{ path: 'chart_type', message }],
    ...(suggested.length > 0 ? { hint: `this result can be drawn as: ${suggested.join(', ')}` } : {}),
  })

/** Draws what nobody looks at: the engine alone knows whether it can. */
async function tryDrawing(ctx: Context, chart: { spec: ChartSpec | null; chart_type: ChartType }, outcome: QueryOutcome): Promise<void> {
  const { columns, rows, truncated } = outcome
  try {
    await ctx.ports.charts.draw({ ...chart, columns, rows, truncated }, { format: 'svg', scale: 1 })
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'chart_not_drawable')) throw error
    const [, path] = /^([\w.[\]]+): /.exec(error.message) ?? []
    const param = path === undefined ? 'spec' : `spec.${path}`
    throw new Failure('invalid', `${param}: ${error.message.replace(/^[\w.[\]]+: /, '')}`, {
      param,
      details: [{ path: param, message: error.message }],
      cause: error,
    })
  }
}
