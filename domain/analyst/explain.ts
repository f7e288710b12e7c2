import { listInWords, plural } from '#domain/semantics/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { periodInWords } from './value-in-words.ts'

/** The query in plain words: what is measured or listed, by what, of which rows, in which order. */
export function explainQuery(layer: Layer, query: SemanticQuery): string {
  const measures = query.measures.filter((measure) => !measure.hidden).map((measure) => measureInWords(layer, measure))
  const shown = query.dimensions.filter((item) => !item.hidden)
  const dimensions = shown.map(
    (item) => `${columnLabel(layer, item.table, item.column)}${item.grain === undefined || item.grain === 'day' ? '' : ` by ${item.grain}`}`,
  )
  const tables = [...new Set(shown.map((item) => plural(tableLabel(layer, item.table))))]
  const parts = [
    measures.length > 0 ? capital(listInWords(measures)) : capital(`${query.distinct ? 'different ' : ''}${listInWords(dimensions)} of ${listInWords(tables)}`),
  ]
  if (measures.length > 0 && dimensions.length > 0) parts.push(`for each ${listInWords(dimensions)}`)
  if (query.filters) parts.push(`where ${filterInWords(layer, query.filters)}`)
  for (const having of query.having)
    parts.push(`with ${outputInWords(layer, query, having.by)} ${operatorWords[having.operator].replace('is ', '')} ${having.values.join(' and ')}`)
  for (const { by, direction } of query.order) parts.push(`sorted by ${outputInWords(layer, query, by)}, ${direction === 'desc' ? 'highest' : 'lowest'} first`)
  if (query.limit !== undefined) parts.push(query.limit === 1 ? 'the first only' : `the first ${query.limit}`)
  if (query.limit_per) parts.push(`the first ${query.limit_per.limit} for each ${outputInWords(layer, query, query.limit_per.dimension)}`)
  return `${parts.join(', ')}.`
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
    if ('column' in inner && inner.operator === 'is_not_empty' && isKey(layer, inner)) return `there is no ${tableLabel(layer, inner.table)}`
    return `not (${filterInWords(layer, inner)})`
  }
  if (filter.operator === 'is_not_empty' && isKey(layer, filter)) return `there is ${article(tableLabel(layer, filter.table))}`
  const column = layer.tables.find((table) => table.name === filter.table)?.columns.find((item) => item.name === filter.column)
  const subject = memberInWords(layer, filter.table, filter.column)
  if (column?.semanticType === 'time' && timeWords.has(filter.operator)) return `${subject} is ${timeInWords(filter)}`
  if (filter.than !== undefined) return `${subject} ${operatorWords[filter.operator]} the ${filter.than} ${columnLabel(layer, filter.table, filter.column)}`
  const values = filter.values.map((value) => (typeof value === 'number' ? String(value) : `"${value}"`))
  return [subject, operatorWords[filter.operator], values.join(filter.operator === 'between' ? ' and ' : ' or ')].filter(Boolean).join(' ')
}

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
  const [noun, label] = [tableLabel(layer, table), columnLabel(layer, table, column)]
  return label.split(' ').includes(noun) || label.startsWith(noun) ? label : `${noun} ${label}`
}

function isKey(layer: Layer, filter: FilterCondition): boolean {
  return layer.tables.find((table) => table.name === filter.table)?.primaryKey.includes(filter.column) ?? false
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const aggregateWords = { count: 'number of', count_distinct: 'number of different', sum: 'total', avg: 'average', min: 'lowest', max: 'highest' }

/** A measure in plain words: `average unit price of tracks`. */
export function measureInWords(layer: Layer, measure: QueryMeasure): string {
  if ('measure' in measure) return layer.measures.find((item) => item.name === measure.measure)?.label ?? measure.measure
  if ('derive' in measure) return `${measure.derive.replaceAll('_', ' ')} of ${measure.of.replaceAll('_', ' ')}`
  if ('ratio' in measure) return `${measureInWords(layer, measure.ratio.numerator)} divided by ${measureInWords(layer, measure.ratio.denominator)}`
  const table = plural(tableLabel(layer, measure.table))
  if (measure.expression !== undefined) return `${aggregateWords[measure.aggregate]} ${measure.name?.replaceAll('_', ' ') ?? 'what is calculated'} of ${table}`
  if (measure.column === undefined) return `number of ${table}`
  const column = columnLabel(layer, measure.table, measure.column)
  return measure.aggregate === 'count_distinct' || measure.aggregate === 'count'
    ? `${aggregateWords[measure.aggregate]} ${plural(column)} of ${table}`
    : `${aggregateWords[measure.aggregate]} ${column} of ${table}`
}

function outputInWords(layer: Layer, query: SemanticQuery, name: string): string {
  const measure = query.measures.find((item) => item.name === name)
  if (measure) return measureInWords(layer, measure)
  const dimension = query.dimensions.find((item) => item.name === name)
  return dimension ? columnLabel(layer, dimension.table, dimension.column) : name
}

function tableLabel(layer: Layer, name: string): string {
  return (layer.tables.find((table) => table.name === name)?.label ?? name).toLowerCase()
}

function columnLabel(layer: Layer, table: string, name: string): string {
  const column = layer.tables.find((item) => item.name === table)?.columns.find((item) => item.name === name)
  return (column?.label ?? name).toLowerCase()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
