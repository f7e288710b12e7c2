/** What a drawing says beside the names and figures of its data. */
export type ChartWords = {
  other: string
  total: string
  /** A cell without a value. */
  empty: string
  noRows: string
  notShown: string
  count: string
  aggregates: Record<string, string>
  aggregateOf(aggregate: string, column: string): string
  increase: string
  decrease: string
  soFar: string
  ofFirst: string
  ofPrevious: string
  againstBefore(change: string): string
  truncated: string
  standsFor(left: string): string
  largest(most: string, all: string): string
  panels(shown: string, all: string): string
  marks(shown: string, all: string): string
  moreRows(left: string): string
  moreColumns(left: string): string
  tableOf(rows: string): string
  notOnMap(names: string, left: number): string
}

const EN: ChartWords = {
  other: 'Other',
  total: 'Total',
  empty: '(empty)',
  noRows: 'No rows',
  notShown: 'This chart cannot be shown',
  count: 'Count',
  aggregates: { mean: 'Mean', average: 'Mean', median: 'Median', min: 'Lowest', max: 'Highest', distinct: 'Distinct' },
  aggregateOf: (aggregate, column) => `${aggregate} of ${column}`,
  increase: 'Increase',
  decrease: 'Decrease',
  soFar: 'Sum so far',
  ofFirst: 'Of the first',
  ofPrevious: 'Of the one before',
  againstBefore: (change) => `${change} against the one before`,
  truncated: 'The result has more rows than were read',
  standsFor: (left) => `“Other” stands for ${left} more`,
  largest: (most, all) => `The ${most} largest of ${all} are drawn`,
  panels: (shown, all) => `${shown} of ${all} panels are drawn`,
  marks: (shown, all) => `${shown} of ${all} rows are drawn`,
  moreRows: (left) => `${left} more rows`,
  moreColumns: (left) => `${left} more columns`,
  tableOf: (rows) => `Table of ${rows} rows`,
  notOnMap: (names, left) => `Not on the map: ${names}${left > 0 ? ` and ${left} more` : ''}`,
}

const DE: ChartWords = {
  other: 'Sonstige',
  total: 'Summe',
  empty: '(leer)',
  noRows: 'Keine Zeilen',
  notShown: 'Dieses Diagramm kann nicht gezeigt werden',
  count: 'Anzahl',
  aggregates: { mean: 'Mittelwert', average: 'Mittelwert', median: 'Median', min: 'Niedrigster Wert', max: 'Höchster Wert', distinct: 'Verschiedene' },
  aggregateOf: (aggregate, column) => `${aggregate}: ${column}`,
  increase: 'Zunahme',
  decrease: 'Abnahme',
  soFar: 'Bisherige Summe',
  ofFirst: 'Vom ersten',
  ofPrevious: 'Vom vorigen',
  againstBefore: (change) => `${change} gegenüber dem Wert davor`,
  truncated: 'Das Ergebnis hat mehr Zeilen, als gelesen wurden',
  standsFor: (left) => `„Sonstige“ steht für ${left} weitere`,
  largest: (most, all) => `Die ${most} größten von ${all} sind gezeichnet`,
  panels: (shown, all) => `${shown} von ${all} Feldern sind gezeichnet`,
  marks: (shown, all) => `${shown} von ${all} Zeilen sind gezeichnet`,
  moreRows: (left) => `${left} weitere Zeilen`,
  moreColumns: (left) => `${left} weitere Spalten`,
  tableOf: (rows) => `Tabelle mit ${rows} Zeilen`,
  notOnMap: (names, left) => `Nicht auf der Karte: ${names}${left > 0 ? ` und ${left} weitere` : ''}`,
}

/** In German where the locale is, else in English. */
export const chartWords = (locale: string | undefined): ChartWords => (/^de\b/i.test(locale ?? '') ? DE : EN)

/** Whether a category is the one that stands for those left out, in whichever language it was drawn. */
export const standsForOthers = (value: unknown): boolean => value === EN.other || value === DE.other

/** Whether a category is that of cells without a value, in whichever language it was drawn. */
export const standsForEmpty = (value: unknown): boolean => value === EN.empty || value === DE.empty
