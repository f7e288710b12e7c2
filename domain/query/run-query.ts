import { z } from 'zod'
import type { UserActor } from '../access/actor.ts'
import { notFound } from '../allow.ts'
import { noteDataRead } from '../catalog/data-reads.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type CompiledQuery, compileQuery } from '../semantics/compile/compile.ts'
import { explainIn } from '../semantics/describe/explain-in.ts'
import { identifierWords } from '../semantics/describe/identifier-words.ts'
import { loadLayer } from '../semantics/layer/load-layer.ts'
import { withinTables } from '../semantics/layer/within-tables.ts'
import type { Layer, LayerColumn, LayerTable } from '../semantics/layer.ts'
import { narrowLayer } from '../semantics/row-filters/narrow-layer.ts'
import { rowPredicatesOf, withTablesRead } from '../semantics/row-filters/predicates.ts'
import { conditionsOfToken, emptied, leavesNoRow } from '../semantics/row-filters/restrict-layer.ts'
import { type FilterCondition, SemanticQuery } from '../semantics/semantic-query.ts'
import { type DatasourceRow, isChosen } from '../semantics/sources/datasource.ts'
import { findDatasource, requireDatasource, requireEnabled } from '../semantics/sources/datasources.ts'
import type { ColumnType, QueryResult, RowSink, SourceSpec, Sources, TableShape } from '../semantics/sources/source.ts'
import { sourceSpecOf } from '../semantics/sources/source-spec.ts'
import { strict } from '../strict.ts'
import { type Span, traced } from '../telemetry.ts'
import { hasOuterJoin, isNamed, namesIn } from './named-identifiers.ts'
import type { QueryColumn, QueryOutcome } from './query-outcome.ts'
import { withFilters } from './with-filters.ts'
import { writtenOut } from './written-out.ts'

export const DataQueryRequest = strict({
  sql: z.string().min(1).max(65_536).optional().meta({ description: "One SELECT in the source's dialect" }),
  semantic_query: SemanticQuery.optional(),
  row_limit: z.int().min(1).max(1_000_000).optional().meta({ description: "Rows at most, never above the operator's limit" }),
})
  .refine(({ sql, semantic_query: semantic }) => (sql === undefined) !== (semantic === undefined), { error: 'give either sql or semantic_query' })
  .meta({ id: 'DataQueryRequest', example: { sql: 'select Country, count(*) as customers from Customer group by 1', row_limit: 100 } })

export type DataQuery = { sql: string } | { semantic_query: SemanticQuery }

/** Takes the rows of a query as they are read; the outcome has none then. */
export type QuerySink = Omit<RowSink, 'columns'> & { columns(columns: QueryColumn[]): void }

/** By whose right a query runs: the caller's own (`view` on the source), or that of lenders whose permission was checked before and whose filters hold too. */
export type Authority = 'caller' | { lenders: readonly UserActor[] }

export type QueryOptions = {
  rowLimit?: number
  authority: Authority
  /** Conditions that cut the rows of the tables they name, as row filters do. */
  narrowed?: readonly FilterCondition[]
  /** The only tables it may read; all it may see when absent. */
  only?: ReadonlySet<string>
  signal?: AbortSignal
  sink?: QuerySink
}

/**
 * Runs a question on a data source: a semantic query through the compiler, or one guarded SELECT. `authority` is the right it runs by. Rows beyond `rowLimit` (never above the operator's limit) are cut.
 * Fails with `not_found`, `resource_disabled`, `extraction_required`, and the failures of compiler, guard and engine.
 */
export function runDataQuery(ctx: Context, datasourceId: string, query: DataQuery, options: QueryOptions): Promise<QueryOutcome> {
  return traced(ctx.span, 'query', { 'querent.query.form': 'sql' in query ? 'sql' : 'semantic' }, async (span) => {
    const outcome = await run(ctx, datasourceId, query, options, span)
    const { row_count: rows, truncated, duration_ms: engineMs } = outcome
    span.set({ 'querent.query.rows': rows, 'querent.query.truncated': truncated, 'querent.query.engine_ms': engineMs })
    return outcome
  })
}

