import { goesWithoutSaying } from '../compile/sort-equals.ts'
import type { Layer } from '../layer.ts'
import type {
  AggregateMeasure,
  Filter,
  FilterCondition,
  HavingCondition,
  NamedMeasure,
  QueryDimension,
  QueryMeasure,
  RatioMeasure,
  SemanticQuery,
} from '../semantic-query.ts'
import { withAggregateWord } from './aggregate-in-words.ts'
import { arithmeticOf, columnLabel, ENGLISH } from './arithmetic-in-words.ts'
import { derivedInWords } from './derived-in-words.ts'
import { endsOf, outputEnds } from './ends-in-words.ts'
import { listInWords, plural, singular } from './english.ts'
import { isRevenue } from './revenue.ts'
import { dayNames, monthNames, periodInWords } from './value-in-words.ts'

/** The query in plain words: what is measured or listed, by what, of which rows, in which order. */
export function explainQuery(layer: Layer, query: SemanticQuery): string {
  const measures = query.measures.filter((measure) => !measure.hidden).map((measure) => measureInWords(layer, measure, query.measures))
  const shown = query.dimensions.filter((item) => !item.hidden)
  const dimensions = shown.map((item) => dimensionInWords(layer, item))
  const tables = [...new Set(shown.map((item) => plural(tableLabel(layer, item.table))))]
  const parts = [
    measures.length > 0 ? capital(listInWords(measures)) : capital(`${query.distinct ? 'different ' : ''}${listInWords(dimensions)} of ${listInWords(tables)}`),
  ]
  if (measures.length > 0 && dimensions.length > 0) parts.push(`for each ${listInWords(groupsInWords(layer, shown))}`)
  if (query.compare) parts.push(query.compare.to === 'previous_year' ? 'beside the year before' : 'beside the period before')
  const filters = conditionsOf(query)
  if (filters) parts.push(`where ${filterInWords(layer, filters)}`)
  for (const having of query.having) parts.push(`with ${havingInWords(layer, query, having)}`)
  for (const { by, direction } of query.order.filter((_, at) => !goesWithoutSaying(query, at)))
    parts.push(`sorted by ${outputInWords(layer, query, by)}${outputEnds(layer, query, by)[direction === 'desc' ? 'falling' : 'rising']}`)
  if (query.limit !== undefined) parts.push(cutInWords(query.limit, query.offset ?? 0))
  if (query.limit_per) parts.push(`the first ${query.limit_per.limit} for each ${outputInWords(layer, query, query.limit_per.dimension)}`)
  return `${parts.join(', ')}.`
}

function cutInWords(limit: number, offset: number): string {
  if (offset === 0) return limit === 1 ? 'the first only' : `the first ${limit}`
  return limit === 1 ? `the ${ordinals[offset + 1] ?? `${offset + 1}th`} only` : `${limit} after the first ${offset}`
}

