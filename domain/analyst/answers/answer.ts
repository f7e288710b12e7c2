import type { Clock } from '#domain/analyst/language/calendar.ts'
import { withDatesOfParts } from '#domain/analyst/lexicon/as-read/dates-of-parts.ts'
import { calendarUnits } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Language } from '#domain/language.ts'
import type { CompiledColumn, CompiledQuery } from '#domain/semantics/compile/compile.ts'
import { capitalised, formatNumber, listInWords, plural, singular } from '#domain/semantics/describe/english.ts'
import { boundsInWords, conditionsOf, filterInWords, measureInWords, memberInWords, rankInWords } from '#domain/semantics/describe/query-in-words.ts'
import { recurringGrains, valueInWords } from '#domain/semantics/describe/value-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue, QueryResult } from '#domain/semantics/sources/source.ts'
import { derivedFigures } from './derived-figures.ts'
import { germanAnswer } from './german-answer.ts'
import { measureName } from './measure-name.ts'
import { groupName, partsOf } from './row-name.ts'
import { suggestFollowUps } from './suggest.ts'

export type AnswerInput = {
  question: string
  layer: Layer
  query: SemanticQuery
  compiled: CompiledQuery
  result: QueryResult
  clock: Clock
  cache?: LexiconCache
  /** English when absent. */
  language?: Language | undefined
}

/** Up to so many groups are told one by one. */
const TOLD_WHOLE = 5

/** The answer in full sentences, every figure taken from the rows, and what one could ask next. */
export function writeAnswer(given: AnswerInput): { text: string; suggestions: string[] } {
  const input = { ...given, layer: withDatesOfParts(given.layer) }
  return {
    text: input.language === 'de' ? germanAnswer(input) : answerText(input),
    suggestions: suggestFollowUps(input.layer, { question: input.question, query: input.query }, input.clock, input.cache),
  }
}

function answerText({ question, layer, query, compiled, result }: AnswerInput): string {
  const { columns } = compiled
  const { rows } = result
  const told = conditionsOf(query)
  const filters = told ? ` where ${filterInWords(layer, told)}` : ''
  const measures = columns.filter((column) => column.role === 'measure')
  const dimensions = columns.filter((column) => column.role === 'dimension')
  const cut = result.truncated ? ` Only the first ${formatNumber(rows.length)} rows are shown.` : ''
  const nameOf = (measure: CompiledColumn) => measureName(question, layer, measure)
  if (rows.length === 0) return `Nothing was found${filters === '' ? '' : `: there is no row${filters}`}.`
  if (dimensions.length === 0) return figures(layer, query, measures, rows[0] ?? [], filters)
  if (measures.length === 0) return `${listing(layer, compiled, result, filters, query)}${cut}`
  if (rows.length === 1) return `${oneGroup(columns, nameOf, rows[0] ?? [])}${cut}`
  return `${groups(layer, query, columns, rows, filters, result.truncated, nameOf)}${cut}`
}

function figures(layer: Layer, query: SemanticQuery, measures: CompiledColumn[], row: JsonValue[], filters: string): string {
  const shown = query.measures.filter((measure) => !measure.hidden)
  const sentences = measures.map((column, index) => {
    const measure = shown[index]
    const words = measure ? measureInWords(layer, measure, query.measures) : column.label.toLowerCase()
    const value = row[index] ?? null
    if (value === null) return `there is no value for the ${words}${filters}`
    const isCountOfRows = measure !== undefined && 'aggregate' in measure && measure.aggregate === 'count' && measure.column === undefined
    if (!isCountOfRows) return `the ${words}${index === 0 ? filters : ''} is ${valueInWords(value, column)}`
    const noun = tableLabel(layer, measure.table)
    return Number(value) === 1
      ? `there is 1 ${noun}${filters}`
      : `there are ${Number(value) === 0 ? 'no' : valueInWords(value, column)} ${plural(noun)}${filters}`
  })
  return `${capitalised(listInWords(sentences))}.`
}

const mostNamed = 5

