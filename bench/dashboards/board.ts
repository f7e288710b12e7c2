import type { Deployment } from './deployment.ts'

const sum = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'revenue' }
const pieces = { aggregate: 'sum', table: 'orders', column: 'pieces', name: 'pieces' }
const average = { aggregate: 'avg', table: 'orders', column: 'amount', name: 'average' }
const by = (column: string, more: object = {}) => ({ table: 'orders', column, name: column, ...more })
const over = (grain: string) => by('day', { grain, name: grain })

/** Twelve different questions over one table: figures, groups, times, and two of them crossed. */
export const QUESTIONS: { title: string; semantic_query: object }[] = [
  { title: 'Revenue', semantic_query: { measures: [sum] } },
  { title: 'Pieces', semantic_query: { measures: [pieces] } },
  { title: 'Average order', semantic_query: { measures: [average] } },
  { title: 'Orders', semantic_query: { measures: [{ aggregate: 'count', table: 'orders', name: 'orders' }] } },
  { title: 'By country', semantic_query: { measures: [sum], dimensions: [by('country')], order: [{ by: 'revenue', direction: 'desc' }] } },
  { title: 'By region', semantic_query: { measures: [sum, pieces], dimensions: [by('region')] } },
  { title: 'By product', semantic_query: { measures: [sum], dimensions: [by('product')], order: [{ by: 'revenue', direction: 'desc' }], limit: 20 } },
  { title: 'By month', semantic_query: { measures: [sum], dimensions: [over('month')], order: [{ by: 'month' }] } },
  { title: 'By week', semantic_query: { measures: [pieces], dimensions: [over('week')], order: [{ by: 'week' }] } },
  { title: 'By quarter and region', semantic_query: { measures: [sum], dimensions: [over('quarter'), by('region')] } },
  { title: 'By size', semantic_query: { measures: [average], dimensions: [by('size')] } },
  { title: 'By country and region', semantic_query: { measures: [sum], dimensions: [by('country'), by('region')] } },
]

/** A dashboard of all of them; answers its id. */
export async function makeBoard({ done, source }: Deployment, cacheSeconds = 0): Promise<string> {
  const layout: object[] = []
  for (const [at, { title, semantic_query }] of QUESTIONS.entries()) {
    const chart = await done('POST', '/analytics/charts', { title, datasource_id: source, query: { semantic_query }, cache_seconds: cacheSeconds })
    layout.push({ id: `tile_${at}`, chart_id: chart.id, x: (at % 3) * 4, y: Math.floor(at / 3) * 4, w: 4, h: 4 })
  }
  return (await done('POST', '/analytics/dashboards', { title: 'Bench', layout })).id
}

export type Reading = { firstMs: number; lastMs: number; tiles: { tile: string; asOf: string | null; error: string | null }[] }

/** Opens a dashboard as its page does, each tile as it is ready. */
export async function readBoard({ open }: Pick<Deployment, 'open'>, id: string, as?: string, query = ''): Promise<Reading> {
  const began = performance.now()
  const response = await open(`/analytics/dashboards/${id}/data${query}`, as, { accept: 'application/x-ndjson' })
  if (!response.ok || !response.body) throw new Error(`the dashboard answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
  let firstMs = 0
  let rest = ''
  const tiles: Reading['tiles'] = []
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    rest += part
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 1)
      if (line === '') continue
      firstMs ||= performance.now() - began
      const { tile, data, error } = JSON.parse(line)
      tiles.push({ tile, asOf: data?.as_of ?? null, error: error?.code ?? null })
    }
  }
  return { firstMs, lastMs: performance.now() - began, tiles }
}
