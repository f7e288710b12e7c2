import type { dashboards as en } from '../en/dashboards.ts'

export const dashboards: typeof en = {
  one: 'Dashboard',
  empty: 'Noch keine Dashboards',
  emptyText: 'Ein Dashboard zeigt mehrere Diagramme nebeneinander, gemeinsam gefiltert. Legen Sie eines an und dann Diagramme darauf.',
  add: 'Neues Dashboard',
}
