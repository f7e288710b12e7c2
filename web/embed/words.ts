import type { RELATIVE_DATES } from '#web/dashboard/choices.ts'

type Period = (typeof RELATIVE_DATES)[number]

/** What the embedded page says around a dashboard. */
export type Words = {
  filters: string
  all: string
  chosen(count: number): string
  search: string
  searchMore: string
  notOffered: string
  from: string
  to: string
  period: string
  anyTime: string
  periods: Record<Period, string>
  empty: string
  remove(told: string): string
  saveCsv: string
  noData: string
  noRows: string
  notDrawn: string
  required: string
  notReached(filters: string): string
  expired: string
  notShown: string
  noChat: string
  ask: string
  close: string
  notFramed: string
}

const EN: Words = {
  filters: 'Filters',
  all: 'All',
  chosen: (count) => `${count} chosen`,
  search: 'Search values',
  searchMore: 'Search to see more',
  notOffered: 'These values cannot be shown',
  from: 'From',
  to: 'To',
  period: 'Period',
  anyTime: 'Any time',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    'last 7 days': 'Last 7 days',
    'last 30 days': 'Last 30 days',
    'last 90 days': 'Last 90 days',
    'this month': 'This month',
    'previous month': 'Previous month',
    'this year': 'This year',
    'previous year': 'Previous year',
    'year to date': 'Year to date',
  },
  empty: 'empty',
  remove: (told) => `Remove ${told}`,
  saveCsv: 'Save the rows as CSV',
  noData: 'There is no data',
  noRows: 'There are no rows',
  notDrawn: 'This chart cannot be drawn',
  required: 'Choose a value of the filter that is marked *',
  notReached: (filters) => `No figures: “${filters}” does not reach this chart`,
  expired: 'This view has expired. It comes back as soon as the page around it renews its access.',
  notShown: 'The dashboard cannot be shown',
  noChat: 'Questions are not open here: the token of this view does not allow them.',
  ask: 'Ask',
  close: 'Close',
  notFramed: 'This dashboard is shown inside the page of another application.',
}

const DE: Words = {
  filters: 'Filter',
  all: 'Alle',
  chosen: (count) => `${count} gewählt`,
  search: 'Werte suchen',
  searchMore: 'Suchen, um mehr zu sehen',
  notOffered: 'Diese Werte lassen sich nicht zeigen',
  from: 'Von',
  to: 'Bis',
  period: 'Zeitraum',
  anyTime: 'Jederzeit',
  periods: {
    today: 'Heute',
    yesterday: 'Gestern',
    'last 7 days': 'Letzte 7 Tage',
    'last 30 days': 'Letzte 30 Tage',
    'last 90 days': 'Letzte 90 Tage',
    'this month': 'Dieser Monat',
    'previous month': 'Voriger Monat',
    'this year': 'Dieses Jahr',
    'previous year': 'Voriges Jahr',
    'year to date': 'Seit Jahresbeginn',
  },
  empty: 'leer',
  remove: (told) => `${told} entfernen`,
  saveCsv: 'Die Zeilen als CSV sichern',
  noData: 'Es gibt keine Daten',
  noRows: 'Es gibt keine Zeilen',
  notDrawn: 'Dieses Diagramm lässt sich nicht zeichnen',
  required: 'Wählen Sie einen Wert des Filters, der mit * bezeichnet ist',
  notReached: (filters) => `Keine Zahlen: „${filters}“ erreicht dieses Diagramm nicht`,
  expired: 'Diese Ansicht ist abgelaufen. Sie kommt wieder, sobald die Seite um sie ihren Zugang erneuert.',
  notShown: 'Das Dashboard lässt sich nicht zeigen',
  noChat: 'Fragen sind hier nicht möglich: Der Zugang dieser Ansicht erlaubt sie nicht.',
  ask: 'Fragen',
  close: 'Schließen',
  notFramed: 'Dieses Dashboard wird in der Seite einer anderen Anwendung gezeigt.',
}

/** In German where the locale is, else in English. */
export const wordsOf = (locale: string | undefined): Words => (locale?.toLowerCase().startsWith('de') ? DE : EN)
