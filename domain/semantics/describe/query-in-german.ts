import type { DerivedMeasure } from '../compile/derived-measure.ts'
import { goesWithoutSaying } from '../compile/sort-equals.ts'
import type { Layer } from '../layer.ts'
import type {
  Aggregate,
  Filter,
  FilterCondition,
  Grain,
  HavingCondition,
  QueryDimension,
  QueryMeasure,
  RatioMeasure,
  SemanticQuery,
} from '../semantic-query.ts'
import { arithmeticOf, type Said } from './arithmetic-in-words.ts'
import { capitalised } from './english.ts'
import { AGGREGATES_IN_GERMAN, GRAINS_IN_GERMAN, germanList, numberInGerman, OPERATORS_IN_GERMAN, periodInGerman } from './german-words.ts'
import { conditionsOf } from './query-in-words.ts'

/** The query in plain German: what `explainQuery` says in English. Names of tables, columns and measures stay those of the layer, as nouns. */
export function explainQueryInGerman(layer: Layer, query: SemanticQuery): string {
  const measures = query.measures.filter((measure) => !measure.hidden).map((measure) => measureInGerman(layer, measure, query.measures))
  const shown = query.dimensions.filter((item) => !item.hidden)
  const groups = [...new Set(shown.map((item) => dimensionInGerman(layer, item)))]
  const tables = [...new Set(shown.map(({ table }) => tableName(layer, table)))]
  const parts = [measures.length > 0 ? germanList(measures) : `${query.distinct ? 'Verschiedene ' : ''}${germanList(groups)} aus ${germanList(tables)}`]
  if (measures.length > 0 && groups.length > 0) parts.push(`nach ${germanList(groups)}`)
  if (query.compare) parts.push(query.compare.to === 'previous_year' ? 'neben dem Jahr davor' : 'neben dem Zeitraum davor')
  const filters = conditionsOf(query)
  if (filters) parts.push(`nur ${filterInGerman(layer, filters)}`)
  for (const having of query.having) parts.push(`mit ${havingInGerman(layer, query, having)}`)
  for (const { by, direction } of query.order.filter((_, at) => !goesWithoutSaying(query, at)))
    parts.push(`sortiert nach ${outputInGerman(layer, query, by)} (${direction === 'desc' ? 'absteigend' : 'aufsteigend'})`)
  if (query.limit !== undefined) parts.push(cut(query.limit, query.offset ?? 0))
  if (query.limit_per) parts.push(`je ${outputInGerman(layer, query, query.limit_per.dimension)} ${cut(query.limit_per.limit, 0)}`)
  const text = capitalised(`${parts.join(', ')}.`)
  return query.combine ? `${text.slice(0, -1)}${JOINED[query.combine.operator]}${explainQueryInGerman(layer, query.combine.query)}` : text
}

const JOINED = { union: '; dazu: ', intersect: '; davon nur: ', except: '; ohne: ' }

function cut(limit: number, offset: number): string {
  if (offset === 0) return limit === 1 ? 'nur das erste' : `nur die ersten ${limit}`
  return limit === 1 ? `nur Platz ${offset + 1}` : `${limit} nach den ersten ${offset}`
}

function dimensionInGerman(layer: Layer, { table, column, grain }: QueryDimension): string {
  const name = memberInGerman(layer, table, column)
  return grain === undefined || grain === 'day' ? name : `${name} (${GRAINS_IN_GERMAN[grain]})`
}

/** A filter in plain German; `not` of a table's key says that there is none. */
export function filterInGerman(layer: Layer, filter: Filter): string {
  if ('and' in filter) return filter.and.map((item) => filterInGerman(layer, item)).join(' und ')
  if ('or' in filter) return `(${filter.or.map((item) => filterInGerman(layer, item)).join(' oder ')})`
  if ('not' in filter) {
    const { not: inner } = filter
    if ('not' in inner) return filterInGerman(layer, inner.not)
    const [key, ...within] = 'and' in inner ? inner.and : [inner]
    if (!key || !('column' in key) || key.operator !== 'is_not_empty' || !isKey(layer, key)) return `nicht (${filterInGerman(layer, inner)})`
    const where = within.length > 0 ? ` (${within.map((item) => filterInGerman(layer, item)).join(' und ')})` : ''
    return `ohne ${tableName(layer, key.table)}${where}`
  }
  if (filter.operator === 'is_not_empty' && isKey(layer, filter)) return `mit ${tableName(layer, filter.table)}`
  return conditionInGerman(layer, filter)
}

