import { z } from 'zod'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { QueryOutcome } from '../query/query-outcome.ts'
import { rowsBehind } from '../query/rows-behind.ts'
import { runDataQuery } from '../query/run-query.ts'
import type { Filter, SemanticQuery } from '../semantics/semantic-query.ts'
import { type Chosen, layerOf, openDashboard, questionOf } from './dashboard-data.ts'
import { refuseDisabled } from './switches.ts'

export const TileRows = z
  .object({
    table: z.string().meta({ description: 'The table whose rows these are; of a chart of SQL all that it reads' }),
    ...QueryOutcome.omit({ semantic_query: true }).shape,
  })
  .meta({ id: 'TileRows' })
export type TileRows = z.infer<typeof TileRows>

const MOST_COLUMNS = 50

/**
 * The rows that a tile counts, as its chart and the filters in force leave them; a clicked mark is one of the filters. Needs `view` on the data
 * source, of which it shows more than the chart does. Of a chart of SQL they are what its FROM and WHERE leave, read as a statement of the caller's own.
 * Fails with `not_found`, `forbidden`, `invalid` where they are not known, and with what the query fails with.
 */
export async function readTileRows(
  ctx: Context,
  id: string,
  tileId: string,
  { limit = 100, ...chosen }: Chosen & { limit?: number | undefined },
): Promise<TileRows> {
  const opened = await openDashboard(ctx, id, chosen)
  const tile = opened.tiles.find((item) => item.id === tileId)
  const found = tile && opened.found.get(tile.chart_id)
  if (!tile || !found) throw notFound('tile')
  refuseDisabled('chart', found.chart)
  if (!found.sourceSeen) throw new Failure('forbidden', 'the rows behind a chart need view on its data source')
  // What was clicked on the tile itself is what its rows are asked for.
  const conditions = opened.active.conditions.map((condition) => ({ ...condition, reaches: (of: string) => condition.reaches(of) || isOwn(condition) }))
  const asked = await questionOf(ctx, { ...opened, active: { ...opened.active, conditions } }, tile, found)
  const layer = await layerOf(ctx, opened, found.chart.datasource_id)
  const [missed] = asked.unreached
  if (missed) throw new Failure('invalid', `the filter "${missed.filter}" does not reach this chart: ${missed.reason}`, { param: 'filters' })
  if (!layer) throw notFound('datasource')
  if ('sql' in asked.query) {
    const behind = rowsBehind(asked.query.sql)
    const isMarked = opened.active.conditions.some(isOwn)
    if (!behind || (!behind.isWhole && !isMarked)) {
      const hint = behind ? 'Choose one of its marks: it leaves some groups out.' : 'It is not one plain SELECT with FROM.'
      throw new Failure('invalid', 'the rows behind this statement are not known', { param: 'tile', hint })
    }
    const options = { authority: 'caller' as const, rowLimit: limit, narrowed: asked.narrowed }
    const { semantic_query: _, ...rows } = await runDataQuery(ctx, found.chart.datasource_id, { sql: behind.sql }, options)
    return { table: rows.tables.join(', '), ...rows }
  }
  const { measures, dimensions, filters, joins } = asked.query.semantic_query
  const [first] = measures.flatMap((measure) => ('aggregate' in measure ? [measure] : []))
  const named = measures.flatMap((measure) => ('measure' in measure ? layer.measures.filter(({ name }) => name === measure.measure) : []))[0]
  const name = first?.table ?? named?.table ?? dimensions[0]?.table
  const table = layer.tables.find((item) => item.name === name)
  if (!table) throw new Failure('invalid', 'the chart counts the rows of no one table', { param: 'tile' })
  const own = first?.filters ?? named?.filters
  const all: Filter[] = [...(filters ? [filters] : []), ...(own ? [own] : [])]
  const columns = table.columns.filter((column) => !column.isHidden).slice(0, MOST_COLUMNS)
  const query: SemanticQuery = {
    measures: [],
    dimensions: columns.map((column) => ({ table: table.name, column: column.name })),
    ...(all.length > 0 ? { filters: { and: all } } : {}),
    having: [],
    order: [],
    distinct: false,
    joins,
  }
  const { semantic_query: _, ...outcome } = await runDataQuery(
    ctx,
    found.chart.datasource_id,
    { semantic_query: query },
    { authority: 'caller', rowLimit: limit },
  )
  return { table: table.name, ...outcome }

  function isOwn({ reaches }: { reaches(of: string): boolean }): boolean {
    return !reaches(tileId) && opened.tiles.some((other) => other.id !== tileId && reaches(other.id))
  }
}