function listing(layer: Layer, { columns }: CompiledQuery, { rows, truncated }: QueryResult, filters: string, query: SemanticQuery): string {
  const rowInWords = (row: JsonValue[]) =>
    partsOf(columns, row)
      .map(({ text }) => text)
      .join(', ')
  const [first] = rows
  if (rows.length === 1 && first) {
    if (columns.length > 4)
      return `One row was found: ${columns.map((column, index) => `${column.label.toLowerCase()} ${valueInWords(first[index] ?? null, column)}`).join(', ')}.`
    const isRanked = query.limit === 1 && query.order[0] !== undefined && !query.combine && query.measures.some(({ name }) => name === query.order[0]?.by)
    const ranked = isRanked ? ` with ${rankInWords(layer, query)}` : ''
    const sentences = partsOf(columns, first).map(({ at, text, isName }) => {
      const column = columns[at]
      if (!column) return text
      const member = isName
        ? singular(tableLabel(layer, column.table))
        : column.column === null
          ? column.label.toLowerCase()
          : memberInWords(layer, column.table, column.column)
      return `the ${member}${at === 0 ? ranked : ''} is ${text}`
    })
    return `${capitalised(listInWords(sentences))}.`
  }
  const tables = [...new Set(columns.map((column) => column.table))]
  const [only] = tables
  const noun = query.distinct || tables.length > 1 || only === undefined ? (query.distinct ? 'different rows' : 'rows') : plural(tableLabel(layer, only))
  const bounds = query.having.length > 0 ? ` with ${boundsInWords(layer, query)}` : ''
  const count = `${truncated ? 'more than ' : ''}${formatNumber(rows.length)} ${noun}${bounds}${filters}`
  if (columns.length > 3) return `There are ${count}.`
  const named = rows.slice(0, mostNamed).map(rowInWords)
  const isSingle = partsOf(columns, []).length === 1
  const separator = isSingle ? ', ' : '; '
  if (rows.length <= mostNamed) return `There are ${count}: ${isSingle ? listInWords(named) : named.join(separator)}.`
  return `There are ${count}: ${named.join(separator)} and ${truncated ? 'others' : `${formatNumber(rows.length - mostNamed)} more`}.`
}

type NameOf = (measure: CompiledColumn) => string

function oneGroup(columns: CompiledColumn[], measureNameOf: NameOf, row: JsonValue[]): string {
  const values = columns.flatMap((column, index) => (column.role === 'measure' ? [`${measureNameOf(column)} ${valueInWords(row[index] ?? null, column)}`] : []))
  return `${groupName(columns, row)}: ${listInWords(values)}.`
}