function conditionInGerman(layer: Layer, filter: FilterCondition): string {
  const { table, column, operator, values, grain, since, than, values_from: from, column_value: other } = filter
  const subject = memberInGerman(layer, table, column)
  const verb = OPERATORS_IN_GERMAN[operator]
  if (grain !== undefined && !from) return `${subject}: ${GRAINS_IN_GERMAN[grain]} ${verb} ${listed(filter, (value) => partInGerman(grain, value), ' und ')}`
  const amount = other ? memberInGerman(layer, other.table, other.column) : values.join(' oder ')
  if (since !== undefined) return `${subject} ${verb} ${amount} ${UNITS[since.unit]} nach ${memberInGerman(layer, since.table, since.column)}`
  if (from) return `${subject}${grain ? `: ${GRAINS_IN_GERMAN[grain]}` : ''} ${verb} (${explainQueryInGerman(layer, from.query).replace(/\.$/, '')})`
  if (other !== undefined) return `${subject} ${verb} ${memberInGerman(layer, other.table, other.column)}`
  if (than !== undefined) return `${subject} ${verb} ${THAN[than]}`
  const found = layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  if (found?.semanticType === 'time' && TIMES[operator] !== undefined)
    return `${subject} ${TIMES[operator]} ${listed(filter, (value) => periodInGerman(String(value)))}`
  if (operator === 'equals') return `${subject}: ${listed(filter, valueInGerman)}`
  return [subject, verb, listed(filter, valueInGerman, ' und ')].filter(Boolean).join(' ')
}

const UNITS = { second: 'Sekunden', minute: 'Minuten', hour: 'Stunden', day: 'Tage' }
const THAN = { average: 'der Durchschnitt', lowest: 'der kleinste Wert', highest: 'der größte Wert' }
const TIMES: Partial<Record<FilterCondition['operator'], string>> = {
  equals: 'in',
  not_equals: 'nicht in',
  greater_than: 'nach',
  greater_or_equal: 'ab',
  less_than: 'vor',
  less_or_equal: 'bis',
  between: 'von',
}

function listed({ operator, values }: FilterCondition, word: (value: FilterCondition['values'][number]) => string, between = ' bis '): string {
  return values.map(word).join(operator === 'between' ? between : ' oder ')
}

const valueInGerman = (value: string | number | boolean): string =>
  typeof value === 'number' ? numberInGerman(value) : typeof value === 'boolean' ? (value ? 'ja' : 'nein') : `„${value}“`

/** A part of dates that repeats, by its name where it has one: 1 is Montag. */
export function partInGerman(grain: Grain, value: unknown): string {
  const date = new Date(Date.UTC(2024, grain === 'month_of_year' ? Number(value) - 1 : 0, grain === 'day_of_week' ? Number(value) : 1))
  if (grain === 'day_of_week') return date.toLocaleDateString('de', { weekday: 'long', timeZone: 'UTC' })
  return grain === 'month_of_year' ? date.toLocaleDateString('de', { month: 'long', timeZone: 'UTC' }) : String(value)
}

function havingInGerman(layer: Layer, query: SemanticQuery, { by, operator, values, values_from: from }: HavingCondition): string {
  const bound = from ? `(${explainQueryInGerman(layer, from.query).replace(/\.$/, '')})` : values.map((value) => numberInGerman(value)).join(' und ')
  return `${outputInGerman(layer, query, by)} ${OPERATORS_IN_GERMAN[operator]} ${bound}`
}

