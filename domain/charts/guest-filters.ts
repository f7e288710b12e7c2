import { z } from 'zod'
import type { GuestFilter } from '../access/guest-token.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { hasOuterJoin, isNamed, namesIn } from '../query/named-identifiers.ts'
import type { DataQuery } from '../query/run-query.ts'
import { compileQuery } from '../semantics/compile/compile.ts'
import { compileCondition } from '../semantics/compile/compile-condition.ts'
import type { ReadCondition } from '../semantics/compile/condition-reader.ts'
import type { Layer } from '../semantics/layer.ts'
import { boundColumn } from '../semantics/row-filters/restrict-layer.ts'
import { type DashboardRow, partsOf } from './dashboards.ts'
import { layersOf } from './filters/check-filters.ts'
import { chartIdsOf, isChartTile } from './layout/tile.ts'
import { type ReachedChart, reachCharts } from './reached-charts.ts'

/** Which tiles a rule of a token cuts, by the place of the rule in the request. */
export const RuleReach = z
  .object({
    rule: z.string().meta({ example: 'rls.0.clause' }),
    members: z.array(z.string()).meta({ description: 'The columns it compares; `*.name` = of every table that has it', example: ['*.country_id'] }),
    tiles: z.array(z.string()).meta({ description: 'Tiles whose rows it cuts', example: ['tile_1'] }),
    empty: z.array(z.string()).meta({ description: 'Tiles left without rows, since they read no table with such a column' }),
    untouched: z.array(z.string()).meta({ description: 'Tiles that read none of the tables it names' }),
  })
  .meta({ id: 'RuleReach' })
export type RuleReach = z.infer<typeof RuleReach>

type Asked = { filters: GuestFilter[]; rls: { clause: string; dataset?: string | number | undefined }[] }
type Rule = { rule: string; filters: GuestFilter[] }

/**
 * The row filters a token is asked for, our own and Superset's rules, as typed conditions on columns that are there. Fails with `invalid`, naming the one that
 * names no column of the dashboard's data or does not fit it: a filter that cuts nothing is a mistake that shows everything.
 */
export async function guestRules(ctx: Context, dashboard: DashboardRow, { filters, rls }: Asked): Promise<Rule[]> {
  if (filters.length === 0 && rls.length === 0) return []
  const layers = await layersOf(ctx, chartIdsOf(dashboard.layout))
  const own = filters.map((filter, index): Rule => {
    const at = (part: string) => `filters.${index}.${part}`
    requireFitting(layers, filter, { source: at('datasource_id'), member: at('member'), values: at('values') })
    return { rule: `filters.${index}`, filters: [filter] }
  })
  const written = rls.map(async ({ clause, dataset }, index): Promise<Rule> => {
    const at = `rls.${index}.clause`
    const read = await ctx.ports.conditions(clause).catch((error) => {
      throw error instanceof Failure ? refused(at, error.message, error.details.hint) : error
    })
    const datasourceId = dataset === undefined ? null : String(dataset)
    const bound = read.map((condition) => {
      const filter = bind(layers, condition, datasourceId)
      requireFitting(layers, filter, { source: `rls.${index}.dataset`, member: at, values: at })
      return filter
    })
    return { rule: at, filters: bound }
  })
  return [...own, ...(await Promise.all(written))]
}

const refused = (param: string, message: string, hint?: string): Failure =>
  new Failure('invalid', message, { param, details: [{ path: param, message }], ...(hint ? { hint } : {}) })

/** A comparison that was read, with the names as the layer spells them. */
function bind(layers: Layer[], { table, column, operator, values }: ReadCondition, datasourceId: string | null): GuestFilter {
  if (table === null) return { datasource_id: datasourceId, member: `*.${column}`, operator, values }
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const tables = layers.flatMap((layer) => layer.tables)
  const home = tables.find(({ name }) => name === table) ?? tables.find(({ name }) => same(name, table) || same(name, table.split('.').at(-1) ?? ''))
  const found = home?.columns.find(({ name }) => name === column) ?? home?.columns.find(({ name }) => same(name, column))
  return { datasource_id: datasourceId, member: `${home?.name ?? table}.${found?.name ?? column}`, operator, values }
}

