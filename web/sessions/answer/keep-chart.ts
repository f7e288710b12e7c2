import { call } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import type { Message } from '../shapes.ts'
import type { Shown } from './answer-card.tsx'

/** Keeps the chart of a card, as it is drawn now, and tells its id. The one an answer drew is kept itself; what the reader made of it is a chart of its own. */
export async function keepChart({ query, chart }: Shown, isOwn: boolean, message: Message | undefined): Promise<string> {
  if (!chart) throw new Error('there is no chart')
  if (chart.chart_id && !isOwn) {
    const { chart_id } = await call('POST /analytics/charts/{chart_id}/save', { path: { chart_id: chart.chart_id } })
    await queries.invalidateQueries({ queryKey: ['chart'] })
    return chart_id
  }
  const { datasource_id, semantic_query, sql } = query
  const { chart_id } = await call('POST /analytics/charts', {
    body: {
      title: chart.title.slice(0, 200) || 'Chart',
      datasource_id,
      query: semantic_query ? { semantic_query } : { sql },
      spec: chart.spec,
      chart_type: chart.chart_type,
      ...(message ? { session_id: message.session_id } : {}),
    },
  })
  await queries.invalidateQueries({ queryKey: ['chart'] })
  return chart_id
}
