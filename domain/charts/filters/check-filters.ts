import { and, eq, inArray } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { datasources } from '#db/schema/semantics.ts'
import { visible } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { timeStorageOf } from '../../semantics/compile/column-storage.ts'
import { compileCondition } from '../../semantics/compile/compile-condition.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import type { Layer } from '../../semantics/layer.ts'
import { findDatasource } from '../../semantics/sources/datasources.ts'
import { chartIdsOf, type NamedTile } from '../layout/tile.ts'
import { memberOf } from './apply.ts'
import { type NamedFilter, OPERATORS } from './filter.ts'
import { absolute } from './selection.ts'

/** The layers of the data sources that charts ask, of those that the caller may query. */
export async function layersOf(ctx: Context, chartIds: string[]): Promise<Layer[]> {
  if (chartIds.length === 0) return []
  const asked = await ctx.db
    .selectDistinct({ id: datasources.id })
    .from(charts)
    .innerJoin(datasources, eq(datasources.id, charts.datasource_id))
    .where(and(inArray(charts.id, chartIds), visible(ctx, 'datasource', datasources.id, datasources.owner_id)))
  const sources = await Promise.all(asked.map(({ id }) => findDatasource(ctx, id)))
  return Promise.all(sources.flatMap((source) => (source ? [loadLayer(ctx, source)] : [])))
}

/** Holds that each filter names a column of the dashboard's data, compares it as it can be compared, and depends on filters that are there. Fails with `invalid`. */
export async function requireFiltersThatFit(ctx: Context, layout: NamedTile[], filters: NamedFilter[]): Promise<void> {
  if (filters.length === 0) return
  const layers = await layersOf(ctx, chartIdsOf(layout))
  const names = new Set<string>()
  filters.forEach((filter, index) => {
    const wrong = (member: string, message: string, hint?: string): never => {
      const param = `filters.${index}.${member}`
      throw new Failure('invalid', `the filter "${filter.id}": ${message}`, { param, details: [{ path: param, message }], ...(hint ? { hint } : {}) })
    }
    if (names.has(filter.id)) wrong('id', 'it has the name of another')
    names.add(filter.id)
    for (const id of [...(filter.scope.tiles ?? []), ...(filter.scope.except ?? [])])
      if (!layout.some((tile) => tile.id === id)) wrong('scope', `there is no tile "${id}"`)
    for (const id of filter.depends_on) if (!filters.some((other) => other.id === id)) wrong('depends_on', `there is no filter "${id}"`)
    if (leadsTo(filters, filter.id, filter.depends_on)) wrong('depends_on', 'it depends on itself')
    if (!OPERATORS[filter.type].includes(filter.operator)) wrong('operator', `a filter of type ${filter.type} takes ${OPERATORS[filter.type].join(', ')}`)
    const asked = layers.filter((layer) => filter.datasource_id === null || layer.datasourceId === filter.datasource_id)
    if (asked.length === 0)
      wrong(filter.datasource_id === null ? 'member' : 'datasource_id', 'no chart of the dashboard asks such a data source, of those you may query')
    const found = asked.flatMap((layer) => {
      const target = memberOf(layer, filter.member)
      return target ? [{ layer, ...target }] : []
    })
    if (found.length === 0)
      wrong('member', `the dashboard's data has no "${filter.member}"`, 'Write table.column, of a data source that was extracted and that you may query.')
    for (const { layer, table, column } of found) {
      if (filter.type === 'date' && timeStorageOf(column, layer.dialect) === null) wrong('type', `"${filter.member}" holds no dates`)
      if (filter.values.length === 0) continue
      try {
        compileCondition(absolute(filter, ctx.now()), table, column, layer.dialect)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        wrong('values', error.message, error.details.hint)
      }
    }
  })
}

function leadsTo(filters: NamedFilter[], target: string, from: string[], seen = new Set<string>()): boolean {
  return from.some((id) => {
    if (id === target) return true
    if (seen.has(id)) return false
    seen.add(id)
    return leadsTo(filters, target, filters.find((other) => other.id === id)?.depends_on ?? [], seen)
  })
}
