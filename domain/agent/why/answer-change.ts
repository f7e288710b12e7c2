import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { ChartSpec } from '#domain/charts/chart-spec.ts'
import { chooseChart } from '#domain/charts/choose.ts'
import { type Context, instantOf } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { AgentEvent } from '../completions/events.ts'
import type { ExplainChangeInput } from '../context/tools.ts'
import { noSource, queryFacts, type RunQuery, runOwn, type ToolFault } from '../loop/answer-query.ts'
import { type Explained, explainChange } from './explain-change.ts'

type Asking = { layers: Layer[]; signal: AbortSignal; runQuery?: RunQuery | undefined }
/** What is told of a change: the result that shows it, its chart, and its words. */
export type ChangeReply = { outcome: QueryOutcome; said: string; events: AgentEvent[] } | { fault: ToolFault }

/** Explains a change by the right the run's queries have. What is wrong with the question is told; what ends the answer is thrown. */
export async function answerChange(ctx: Context, { datasource_id: id, title, ...asked }: ExplainChangeInput, run: Asking): Promise<ChangeReply> {
  const { layers, signal, runQuery = runOwn } = run
  const layer = layers.find(({ datasourceId }) => datasourceId === id)
  if (!layer) return { fault: noSource(layers) }
  try {
    const part = (query: ExplainChangeInput['query'], rowLimit: number) => runQuery(ctx, id, { semantic_query: query }, { rowLimit, signal })
    const explained = await explainChange(layer, asked, part, ctx.request.language)
    const { outcome, said } = explained
    const finished: AgentEvent = { type: 'query-finished', query: queryFacts(id, outcome, { ranAt: instantOf(ctx) }) }
    return { outcome, said, events: [finished, ...chartOf(id, title, explained)] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure) || ['overloaded', 'rate_limited', 'draining', 'unauthenticated'].includes(error.code)) throw error
    return { fault: { code: error.code, message: sanitizeText(error.message) } }
  }
}

/** A waterfall of the members' changes. */
function chartOf(datasourceId: string, title: string | undefined, { outcome, members, changes }: Explained): AgentEvent[] {
  const shown = [members, changes].map((name) => outcome.columns.findIndex((column) => column.name === name))
  const columns = shown.flatMap((at) => outcome.columns[at] ?? [])
  const rows = outcome.rows.map((row) => shown.map((at) => row[at] ?? null))
  if (columns.length < 2 || rows.length === 0 || !outcome.semantic_query) return []
  const { chart_type, spec } = chooseChart(columns, rows, 'waterfall', {})
  if (spec === null || !ChartSpec.safeParse(spec).success) return []
  const chart = {
    chart_type,
    spec,
    title: sanitizeText(title ?? outcome.explanation ?? '', 200),
    datasourceId,
    query: { semantic_query: outcome.semantic_query },
  }
  return [
    { type: 'status-changed', status: 'drawing' },
    { type: 'chart-drawn', chart },
  ]
}
