import { analyseQuestion } from '../../analyst/analyse.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import { requireDatasource } from '../../semantics/sources/datasources.ts'
import { runDataQuery } from '../run-query.ts'
import type { TermFixed } from './term-fix.ts'

const ROWS_SHOWN = 20

/** A question as the built-in analyst answers it now, by the rights of the caller; what its data refuses is told by a reason. */
export async function askAgain(ctx: Context, datasourceId: string, question: string): Promise<Pick<TermFixed, 'answer' | 'reason'>> {
  const layer = await loadLayer(ctx, await requireDatasource(ctx, datasourceId, 'view'))
  const { wordVectors } = ctx.ports
  const clock = { now: ctx.now(), timeZone: ctx.settings.timeZone }
  const analysis = analyseQuestion({
    question,
    layer,
    previous: null,
    clock,
    language: ctx.request.language ?? 'en',
    ...(wordVectors ? { vectors: wordVectors } : {}),
  })
  if (analysis.kind !== 'query') return { answer: null, reason: analysis.reason }
  try {
    const { columns, rows, row_count } = await runDataQuery(
      ctx,
      datasourceId,
      { semantic_query: analysis.query },
      { rowLimit: ROWS_SHOWN, authority: 'caller' },
    )
    return { answer: { explanation: analysis.explanation, columns, rows, row_count }, reason: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { answer: null, reason: 'query_failed' }
  }
}
