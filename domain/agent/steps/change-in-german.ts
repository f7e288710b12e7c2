import type { ChartType } from '#domain/charts/chart-spec.ts'
import { filterWords } from '#domain/charts/filters/words.ts'
import { listIn } from '#domain/language.ts'
import { capitalised } from '#domain/semantics/describe/english.ts'
import { GRAINS_IN_GERMAN } from '#domain/semantics/describe/german-words.ts'
import { measureInGerman } from '#domain/semantics/describe/query-in-german.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { AnswerChange, ChosenColumn } from './answer-change.ts'

const CHARTS: Record<ChartType, string> = {
  kpi: 'Zahl',
  big_number: 'große Zahl',
  table: 'Tabelle',
  pivot: 'Pivot-Tabelle',
  bar: 'Balken',
  line: 'Linie',
  area: 'Fläche',
  pie: 'Kreis',
  scatter: 'Punkte',
  heatmap: 'Heatmap',
  histogram: 'Histogramm',
  boxplot: 'Boxplot',
  combo: 'Balken mit Linie',
  funnel: 'Trichter',
  waterfall: 'Wasserfall',
  choropleth: 'Karte',
  gauge: 'Tacho',
  progress: 'Fortschritt',
}

/** The same as `changeInWords` tells, in German; names of columns and tables are those of the layer, as nouns. */
export function changeInGerman(layer: Layer, change: AnswerChange, query: SemanticQuery, label: (output: string) => string): string {
  switch (change.action) {
    case 'filter': {
      const { operators } = filterWords('de')
      const values = change.values.map((value) => (typeof value === 'number' ? String(value) : `„${value}“`))
      return `Filter: ${[labelOf(layer, change), operators[change.operator], values.join(change.operator === 'between' ? ' und ' : ' oder ')].join(' ')}`.trimEnd()
    }
    case 'unfilter':
      return `Ohne Filter für ${labelOf(layer, change)}`
    case 'group':
      return change.dimensions.length === 0 ? 'Insgesamt' : `Nach ${namesOf(change.dimensions.map((one) => chosen(layer, one)))}`
    case 'period':
      return period(layer, change)
    case 'drill': {
      const shown = change.value === null ? `ohne ${label(change.dimension)}` : String(change.value)
      return change.into ? `${shown}, nach ${chosen(layer, change.into)}` : `Hinein in ${shown}`
    }
    case 'measure':
      return namesOf(change.measures.map((one) => measureInGerman(layer, one, query.measures)))
    case 'sort':
      return `Sortiert nach ${label(change.by)}, ${change.direction === 'desc' ? 'größte' : 'kleinste'} zuerst`
    case 'limit':
      return change.limit === null ? 'Alle Zeilen' : `Die ersten ${change.limit}`
    case 'why':
      return `Warum ${change.value === null ? `ohne ${label(change.dimension)}` : change.value}`
    case 'sql':
      return 'Eigenes SQL'
    case 'chart':
      return `Als ${CHARTS[change.chart_type]}`
  }
}

const namesOf = (names: string[]): string => listIn('de', names)

const tableOf = (layer: Layer, name: string) => layer.tables.find((table) => table.name === name)

function labelOf(layer: Layer, { table, column }: { table: string; column: string }): string {
  return capitalised(tableOf(layer, table)?.columns.find(({ name }) => name === column)?.label || column)
}

const chosen = (layer: Layer, one: ChosenColumn): string => (one.grain ? `${labelOf(layer, one)} (${GRAINS_IN_GERMAN[one.grain]})` : labelOf(layer, one))

function period(layer: Layer, { grain, from, to, compare, ...at }: Extract<AnswerChange, { action: 'period' }>): string {
  const when = labelOf(layer, at)
  const isAll = !from && !to && (from === null || to === null)
  const parts = [
    ...(from || to ? [[when, from ? `ab ${from}` : '', to ? `bis ${to}` : ''].filter(Boolean).join(' ')] : []),
    ...(isAll ? [`${when}: alle Zeiten`] : []),
    ...(grain ? [`nach ${GRAINS_IN_GERMAN[grain]}`] : []),
    ...(compare ? [compare === 'previous_year' ? 'neben dem Vorjahr' : 'neben dem Zeitraum davor'] : compare === null ? ['ohne Vergleich'] : []),
  ]
  return capitalised(parts.length > 0 ? parts.join(', ') : when)
}