const ordinals: Record<number, string> = { 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' }

function dimensionInWords(layer: Layer, { table, column, grain }: QueryDimension): string {
  const label = columnLabel(layer, table, column)
  return grain === undefined || grain === 'day' ? label : `${label} by ${grain.replaceAll('_', ' ')}`
}

/** What there is one group for: a name stands for what bears it. */
function groupsInWords(layer: Layer, shown: QueryDimension[]): string[] {
  const words = shown.map((item) => {
    const label = columnLabel(layer, item.table, item.column)
    return item.grain === undefined && nameOnly.test(label) ? singular(tableLabel(layer, item.table)) : dimensionInWords(layer, item)
  })
  return [...new Set(words)]
}

const nameOnly = /^(?:name|title|(?:first|given|last|family) name|surname|forename)$/

/** The conditions worth telling: that a group has a name goes without saying. */
export function conditionsOf({ filters, dimensions, measures }: SemanticQuery): Filter | undefined {
  if (!filters || measures.length === 0) return filters
  const isPlain = (filter: Filter) => 'column' in filter && filter.operator === 'is_not_empty' && dimensions.some(({ table }) => table === filter.table)
  const told = ('and' in filters ? filters.and : [filters]).filter((filter) => !isPlain(filter))
  const [first] = told
  return first && told.length > 1 ? { and: told } : first
}

const operatorWords: Record<FilterCondition['operator'], string> = {
  equals: 'is',
  not_equals: 'is not',
  greater_than: 'is more than',
  greater_or_equal: 'is at least',
  less_than: 'is less than',
  less_or_equal: 'is at most',
  between: 'is between',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
}

/** A filter in plain words; `not` of a table's key says that there is none. */
export function filterInWords(layer: Layer, filter: Filter): string {
  if ('and' in filter) return filter.and.map((item) => filterInWords(layer, item)).join(' and ')
  if ('or' in filter) return `(${filter.or.map((item) => filterInWords(layer, item)).join(' or ')})`
  if ('not' in filter) {
    const inner = filter.not
    if ('not' in inner) return filterInWords(layer, inner.not)
    if ('column' in inner && inner.operator === 'is_not_empty' && isKey(layer, inner)) return `there is no ${singular(tableLabel(layer, inner.table))}`
    const [key, ...within] = 'and' in inner ? inner.and : []
    if (key && 'column' in key && key.operator === 'is_not_empty' && isKey(layer, key))
      return `there is no ${singular(tableLabel(layer, key.table))} where ${within.map((item) => filterInWords(layer, item)).join(' and ')}`
    return `not (${filterInWords(layer, inner)})`
  }
  if (filter.operator === 'is_not_empty' && isKey(layer, filter)) return `there is ${article(tableLabel(layer, filter.table))}`
  const column = layer.tables.find((table) => table.name === filter.table)?.columns.find((item) => item.name === filter.column)
  const subject = memberInWords(layer, filter.table, filter.column)
  if (filter.grain !== undefined && !filter.values_from) return `${subject} is ${filter.grain === 'day_of_week' ? 'on' : 'in'} ${partInWords(filter)}`
  if (filter.since !== undefined) {
    const { column_value: other } = filter
    const amount = other
      ? `as many ${plural(filter.since.unit)} as the ${memberInWords(layer, other.table, other.column)}`
      : `${listInWords(filter.values.map(String))} ${plural(filter.since.unit)}`
    return `${subject} ${operatorWords[filter.operator]} ${amount} after ${memberInWords(layer, filter.since.table, filter.since.column)}`
  }
  if (filter.values_from) return foundInWords(layer, filter, filter.values_from.query)
  if (filter.column_value !== undefined) {
    const order = column?.semanticType === 'time' ? besideWords.get(filter.operator) : undefined
    const verb = order === undefined ? operatorWords[filter.operator] : `is ${order}`
    return `${subject} ${verb} the ${memberInWords(layer, filter.column_value.table, filter.column_value.column)}`
  }
  if (column?.semanticType === 'time' && timeWords.has(filter.operator) && filter.than === undefined) return `${subject} is ${timeInWords(filter)}`
  if (filter.than !== undefined) return `${subject} ${operatorWords[filter.operator]} the ${filter.than} ${columnLabel(layer, filter.table, filter.column)}`
  const isBare = column?.type === 'boolean'
  const values = filter.values.map((value) => (typeof value === 'number' || isBare ? String(value) : `"${value}"`))
  return [subject, operatorWords[filter.operator], values.join(filter.operator === 'between' ? ' and ' : ' or ')].filter(Boolean).join(' ')
}

/** `Saturday or Sunday`, `month of year at least 6`. */
function partInWords({ grain = 'day', operator, values }: FilterCondition): string {
  const names = grain === 'day_of_week' ? dayNames : grain === 'month_of_year' ? monthNames : null
  const words = values.map((value) => names?.[Number(value) - 1] ?? String(value))
  if (names && operator === 'equals') return words.join(' or ')
  return `${grain.replaceAll('_', ' ')} ${operatorWords[operator].replace('is ', '')} ${words.join(operator === 'between' ? ' and ' : ' or ')}`
}

/** What is asked of the figures of groups: `total amount more than 300`; empty where nothing is. */
export const boundsInWords = (layer: Layer, query: SemanticQuery): string => listInWords(query.having.map((item) => havingInWords(layer, query, item)))

function havingInWords(layer: Layer, query: SemanticQuery, { by, operator, values, values_from: from }: HavingCondition): string {
  const bound = from ? insideInWords(layer, from.query) : values.join(' and ')
  return `${outputInWords(layer, query, by)} ${operatorWords[operator].replace('is ', '')} ${bound}`
}

function insideInWords(layer: Layer, query: SemanticQuery): string {
  const words = explainQuery(layer, query).replace(/\.$/, '')
  return `(${words.charAt(0).toLowerCase()}${words.slice(1)})`
}

/** A comparison with what another query finds: `artist is the one with the highest number of albums`. */
function foundInWords(layer: Layer, filter: FilterCondition, found: SemanticQuery): string {
  const isRow = filter.operator === 'equals' && isKey(layer, filter)
  const member = memberInWords(layer, filter.table, filter.column)
  const subject = isRow ? tableLabel(layer, filter.table) : filter.grain ? `${filter.grain} of ${member}` : member
  const chosen = filter.operator === 'equals' ? chosenInWords(layer, found) : null
  if (chosen !== null) return `${subject} is ${chosen}`
  const verb = { ...operatorWords, equals: 'is among', not_equals: 'is not among' }[filter.operator]
  return `${subject} ${verb} ${insideInWords(layer, found)}`
}

/** Rows or groups that are chosen by a rank or a figure: `the one with the highest number of albums`. Null where they are chosen otherwise. */
function chosenInWords(layer: Layer, { order, limit, offset = 0, having, filters, limit_per, ...query }: SemanticQuery): string | null {
  const whole = { ...query, order, having }
  const [rank, ...ranks] = order
  const of = filters ? `, of those where ${filterInWords(layer, filters)}` : ''
  const figures = having.map((item) => havingInWords(layer, whole, item))
  if (limit_per || query.measures.some((item) => !item.hidden)) return null
  if (limit === undefined) return figures.length > 0 ? `one of those with ${listInWords(figures)}${of}` : null
  if (!rank || ranks.length > 0 || figures.length > 0) return null
  const which = rankInWords(layer, { ...whole, offset })
  if (limit > 1) return offset > 0 ? null : `one of the ${limit} with ${which}${of}`
  return `the one with ${which}${of}`
}

/** What rows are ranked by first: `the second highest number of albums`. */
export function rankInWords(layer: Layer, query: SemanticQuery): string {
  const { order, offset = 0 } = query
  const [rank] = order
  if (!rank) return ''
  const place = offset > 0 ? `${ordinals[offset + 1] ?? `${offset + 1}th`} ` : ''
  return `the ${place}${outputEnds(layer, query, rank.by)[rank.direction === 'desc' ? 'high' : 'low']} ${outputInWords(layer, query, rank.by)}`
}

/** How one moment of a row stands to another. */
const besideWords = new Map<FilterCondition['operator'], string>([
  ['greater_than', 'after'],
  ['greater_or_equal', 'not before'],
  ['less_than', 'before'],
  ['less_or_equal', 'not after'],
])

const timeWords = new Map<FilterCondition['operator'], string>([
  ['equals', 'in'],
  ['not_equals', 'not in'],
  ['greater_than', 'after'],
  ['greater_or_equal', 'from'],
  ['less_than', 'before'],
  ['less_or_equal', 'up to'],
  ['between', 'from'],
])

function timeInWords({ operator, values }: FilterCondition): string {
  const isDay = operator === 'equals' && values.every((value) => /^\d{4}-\d{2}-\d{2}/.test(String(value)))
  return `${isDay ? 'on' : timeWords.get(operator)} ${values.map((value) => periodInWords(String(value))).join(operator === 'between' ? ' to ' : ' or ')}${operator === 'greater_or_equal' ? ' on' : ''}`
}

/** A column with its table, named once: `track name`, `invoice date`. */
export function memberInWords(layer: Layer, table: string, column: string): string {
  const [noun, label] = [singular(tableLabel(layer, table)), columnLabel(layer, table, column)]
  return label.split(' ').includes(noun) || label.startsWith(noun) ? label : `${noun} ${label}`
}

function isKey(layer: Layer, filter: FilterCondition): boolean {
  return layer.tables.find((table) => table.name === filter.table)?.primaryKey.includes(filter.column) ?? false
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const aggregateWords = {
  count: 'number of',
  count_distinct: 'number of different',
  sum: 'total',
  avg: 'average',
  median: 'median',
  min: 'lowest',
  max: 'highest',
}

/** A measure in plain words, with the conditions that hold for it alone: `average unit price of tracks`. What is derived names one of `others`. */
export function measureInWords(layer: Layer, measure: QueryMeasure, others: QueryMeasure[] = []): string {
  return `${figureInWords(layer, measure, others)}${'filters' in measure && measure.filters ? ` where ${filterInWords(layer, measure.filters)}` : ''}`
}

function figureInWords(layer: Layer, measure: QueryMeasure, others: QueryMeasure[] = []): string {
  if ('measure' in measure) return layer.measures.find((item) => item.name === measure.measure)?.label ?? measure.measure
  if ('derive' in measure) {
    const of = others.find((item) => item.name === measure.of)
    return derivedInWords(measure, of ? measureInWords(layer, of, others) : measure.of.replaceAll('_', ' '))
  }
  if ('ratio' in measure) return ratioInWords(layer, measure)
  if ('correlation' in measure) {
    const { table, columns } = measure.correlation
    return `correlation of ${columns.map((column) => columnLabel(layer, table, column)).join(' and ')} of ${plural(tableLabel(layer, table))}`
  }
  const table = plural(tableLabel(layer, measure.table))
  if (measure.expression !== undefined && measure.aggregate === 'sum' && isRevenue(layer, measure.table, measure.expression)) return `revenue of ${table}`
  if (measure.expression !== undefined)
    return withAggregateWord(
      measure.aggregate,
      aggregateWords[measure.aggregate],
      `${arithmeticOf(layer, measure.table, measure.expression, ENGLISH)} of ${table}`,
    )
  if (measure.column === undefined) return `number of ${table}`
  const column = columnLabel(layer, measure.table, measure.column)
  const isCount = measure.aggregate === 'count_distinct' || measure.aggregate === 'count'
  if (measure.grain !== undefined) return `number of ${plural(measure.grain.replaceAll('_', ' '))} of ${column} of ${table}`
  const noun = isCount ? plural(withoutKeyWord(column)) : column
  // Orders of a sheet that is called so.
  const words = noun === table ? noun : `${noun} of ${table}`
  if (measure.aggregate !== 'min' && measure.aggregate !== 'max') return withAggregateWord(measure.aggregate, aggregateWords[measure.aggregate], words)
  return withAggregateWord(measure.aggregate, endsOf(layer, measure.table, measure.column)[measure.aggregate === 'min' ? 'low' : 'high'], words)
}

/** What an "order id" tells apart are orders. */
const withoutKeyWord = (label: string): string => label.replace(/(?<=\w) (?:id|no|nr)$/i, '')

function ratioInWords(layer: Layer, { ratio: { numerator, denominator }, percent }: RatioMeasure): string {
  const [part, whole] = [figureInWords(layer, numerator), figureInWords(layer, denominator)]
  const where = (of: NamedMeasure | AggregateMeasure) => ('filters' in of && of.filters ? ` where ${filterInWords(layer, of.filters)}` : '')
  return percent && part === whole
    ? `share of ${`the ${whole}`.replace(/^the number of /, '')}${where(denominator)}${where(numerator)}`
    : `${part}${where(numerator)} divided by ${whole}${where(denominator)}`
}

function outputInWords(layer: Layer, query: SemanticQuery, name: string): string {
  const measure = query.measures.find((item) => item.name === name)
  if (measure) return measureInWords(layer, measure, query.measures)
  const dimension = query.dimensions.find((item) => item.name === name)
  return dimension ? columnLabel(layer, dimension.table, dimension.column) : name
}

function tableLabel(layer: Layer, name: string): string {
  return (layer.tables.find((table) => table.name === name)?.label ?? name).toLowerCase()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