async function run(
  ctx: Context,
  datasourceId: string,
  query: DataQuery,
  { rowLimit, authority, narrowed = [], only, signal, sink }: QueryOptions,
  span: Span,
): Promise<QueryOutcome> {
  const source = authority === 'caller' ? await requireDatasource(ctx, datasourceId, 'view') : await findDatasource(ctx, datasourceId)
  if (!source) throw notFound('datasource')
  span.set({ 'querent.datasource.id': source.id, 'db.system.name': source.type })
  requireEnabled(source)
  const limits = { rowLimit: Math.min(rowLimit ?? ctx.settings.queryRowLimit, ctx.settings.queryRowLimit), timeoutMs: ctx.settings.queryTimeoutMs }
  const [spec, seen] = await Promise.all([sourceSpecOf(ctx, source), loadLayer(ctx, source, authority === 'caller' ? [] : authority.lenders)])
  const layer = narrowLayer(only ? withinTables(seen, only) : seen, narrowed)
  const until = signal ? AbortSignal.any([ctx.signal, signal]) : ctx.signal
  const ask: Sources['query'] = (...asked) => alike(layer, ctx.ports.sources.query(...asked))
  // What a token's filters leave is decided by tables the layer knows.
  if (only || (ctx.actor.type === 'guest' && ctx.actor.claims.filters.length > 0)) requireLayer(source)
  if ('sql' in query) {
    const shapes = await readableShapes(ctx, source, layer, spec, until)
    const tables = shapes.map(({ table }) => table)
    const rowPredicates = rowPredicatesOf(statementLeavesNoRow(ctx, layer, query.sql) ? emptied(layer) : layer)
    const into = sink && { ...sink, columns: (told: QueryResult['columns']) => sink.columns(guessColumns(told, layer)) }
    const result = await ask(spec, { sql: query.sql, ...limits, tables, shapes, rowPredicates, origin: 'untrusted' }, until, into)
    return noted(ctx, datasourceId, query, outcome(query.sql, guessColumns(result.columns, layer), result, { tables: mentioned(query.sql, tables), layer }))
  }
  requireLayer(source)
  const compiled = compileForActor(ctx, layer, query.semantic_query, limits.rowLimit + 1)
  const { sql, params, tables, columns } = compiled
  const result = await ask(
    spec,
    { sql, params, ...limits, tables: withTablesRead(layer, tables), origin: 'compiler' },
    until,
    sink && { ...sink, columns: () => sink.columns(columns) },
  )
  const told = await noted(ctx, datasourceId, query, outcome(writtenOut(sql, params), columns, result, { tables, layer }))
  return { ...told, explanation: explainIn(ctx.request.language, layer, query.semantic_query), semantic_query: query.semantic_query }
}

/** The outcome, once it is on record who read it. */
async function noted(ctx: Context, datasourceId: string, query: DataQuery, read: QueryOutcome): Promise<QueryOutcome> {
  await noteOutcome(ctx, datasourceId, query, read, false)
  return read
}

/** Puts on record that the caller is given an outcome. */
export const noteOutcome = (ctx: Context, datasourceId: string, query: DataQuery, read: QueryOutcome, isKept: boolean): Promise<void> =>
  noteDataRead(ctx, {
    datasourceId,
    query: 'sql' in query ? query : query.semantic_query,
    tables: read.tables,
    rows: read.row_count,
    isFiltered: read.row_filters_applied,
    isKept,
  })

/** To whom row filters hide rows, every failure that data cause is told in the same words: which kind it was could tell of them. */
async function alike<Result>(layer: Layer, work: Promise<Result>): Promise<Result> {
  if (!layer.tables.some((table) => table.rowFilter)) return work
  return work.catch((error) => {
    throw error instanceof Failure && error.code === 'query_failed' ? new Failure('query_failed', 'the query failed while it ran', { cause: error }) : error
  })
}

/** A query as its caller may ask it: a token's filters hold for its rows, not only for those of the tables it joins. */
function compileForActor(ctx: Context, layer: Layer, query: SemanticQuery, defaultLimit: number): CompiledQuery {
  const compiled = compileQuery(layer, query, { defaultLimit })
  if (ctx.actor.type !== 'guest') return compiled
  if (leavesNoRow(ctx.actor, layer, compiled.tables)) return compileQuery(emptied(layer), query, { defaultLimit })
  const conditions = conditionsOfToken(ctx.actor, layer, compiled.tables)
  return conditions.length === 0 ? compiled : compileQuery(layer, withFilters(query, conditions), { defaultLimit })
}

