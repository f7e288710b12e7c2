import { blindFault } from '#domain/agent/blind-mode.ts'
import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { explainFailure } from '#domain/agent/replies/explain-failure.ts'
import { ChartSpec } from '../../charts/chart-spec.ts'
import { chooseChart } from '../../charts/choose.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import { type DataQuery, runDataQuery } from '../../query/run-query.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import type { DrawnChart } from '../completions/events.ts'
import type { QueryDataInput, RunSqlInput, UseVerifiedQueryInput } from '../context/tools.ts'
import { repairJoins } from '../replies/repair-joins.ts'
import { INLINE_ROWS, type QueryAttachment } from '../sessions/attachments.ts'

/** Rows read for an answer: enough to choose a chart by; the stored query reads the rest. */
const ROWS_READ = 1_000
const TOLD_ROWS = 50

export type QueryCall =
  | { name: 'query_data'; input: QueryDataInput }
  | { name: 'run_sql'; input: RunSqlInput }
  | { name: 'use_verified_query'; input: UseVerifiedQueryInput }
/** `verified` is the question a person verified the query for, if one did. */
export type QueryReply = { outcome: QueryOutcome; verified: string | null } | { fault: ToolFault }
/** What a model is told of a query that did not work: never the engine's own words. */
export type ToolFault = { code: string; message: string; hint?: string }

/** How a query of a model is run, and by what right. */
export type RunQuery = (ctx: Context, datasourceId: string, query: DataQuery, options: { rowLimit: number; signal: AbortSignal }) => Promise<QueryOutcome>

/** With the caller's own rights. */
export const runOwn: RunQuery = (ctx, datasourceId, query, options) => runDataQuery(ctx, datasourceId, query, { ...options, authority: 'caller' })

/** Failures that say nothing about the query, and end the answer. */
const NOT_THE_QUERY = new Set(['overloaded', 'rate_limited', 'draining', 'unauthenticated'])

type QueryBounds = {
  layers: Layer[]
  mostRows: number
  signal: AbortSignal
  runQuery?: RunQuery | undefined
  /** Given where wrong joins of a statement may be put right instead of told, and called when they were. */
  onRepair?: ((what: string) => void) | undefined
}

/** Runs what a model asks for, with the caller's rights unless `runQuery` says otherwise, and reads at most `mostRows`. What is wrong with the query is told; what is wrong with the platform is thrown. */
export async function answerQuery(ctx: Context, call: QueryCall, { layers, mostRows, signal, runQuery = runOwn, onRepair }: QueryBounds): Promise<QueryReply> {
  const { input } = call
  const layer = layers.find(({ datasourceId }) => datasourceId === input.datasource_id)
  if (!layer) return { fault: noSource(layers) }
  const asked = queryOf(call, layer)
  if (!asked) return { fault: { code: 'not_found', message: 'the data source has no such verified query' } }
  const run = (query: DataQuery) => runQuery(ctx, input.datasource_id, query, { rowLimit: Math.min(ROWS_READ, mostRows), signal })
  try {
    return { outcome: await run(asked.query), verified: asked.verified }
  } catch (error) {
    const failure = ofTheQuery(error, signal)
    // Only what failed is put right: a sound statement may look wrong.
    const repaired = onRepair && call.name === 'run_sql' ? repairJoins(layer, call.input.sql) : null
    if (repaired !== null) {
      try {
        const outcome = await run({ sql: repaired })
        onRepair?.('joins of a statement')
        return { outcome, verified: null }
      } catch (again) {
        ofTheQuery(again, signal)
      }
    }
    const taught = 'sql' in asked.query && call.name === 'run_sql' ? explainFailure(layer, call.input.sql) : null
    if (layer.isBlind) return { fault: blindFault(failure.code, taught) }
    const hint = taught ?? (failure.details.hint ? sanitizeText(failure.details.hint) : null)
    return { fault: { code: failure.code, message: sanitizeText(failure.message), ...(hint === null ? {} : { hint }) } }
  }
}

/** A failure that says something about the query; every other is thrown. */
function ofTheQuery(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) throw signal.reason
  if (!(error instanceof Failure) || NOT_THE_QUERY.has(error.code)) throw error
  return error
}

export const noSource = (layers: Layer[]): ToolFault => ({
  code: 'not_found',
  message: `no such data source; the data sources: ${layers.map(({ datasourceId }) => datasourceId).join(', ')}`,
})

