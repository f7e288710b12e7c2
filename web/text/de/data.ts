import type { data as en } from '../en/data.ts'

export const data: typeof en = {
  title: 'Daten',
  empty: 'Noch keine Datenquellen',
  emptyText: 'Verbinden Sie eine Datenbank oder laden Sie eine Datei, und stellen Sie ihr Fragen.',
}