function groups(
  layer: Layer,
  query: SemanticQuery,
  columns: CompiledColumn[],
  rows: JsonValue[][],
  filters: string,
  isCut: boolean,
  measureNameOf: NameOf,
): string {
  const at = columns.findIndex((column) => column.role === 'measure')
  const measure = columns[at]
  if (!measure) return ''
  const dimensions = columns.filter((column) => column.role === 'dimension')
  const nameOf = (row: JsonValue[]) => groupName(columns, row)
  const derived = derivedFigures(query, columns)
  const measured = (row: JsonValue[]) => valueInWords(row[at] ?? null, measure)
  const withShare = (row: JsonValue[]) => [measured(row), ...derived.sharesOf(row)].join(', ')
  if (isDated(measure, rows, at)) return dated(layer, columns, rows, at, filters, measureNameOf)
  const numeric = rows.filter((row) => row[at] !== null && Number.isFinite(Number(row[at])))
  const subject = `${capitalised(measureNameOf(measure))} by ${listInWords(dimensionNames(layer, dimensions))}${filters}`
  const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []]
  if (numeric.length === 0) return `${subject}: ${formatNumber(rows.length)} rows, none with a value.`
  const ranked = [...numeric].sort((a, b) => Number(b[at]) - Number(a[at]))
  const [best, ...others] = ranked
  const worst = ranked.at(-1)
  const isSum = measure.aggregate === 'sum' || measure.aggregate === 'count'
  const total =
    isSum && !isCut
      ? ` Together ${valueInWords(
          numeric.reduce((sum, row) => sum + Number(row[at]), 0),
          measure,
        )}.`
      : ''
  if (dimensions.some(({ grain }) => grain !== null && !recurringGrains.has(grain))) {
    const trend =
      dimensions.length === 1
        ? ` went from ${measured(first)} in ${nameOf(first)} to ${measured(last)} in ${nameOf(last)}`
        : ` covers ${formatNumber(rows.length)} rows`
    return `${subject}${trend}; the highest is ${measured(best ?? first)} in ${nameOf(best ?? first)} and the lowest ${measured(worst ?? last)} in ${nameOf(worst ?? last)}.${total}${derived.along(rows, nameOf)}`
  }
  const [share] = derived.sharesOf(best ?? first)
  const bestTold = `${measured(best ?? first)}${share === undefined ? '' : ` (${share})`}`
  const told = ranked.length <= TOLD_WHOLE ? others : others.slice(0, 2)
  const followers = told.map((row) => `${nameOf(row)} (${withShare(row)})`)
  const sharing = worst ? ranked.filter((row) => Number(row[at]) === Number(worst[at])).length : 0
  const lowest = worst && (sharing > 1 ? `${measured(worst)}, which ${formatNumber(sharing)} share` : `${nameOf(worst)} (${measured(worst)})`)
  const rest = told.length < others.length && lowest ? ` The lowest of ${formatNumber(rows.length)} is ${lowest}.` : ''
  return `${subject}: ${nameOf(best ?? first)} is highest with ${bestTold}${followers.length > 0 ? `, followed by ${listInWords(followers)}` : ''}.${rest}${total}`
}

function isDated({ aggregate }: CompiledColumn, rows: JsonValue[][], at: number): boolean {
  const known = rows.flatMap((row) => row[at] ?? [])
  return (aggregate === 'min' || aggregate === 'max') && known.length > 0 && known.every((value) => typeof value === 'string' && /^\d{4}-\d\d/.test(value))
}

/** The first or last date of each group: the earliest and the latest of them. */
function dated(layer: Layer, columns: CompiledColumn[], rows: JsonValue[][], at: number, filters: string, measureNameOf: NameOf): string {
  const measure = columns[at] as CompiledColumn
  const sorted = rows.filter((row) => row[at] !== null).sort((a, b) => (String(a[at]) < String(b[at]) ? -1 : 1))
  const told = (row: JsonValue[] = []) => `${groupName(columns, row)} (${valueInWords(row[at] ?? null, measure)})`
  const names = dimensionNames(
    layer,
    columns.filter((column) => column.role === 'dimension'),
  )
  const subject = `${capitalised(measureNameOf(measure))} by ${listInWords(names)}${filters}`
  if (rows.length <= TOLD_WHOLE) return `${subject}: ${listInWords(sorted.toReversed().map(told))}.`
  return `${subject}: the latest of ${formatNumber(sorted.length)} is ${told(sorted.at(-1))}, the earliest ${told(sorted[0])}.`
}

/** A period is told by its length in the label of its column: "Order date (month)". */
const grainLabel = new RegExp(`\\(${anyOf(calendarUnits)}\\)$`)

/** What the dimensions of an answer are called: a name is called as its table is, a period by its length. */
function dimensionNames(layer: Layer, dimensions: CompiledColumn[]): string[] {
  return partsOf(dimensions, []).flatMap(({ at, isName }) => {
    const column = dimensions[at]
    if (!column) return []
    return [
      isName || /^(?:name|title)$/i.test(column.label)
        ? singular(tableLabel(layer, column.table))
        : column.grain !== null && recurringGrains.has(column.grain)
          ? column.grain.replaceAll('_', ' ')
          : column.grain !== null && grainLabel.test(column.label)
            ? column.grain
            : column.label.toLowerCase(),
    ]
  })
}

function tableLabel(layer: Layer, name: string): string {
  return (layer.tables.find((table) => table.name === name)?.label ?? name).toLowerCase()
}