function requireFitting(
  layers: Layer[],
  { datasource_id: id, member, operator, values }: GuestFilter,
  at: { source: string; member: string; values: string },
): void {
  const asked = layers.filter((layer) => id === null || layer.datasourceId === id)
  if (asked.length === 0) throw refused(at.source, 'no chart of the dashboard asks this data source', 'datasets are named by the ids of data sources: ds_…')
  const targets = asked.flatMap((layer) =>
    layer.tables.flatMap((table) => {
      const column = boundColumn(table, member)
      return column ? [{ layer, table, column }] : []
    }),
  )
  if (targets.length === 0) throw refused(at.member, `the dashboard's data has no "${member.replace(/^\*\./, '')}"`)
  let failed: Failure | null = null
  for (const { layer, table, column } of targets) {
    try {
      compileCondition({ operator, values }, table, column, layer.dialect)
      return
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed = error
    }
  }
  if (failed) throw refused(at.values, failed.message, failed.details.hint)
}

/** Which tiles of the dashboard each rule cuts. */
export async function reachOf(ctx: Context, dashboard: DashboardRow, rules: Rule[]): Promise<RuleReach[]> {
  if (rules.length === 0) return []
  const ids = chartIdsOf(dashboard.layout)
  const [layers, found] = await Promise.all([layersOf(ctx, ids), reachCharts(ctx, ids, dashboard)])
  const read = new Map(found.map(({ chart }) => [chart.id, tablesRead(layers, chart)]))
  return rules.map(({ rule, filters }) => {
    const reach: RuleReach = { rule, members: filters.map(({ member }) => member), tiles: [], empty: [], untouched: [] }
    for (const tile of partsOf(dashboard).layout.filter(isChartTile)) {
      const asked = read.get(tile.chart_id)
      const concerning = filters.filter((filter) => filter.datasource_id === null || filter.datasource_id === asked?.layer.datasourceId)
      if (!asked || concerning.length === 0) {
        reach.untouched.push(tile.id)
        continue
      }
      const cuts = ({ member }: GuestFilter) => asked.layer.tables.some((table) => asked.tables.has(table.name) && boundColumn(table, member) !== null)
      const isLost = ({ member }: GuestFilter) =>
        member.startsWith('*.') && (!cuts({ member } as GuestFilter) || (asked.keepsUnmatched && !everyTable(asked, member)))
      if (concerning.some(isLost)) reach.empty.push(tile.id)
      else if (concerning.some(cuts)) reach.tiles.push(tile.id)
      else reach.untouched.push(tile.id)
    }
    return reach
  })
}

type Read = { layer: Layer; tables: Set<string>; keepsUnmatched: boolean }

const everyTable = ({ layer, tables }: Read, member: string): boolean =>
  layer.tables.every((table) => !tables.has(table.name) || boundColumn(table, member) !== null)

/** The tables a chart reads of its layer; null where its data source is none of these. */
export function tablesRead(layers: Layer[], chart: ReachedChart['chart']): Read | null {
  const layer = layers.find(({ datasourceId }) => datasourceId === chart.datasource_id)
  if (!layer) return null
  const query = chart.query as DataQuery
  if ('sql' in query) {
    const names = namesIn(query.sql)
    const named = layer.tables.filter(({ name }) => isNamed(names, name) || isNamed(names, name.split('.').at(-1) ?? name))
    return { layer, tables: new Set(named.map(({ name }) => name)), keepsUnmatched: hasOuterJoin(query.sql) }
  }
  try {
    return { layer, tables: new Set(compileQuery(layer, query.semantic_query).tables), keepsUnmatched: false }
  } catch (error) {
    if (error instanceof Failure) return { layer, tables: new Set(), keepsUnmatched: false }
    throw error
  }
}
