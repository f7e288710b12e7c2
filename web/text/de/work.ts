import type { AnswerChange } from '#web/api/llm.gen.ts'
import type { work as en } from '../en/work.ts'

export const work: typeof en = {
  tools: 'An dieser Antwort arbeiten',
  steps: 'Schritte',
  asAsked: 'Wie gefragt',
  undo: 'Schritt zurücknehmen',
  redo: 'Schritt wiederholen',
  close: 'Schließen',
  reading: 'Wird gelesen',
  apply: 'Anwenden',
  nothing: 'leer',
  onlyThis: 'Nur das',
  withoutThis: 'Ohne das',
  why: 'Warum?',
  stepOf: (words, change) => (change ? stepInGerman(change) : words),
  lookInto: 'Hineinsehen',
  filter: 'Filtern',
  filters: (count) => `Filtern (${count})`,
  takeBack: (words) => `Zurücknehmen: ${words}`,
  column: 'Spalte',
  findValue: 'Wert suchen',
  nothingToFilter: 'Es gibt keine Spalte, nach der gefiltert werden kann.',
  group: 'Gruppieren',
  findColumn: 'Spalte suchen',
  inAll: 'Insgesamt',
  alsoBy: (label) => `Auch nach ${label}`,
  byGrain: (label, grain) => `${label} nach ${grain}`,
  grains: { year: 'Jahr', quarter: 'Quartal', month: 'Monat', week: 'Woche', day: 'Tag' },
  period: 'Zeitraum',
  date: 'Datum',
  from: 'Von',
  to: 'Bis',
  steppedBy: 'In Schritten von',
  noSteps: 'wie es ist',
  compare: 'Daneben',
  noComparison: 'nichts',
  yearBefore: 'das Jahr davor',
  periodBefore: 'der Zeitraum davor',
  measure: 'Kennzahl',
  sort: 'Sortieren',
  byFigure: (label, direction) => `${label}, ${direction === 'desc' ? 'höchste' : 'niedrigste'} zuerst`,
  byName: (label, direction) => `${label}, ${direction === 'desc' ? 'Z bis A' : 'A bis Z'}`,
  keep: 'Behalten',
  first: (count) => `Die ersten ${count}`,
  allRows: 'Alle Zeilen',
}

const OPERATORS: Record<string, string> = {
  equals: 'ist',
  not_equals: 'ist nicht',
  greater_than: 'über',
  greater_or_equal: 'ab',
  less_than: 'unter',
  less_or_equal: 'bis',
  between: 'zwischen',
  contains: 'enthält',
  not_contains: 'enthält nicht',
  starts_with: 'beginnt mit',
  ends_with: 'endet auf',
  is_empty: 'ist leer',
  is_not_empty: 'ist nicht leer',
}
const GRAINS: Record<string, string> = { year: 'Jahr', quarter: 'Quartal', month: 'Monat', week: 'Woche', day: 'Tag', hour: 'Stunde' }
const grained = (column: string, grain: string | undefined): string => (grain ? `${column} nach ${GRAINS[grain] ?? grain}` : column)
const COMPARED = { previous_year: 'neben dem Jahr davor', previous_period: 'neben dem Zeitraum davor' }

/** A step in German; columns bear the names they have in the data. */
function stepInGerman(change: AnswerChange): string {
  switch (change.action) {
    case 'filter':
      return `Nur wo ${change.column} ${OPERATORS[change.operator ?? 'equals'] ?? ''} ${(change.values ?? []).join(', ')}`.trim()
    case 'unfilter':
      return `${change.column} beliebig`
    case 'group':
      return change.dimensions.length === 0 ? 'Insgesamt' : `Nach ${change.dimensions.map(({ column, grain }) => grained(column, grain)).join(' und ')}`
    case 'period': {
      const { column, grain, from, to, compare } = change
      const parts = [from && `ab ${from}`, to && `bis ${to}`, grain && `nach ${GRAINS[grain] ?? grain}`, compare && COMPARED[compare]].filter(Boolean)
      return `${column} ${parts.join(', ') || 'ohne Grenzen'}`
    }
    case 'drill':
      return `In ${change.value ?? 'leer'}${change.into ? `, nach ${grained(change.into.column, change.into.grain)}` : ''}`
    case 'measure':
      return 'Andere Kennzahl'
    case 'sort':
      return `Sortiert, ${change.direction === 'asc' ? 'niedrigste' : 'höchste'} zuerst`
    case 'limit':
      return change.limit === null ? 'Alle Zeilen' : `Die ersten ${change.limit}`
    case 'why':
      return `Warum ${change.value ?? 'leer'}`
    case 'sql':
      return 'Eigenes SQL'
    case 'chart':
      return 'Anders gezeichnet'
  }
}
