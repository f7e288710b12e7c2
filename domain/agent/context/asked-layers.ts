import { inArray } from 'drizzle-orm'
import { datasources } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { readCatalog } from '../../catalog/known-catalog.ts'
import type { Context } from '../../context.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import type { Layer } from '../../semantics/layer.ts'
import { rowColumns } from '../../semantics/sources/datasource.ts'

/** Data sources one question is held against. */
const MOST_SOURCES = 20

/** The data sources a question is put to: the one it names, else all of its model's. Fails with `not_found` where the named one is none of those. */
export function narrowedTo(datasourceId: string | null | undefined, ids: string[]): string[] {
  if (!datasourceId) return ids
  if (!ids.includes(datasourceId)) throw notFound('datasource', 'datasource_id')
  return [datasourceId]
}

/** The layers of the data sources that can be asked: switched on and extracted. The ids are those the caller may see. */
export async function layersOf(ctx: Context, ids: string[]): Promise<Layer[]> {
  if (!ids.length) return []
  const rows = await readCatalog(ctx, `data sources ${ids.join()}`, () =>
    ctx.db.select(rowColumns).from(datasources).where(inArray(datasources.id, ids)).orderBy(datasources.id).limit(MOST_SOURCES),
  )
  const layers = await Promise.all(rows.filter(({ status }) => status !== 'disabled').map((row) => loadLayer(ctx, row)))
  return layers.filter((layer) => layer.tables.some((table) => !table.isHidden))
}