/** What a call asks of the source. */
function queryOf(call: QueryCall, layer: Layer): { query: DataQuery; verified: string | null } | null {
  if (call.name === 'query_data') return { query: { semantic_query: call.input.query }, verified: null }
  if (call.name === 'run_sql') return { query: { sql: call.input.sql }, verified: null }
  const found = layer.verifiedQueries.find(({ id }) => id === call.input.verified_query_id)
  if (!found) return null
  return { query: found.query ? { semantic_query: found.query } : { sql: found.sql ?? '' }, verified: found.question }
}

/** What makes two queries the same, whatever they are called and drawn as. */
export const queryKey = (call: QueryCall): unknown =>
  call.name === 'query_data' ? call.input.query : call.name === 'run_sql' ? call.input.sql.replaceAll(/[\s;]+/g, ' ').trim() : call.input.verified_query_id

/** The result as the answer carries it. */
export function queryFacts(
  datasourceId: string,
  outcome: QueryOutcome,
  {
    verified = null,
    ranAt,
    isEdited = false,
    isWithoutModel = false,
  }: { verified?: string | null; ranAt: string; isEdited?: boolean; isWithoutModel?: boolean | undefined },
): Omit<QueryAttachment, 'id'> {
  const { tables, row_filters_applied, filtered_tables, duration_ms, explanation } = outcome
  const basis = verified !== null ? 'verified_query' : outcome.semantic_query ? 'semantic_layer' : isEdited ? 'edited_sql' : 'model_sql'
  return {
    type: 'query',
    datasource_id: datasourceId,
    sql: outcome.sql,
    ...(outcome.semantic_query ? { semantic_query: outcome.semantic_query } : {}),
    columns: outcome.columns,
    rows: outcome.rows.slice(0, INLINE_ROWS),
    row_count: outcome.row_count,
    truncated: outcome.truncated,
    provenance: {
      tables,
      row_filters_applied,
      verified_query: verified,
      duration_ms,
      basis,
      ran_at: ranAt,
      filtered_tables,
      ...(explanation === undefined ? {} : { explanation }),
      ...(isWithoutModel ? { without_model: true as const } : {}),
    },
  }
}

/** The result as a model is told of it: in about `most` characters, its texts tamed, with the number its cells are cited by. */
export function toldResult(outcome: QueryOutcome, number: number, most: number): { [key: string]: JsonValue } {
  const columns: { [name: string]: JsonValue }[] = []
  const rows: JsonValue[][] = []
  let characters = 0
  const fits = (value: JsonValue, room: number): boolean => {
    characters += JSON.stringify(value).length
    return characters <= room
  }
  for (const { name, label, type, unit } of outcome.columns) {
    const column = { name: sanitizeText(name, 100), label: sanitizeText(label, 100), type, unit }
    if (!fits(column, most / 2) && columns.length) break
    columns.push(column)
  }
  for (const row of outcome.rows.slice(0, TOLD_ROWS)) {
    const cells = row.slice(0, columns.length).map(told)
    if (!fits(cells, most) && rows.length) break
    rows.push(cells)
  }
  const left = outcome.columns.length - columns.length
  return {
    result: number,
    columns,
    ...(left ? { columns_left_out: left } : {}),
    rows,
    row_count: outcome.row_count,
    truncated: outcome.truncated,
  }
}

const told = (cell: JsonValue): JsonValue =>
  typeof cell === 'string' ? sanitizeText(cell) : typeof cell === 'object' && cell !== null ? sanitizeText(JSON.stringify(cell)) : cell

/** The chart of a result, and why the one that was asked for could not be drawn. `null` without rows. */
export function drawChart(call: QueryCall, outcome: QueryOutcome, question: string): { chart: DrawnChart; note: string | null } | null {
  if (!outcome.rows.length) return null
  const { chart_type, spec, note } = chooseChart(outcome.columns, outcome.rows, call.input.chart ?? null, {
    query: outcome.semantic_query,
    binWidth: call.name === 'query_data' ? call.input.bin_width : undefined,
  })
  // Columns of free SQL may bear names a chart cannot refer to.
  const drawable = spec === null || ChartSpec.safeParse(spec).success
  const query = outcome.semantic_query ? { semantic_query: outcome.semantic_query } : { sql: outcome.sql }
  return {
    chart: {
      chart_type: drawable ? chart_type : 'table',
      spec: drawable ? spec : null,
      title: sanitizeText(call.input.title ?? question, 200) || 'Result',
      datasourceId: call.input.datasource_id,
      query,
    },
    note,
  }
}