/** A statement that names no table a token's filter can cut, or that keeps rows without a partner in one, would show rows the filter is there to hide. */
function statementLeavesNoRow({ actor }: Context, layer: Layer, sql: string): boolean {
  if (actor.type !== 'guest') return false
  const names = namesIn(sql)
  const read = layer.tables.filter(({ name }) => isNamed(names, name) || isNamed(names, name.split('.').at(-1) ?? name)).map(({ name }) => name)
  return leavesNoRow(actor, layer, read) || (hasOuterJoin(sql) && read.some((name) => leavesNoRow(actor, layer, [name])))
}

function requireLayer({ id, last_extraction_at: at }: DatasourceRow): void {
  if (at !== null) return
  throw new Failure('extraction_required', 'the data source needs a completed semantic extraction first', {
    hint: `POST /api/v1/semantic/semanticextractions {"datasource_id":"${id}"}`,
  })
}

/** The names of the tables a statement may read. */
export async function queryableTables(...asked: Parameters<typeof readableShapes>): Promise<string[]> {
  return (await readableShapes(...asked)).map(({ table }) => table)
}

/** What a statement may read: tables and columns of the layer that are not hidden; before the first extraction those the source has and serves. */
async function readableShapes(ctx: Context, source: DatasourceRow, layer: Layer, spec: SourceSpec, signal: AbortSignal): Promise<TableShape[]> {
  if (source.last_extraction_at !== null) return layer.tables.filter((table) => !table.isHidden).map(shapeOf)
  const { tables } = await ctx.ports.sources.introspect(spec, signal)
  return tables
    .filter((table) => isChosen(table.name, source.tables))
    .map(({ name, schema, columns }) => ({ table: name, schema, columns: columns.map((column) => column.name), hasHidden: false }))
}

function shapeOf({ name, schema, columns }: LayerTable): TableShape {
  const shown = columns.filter((column) => !column.isHidden)
  return { table: name, schema, columns: shown.map((column) => column.name), hasHidden: shown.length < columns.length }
}

/** A statement reads no table whose name it does not hold. */
function mentioned(sql: string, tables: string[]): string[] {
  const text = sql.toLowerCase()
  return tables.filter((name) => text.includes(name.toLowerCase().replaceAll('"', '""')) || text.includes(name.toLowerCase()))
}

function outcome(sql: string, columns: QueryColumn[], result: QueryResult, { tables, layer }: { tables: string[]; layer: Layer }): QueryOutcome {
  const { rows, rowCount = rows.length, truncated, durationMs } = result
  const filtered_tables = layer.tables.filter((table) => table.rowFilter && tables.includes(table.name)).map(({ name }) => name)
  const row_filters_applied = filtered_tables.length > 0
  return { sql, columns, rows, row_count: rowCount, truncated, duration_ms: durationMs, tables, row_filters_applied, filtered_tables }
}

/** What the columns of a person's statement are, from their names and types: a name that one column of the layer bears is taken for that column. */
function guessColumns(columns: QueryResult['columns'], layer: Layer): QueryColumn[] {
  return columns.map(({ name, type }) => {
    const known = columnNamed(layer, name)
    const words = known?.column.label ?? identifierWords(name).join(' ')
    const label = words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
    const isMeasure = known ? known.column.semanticType === 'measure' : isNumber(type)
    return {
      name,
      label,
      role: isMeasure ? 'measure' : 'dimension',
      type,
      unit: known?.column.unit ?? null,
      grain: null,
      aggregate: null,
      table: known?.table.name ?? '',
      column: known?.column.name ?? null,
    }
  })
}

function columnNamed(layer: Layer, name: string): { table: LayerTable; column: LayerColumn } | null {
  const found = layer.tables.flatMap((table) =>
    table.columns.filter((column) => column.name.toLowerCase() === name.toLowerCase()).map((column) => ({ table, column })),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

const isNumber = (type: ColumnType): boolean => type === 'integer' || type === 'number' || type === 'decimal'
