import { call } from '#web/api/client.ts'
import type { QueryAttachment } from '../shapes.ts'
import type { Shown } from './answer-card.tsx'

/** Runs a statement the reader changed, and draws what comes as its result can be drawn. */
export async function runSql({ datasource_id }: QueryAttachment, title: string, sql: string): Promise<Shown> {
  const { chart_type, spec, data } = await call('POST /analytics/charts/preview', { body: { datasource_id, query: { sql }, width: 320, height: 200 } })
  const { columns, rows, row_count, truncated, duration_ms } = data
  const provenance = {
    tables: [],
    row_filters_applied: false,
    verified_query: null,
    duration_ms,
    basis: 'edited_sql' as const,
    ran_at: new Date().toISOString(),
  }
  const id = `edited-${crypto.randomUUID()}`
  return {
    query: { id, type: 'query', datasource_id, sql, columns, rows, row_count, truncated, provenance },
    chart: { id: `${id}-chart`, type: 'chart', chart_id: null, chart_type, title, spec },
  }
}