/** A measure in plain German: `Durchschnitt Unit price (Tracks)`. What is derived names one of `others`. */
export function measureInGerman(layer: Layer, measure: QueryMeasure, others: QueryMeasure[] = []): string {
  if ('measure' in measure) return capitalised(layer.measures.find(({ name }) => name === measure.measure)?.label ?? measure.measure)
  if ('derive' in measure) {
    const of = others.find(({ name }) => name === measure.of)
    return derivedInGerman(measure, of ? measureInGerman(layer, of, others) : measure.of.replaceAll('_', ' '))
  }
  if ('ratio' in measure) return ratioInGerman(layer, measure)
  if ('correlation' in measure) {
    const { table, columns } = measure.correlation
    return `Korrelation von ${columns.map((column) => capitalised(labelOf(layer, table, column))).join(' und ')}`
  }
  const table = tableName(layer, measure.table)
  if (measure.expression !== undefined) return aggregated(measure.aggregate, arithmeticOf(layer, measure.table, measure.expression, ARITHMETIC))
  if (measure.column === undefined) return `Anzahl ${table}`
  const column = capitalised(labelOf(layer, measure.table, measure.column))
  if (measure.grain !== undefined) return `Anzahl ${GRAINS_IN_GERMAN[measure.grain]} (${column})`
  return aggregated(measure.aggregate, column)
}

const aggregated = (aggregate: Aggregate, what: string): string => `${AGGREGATES_IN_GERMAN[aggregate]} ${what}`

const ARITHMETIC: Said = {
  calculated: 'berechneter Wert',
  column: (label) => capitalised(label),
  duration: (unit, from, to) => `${UNITS[unit]} von ${from} bis ${to}`,
  period: periodInGerman,
}

function derivedInGerman({ derive, rows }: DerivedMeasure, of: string): string {
  switch (derive) {
    case 'share_of_total':
      return `Anteil (${of})`
    case 'running_total':
      return `Laufende Summe (${of})`
    case 'moving_average':
      return `Gleitender Durchschnitt über ${rows ?? 3} Zeilen (${of})`
    case 'previous':
      return `${of} davor`
    case 'change':
      return `Veränderung (${of})`
    case 'percent_change':
      return `Veränderung in Prozent (${of})`
    case 'rank':
      return `Rang nach ${of}`
  }
}

function ratioInGerman(layer: Layer, { ratio: { numerator, denominator }, percent }: RatioMeasure): string {
  const [part, whole] = [measureInGerman(layer, numerator), measureInGerman(layer, denominator)]
  const where = (of: object) => ('filters' in of && of.filters ? ` (nur ${filterInGerman(layer, of.filters as Filter)})` : '')
  return percent && part === whole
    ? `Anteil${where(numerator)} an ${whole}${where(denominator)}`
    : `${part}${where(numerator)} je ${whole}${where(denominator)}`
}

function outputInGerman(layer: Layer, query: SemanticQuery, name: string): string {
  const measure = query.measures.find((item) => item.name === name)
  if (measure) return measureInGerman(layer, measure, query.measures)
  const dimension = query.dimensions.find((item) => item.name === name)
  return dimension ? memberInGerman(layer, dimension.table, dimension.column) : name
}

/** A column as a noun; one that is called as those of other tables are tells its own. */
function memberInGerman(layer: Layer, table: string, column: string): string {
  const label = capitalised(labelOf(layer, table, column))
  return /^(?:name|title|label|description)$/i.test(label) ? `${label} (${tableName(layer, table)})` : label
}

const tableOf = (layer: Layer, name: string) => layer.tables.find((table) => table.name === name)
const tableName = (layer: Layer, name: string): string => capitalised(tableOf(layer, name)?.label || name)
const labelOf = (layer: Layer, table: string, column: string): string => tableOf(layer, table)?.columns.find(({ name }) => name === column)?.label || column
const isKey = (layer: Layer, { table, column }: FilterCondition): boolean => tableOf(layer, table)?.primaryKey.includes(column) ?? false
