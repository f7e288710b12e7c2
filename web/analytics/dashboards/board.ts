import type { Dashboard, DashboardFilter } from '#web/api/analytics.gen.ts'

/** A tile as the service tells it: it has a name and a type. */
export type Tile = {
  id: string
  type: 'chart' | 'kpi' | 'text' | 'filter' | 'tabs'
  x: number
  y: number
  w: number
  h: number
  tab?: string
  chart_id?: string
  title?: string
  text?: string
  filter?: string
  tabs?: { id: string; title: string }[]
}
export type Filter = Required<DashboardFilter> & { id: string }
/** What of a dashboard is edited. */
export type Board = { title: string; description: string; refresh_seconds: number; layout: Tile[]; filters: Filter[] }

export const boardOf = ({ title, description, refresh_seconds, layout, filters }: Dashboard): Board => ({
  title,
  description,
  refresh_seconds,
  layout: layout as Tile[],
  filters: filters as Filter[],
})

export const labelOf = ({ label, member, id }: Filter): string => label || (member.split('.').at(-1) ?? id)
export const hasChart = (tile: Tile): tile is Tile & { chart_id: string } => tile.chart_id !== undefined
