import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { descriptions, hierarchies, learnedPhrases, measures, relationships, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Layer, LayerColumn, LayerTable } from '../layer.ts'
import { layerRowFilter, restrictLayer } from '../row-filters/restrict-layer.ts'
import { SemanticQuery } from '../semantic-query.ts'
import { type DatasourceRow, isChosen } from '../sources/datasource.ts'
import { ColumnType } from '../sources/source.ts'
import { dialectOf } from '../sources/source-spec.ts'
import { layerMeasure } from './layer-measure.ts'

const KEPT = 100

type Kept = { version: number; layer: Promise<Layer> }
/** Layers by database and data source; each is good for one `layer_version`. */
const kept = new WeakMap<Database, Map<string, Kept>>()

/**
 * The semantic layer of a data source as the caller may see it, without the tables it does not serve; no table before its first extraction.
 * One round trip, none when it did not change. `lenders` are those by whose right he sees it.
 */
export const loadLayer = async (ctx: Context, datasource: DatasourceRow, lenders: readonly Actor[] = []): Promise<Layer> =>
  restrictLayer(ctx.actor, await wholeLayer(ctx, datasource), lenders)

/** What the rows of a layer depend on beside the data: equal for two callers only when the same filters cut their rows. The key of anything kept for several. */
export const effectiveFilterKey = (layer: Layer): string => layer.version

function wholeLayer(ctx: Context, datasource: DatasourceRow): Promise<Layer> {
  const layers = kept.get(ctx.db) ?? new Map<string, Kept>()
  kept.set(ctx.db, layers)
  const found = layers.get(datasource.id)
  layers.delete(datasource.id)
  const entry = found?.version === datasource.layer_version ? found : { version: datasource.layer_version, layer: readLayer(ctx, datasource) }
  layers.set(datasource.id, entry)
  entry.layer.catch(() => {
    if (layers.get(datasource.id) === entry) layers.delete(datasource.id)
  })
  for (const oldest of layers.keys()) {
    if (layers.size <= KEPT) break
    layers.delete(oldest)
  }
  return entry.layer
}

async function readLayer(ctx: Context, datasource: DatasourceRow): Promise<Layer> {
  const { id, name, description, type, layer_version: version, tables: choice, models_see_values: seesValues } = datasource
  const [described, joins, paths, verified, restricted, named, learned] = await ctx.db.batch([
    ctx.db.select().from(descriptions).where(eq(descriptions.datasource_id, id)).orderBy(asc(descriptions.position), asc(descriptions.id)),
    ctx.db
      .select()
      .from(relationships)
      .where(and(eq(relationships.datasource_id, id), eq(relationships.is_rejected, false)))
      .orderBy(asc(relationships.id)),
    ctx.db
      .select()
      .from(hierarchies)
      .where(and(eq(hierarchies.datasource_id, id), eq(hierarchies.is_suggested, false), eq(hierarchies.is_orphaned, false)))
      .orderBy(asc(hierarchies.id)),
    ctx.db
      .select()
      .from(verifiedQueries)
      .where(and(eq(verifiedQueries.datasource_id, id), eq(verifiedQueries.is_orphaned, false)))
      .orderBy(asc(verifiedQueries.id)),
    // A filter whose column is gone still holds: it leaves no row.
    ctx.db
      .select()
      .from(rowFilters)
      .where(and(eq(rowFilters.datasource_id, id), eq(rowFilters.is_enabled, true)))
      .orderBy(asc(rowFilters.id)),
    ctx.db
      .select()
      .from(measures)
      .where(and(eq(measures.datasource_id, id), eq(measures.is_suggested, false), eq(measures.is_orphaned, false)))
      .orderBy(asc(measures.id)),
    ctx.db.select().from(learnedPhrases).where(eq(learnedPhrases.datasource_id, id)).orderBy(asc(learnedPhrases.id)),
  ])
  const columns = Map.groupBy(
    described.filter((row) => row.object_type === 'column'),
    (row) => row.table_name,
  )
  const tables = described
    .filter((row) => row.object_type === 'table' && isChosen(row.table_name, choice))
    .map((row) => tableOf(row, columns.get(row.table_name) ?? []))
  const has = (table: string, names: string[]) =>
    tables.some((candidate) => candidate.name === table && names.every((name) => candidate.columns.some((column) => column.name === name)))
  return {
    datasourceId: id,
    name,
    description,
    dialect: dialectOf(type),
    version: `${id}:${version}`,
    ...(seesValues ? {} : { isBlind: true }),
    tables,
    relationships: joins
      .filter((row) => has(row.from_table, row.from_columns) && has(row.to_table, row.to_columns))
      .map((row) => ({
        fromTable: row.from_table,
        fromColumns: row.from_columns,
        toTable: row.to_table,
        toColumns: row.to_columns,
        cardinality: row.cardinality,
        source: row.source,
      })),
    measures: named.filter((row) => has(row.table_name, [])).map(layerMeasure),
    rowFilters: restricted.map(layerRowFilter),
    learned: learned.map(({ kind, phrase, meaning, times, is_shared, chosen_by }) => ({
      kind,
      phrase,
      meaning,
      times,
      isShared: is_shared,
      chosenBy: chosen_by,
    })),
    verifiedQueries: verified.map((row) => ({ id: row.id, question: row.question, query: row.query ? SemanticQuery.parse(row.query) : null, sql: row.sql })),
    hierarchies: paths
      .filter((row) => row.levels.every((level) => has(level.table_name, [level.column_name])))
      .map((row) => ({ name: row.name, title: row.title, levels: row.levels.map((level) => ({ table: level.table_name, column: level.column_name })) })),
  }
}

type Row = typeof descriptions.$inferSelect

function tableOf(row: Row, columns: Row[]): LayerTable {
  return {
    name: row.table_name,
    schema: row.schema_name,
    label: row.label,
    description: row.description,
    synonyms: row.synonyms,
    rows: row.statistics.rows,
    primaryKey: columns.filter((column) => column.is_primary_key).map((column) => column.column_name),
    columns: columns.map(columnOf),
    isHidden: row.is_hidden,
    ...(row.native_type === 'view' ? { reads: row.statistics.reads ?? null } : {}),
    ...(row.description !== '' && row.description === row.generated_description ? { isGenerated: true } : {}),
  }
}

function columnOf(row: Row): LayerColumn {
  const type = ColumnType.safeParse(row.data_type)
  return {
    name: row.column_name,
    type: type.success ? type.data : 'other',
    semanticType: row.semantic_type ?? 'text',
    label: row.label,
    description: row.description,
    synonyms: row.synonyms,
    unit: row.unit,
    sampleValues: row.sample_values,
    distinct: row.statistics.distinct,
    nullFraction: row.statistics.null_fraction,
    min: row.statistics.min,
    max: row.statistics.max,
    isHidden: row.is_hidden,
    ...(row.description !== '' && row.description === row.generated_description ? { isGenerated: true } : {}),
  }
}
