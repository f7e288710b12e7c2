import type { analytics as en } from '../en/analytics.ts'

export const analytics: typeof en = {
  title: 'Auswertungen',
  empty: 'Noch keine Dashboards',
  emptyText: 'Legen Sie das Diagramm einer Antwort auf ein Dashboard, dann steht es hier.',
}
