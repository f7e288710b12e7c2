import { filterWords } from '#domain/charts/filters/words.ts'
import { listIn } from '#domain/language.ts'
import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { capitalised } from '#domain/semantics/describe/english.ts'
import { conditionsOf } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate, Filter, FilterCondition } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import type { AnswerInput } from './answer.ts'

const MOST_TOLD = 5
const SUMS = new Set<Aggregate | null>(['sum', 'count'])
const OF: Partial<Record<Aggregate, string>> = {
  sum: 'Summe',
  avg: 'Durchschnitt',
  min: 'Kleinster Wert',
  max: 'Größter Wert',
  count_distinct: 'Anzahl verschiedener',
}

/**
 * The answer in German, of the figures of the rows and the names of the data, which stay as they are. Null where a condition has no plain German form: an answer
 * never leaves one out.
 */
export function germanAnswer({ layer, query, compiled, result }: AnswerInput): string | null {
  const where = conditions(layer, conditionsOf(query))
  if (where === null) return null
  const { columns } = compiled
  const { rows, truncated } = result
  const of = where === '' ? '' : ` (${where})`
  if (rows.length === 0) return `Nichts gefunden${of}.`
  const measures = columns.flatMap((column, at) => (column.role === 'measure' ? [{ column, at }] : []))
  const [measure] = measures
  const cut = truncated ? ` Gezeigt sind nur die ersten ${written(rows.length)} Zeilen.` : ''
  const first = rows[0] ?? []
  if (!measure) return `${listed(columns, rows, truncated)}${of}.`
  const told = (row: JsonValue[]) =>
    listIn(
      'de',
      measures.map(({ column, at }) => `${nameOf(layer, column)} ${cellInGerman(row[at] ?? null, column)}`),
    )
  if (measures.length === columns.length) return `${told(first)}${of}.`
  if (rows.length === 1) return `${groupOf(columns, first)}: ${told(first)}${of}.${cut}`
  return `${grouped(layer, columns, rows, measure, of, truncated)}${cut}`
}

function grouped(
  layer: Layer,
  columns: CompiledColumn[],
  rows: JsonValue[][],
  { column, at }: { column: CompiledColumn; at: number },
  of: string,
  isCut: boolean,
) {
  const dimensions = columns.filter(({ role }) => role === 'dimension')
  const by = listIn(
    'de',
    dimensions.map(({ label }) => capitalised(label)),
  )
  const subject = `${nameOf(layer, column)} nach ${by}${of}`
  const value = (row: JsonValue[] = []) => cellInGerman(row[at] ?? null, column)
  const numeric = rows.filter((row) => row[at] !== null && Number.isFinite(Number(row[at])))
  if (numeric.length === 0) return `${subject}: ${written(rows.length)} Zeilen, keine davon mit einer Zahl.`
  const ranked = numeric.toSorted((one, other) => Number(other[at]) - Number(one[at]))
  const [best, ...others] = ranked
  const worst = ranked.at(-1)
  const sum = numeric.reduce((total, row) => total + Number(row[at]), 0)
  const total = SUMS.has(column.aggregate) && !isCut ? ` Zusammen ${cellInGerman(sum, column)}.` : ''
  if (dimensions.some(({ grain }) => grain !== null)) {
    const trend =
      dimensions.length === 1
        ? `von ${value(rows[0])} (${groupOf(columns, rows[0])}) auf ${value(rows.at(-1))} (${groupOf(columns, rows.at(-1))})`
        : `${written(rows.length)} Zeilen`
    return `${subject}: ${trend}; am höchsten ist ${value(best)} (${groupOf(columns, best)}), am niedrigsten ${value(worst)} (${groupOf(columns, worst)}).${total}`
  }
  const shown = ranked.length <= MOST_TOLD ? others : others.slice(0, 2)
  const followers =
    shown.length === 0
      ? ''
      : `, dann ${listIn(
          'de',
          shown.map((row) => `${groupOf(columns, row)} (${value(row)})`),
        )}`
  const rest = shown.length < others.length ? ` Am wenigsten von ${written(ranked.length)}: ${groupOf(columns, worst)} (${value(worst)}).` : ''
  return `${subject}: am höchsten ist ${groupOf(columns, best)} mit ${value(best)}${followers}.${rest}${total}`
}

function listed(columns: CompiledColumn[], rows: JsonValue[][], isCut: boolean): string {
  const inWords = (row: JsonValue[]) => columns.map((column, at) => cellInGerman(row[at] ?? null, column)).join(', ')
  if (rows.length === 1) return columns.map((column, at) => `${capitalised(column.label)}: ${cellInGerman(rows[0]?.[at] ?? null, column)}`).join(', ')
  const count = `${isCut ? 'Mehr als ' : ''}${written(rows.length)} Zeilen`
  if (columns.length > 3) return count
  const left = rows.length - MOST_TOLD
  const named = rows.slice(0, MOST_TOLD).map(inWords).join('; ')
  return `${count}: ${named}${left > 0 ? `; ${isCut ? 'und weitere' : `und ${written(left)} weitere`}` : ''}`
}

const groupOf = (columns: CompiledColumn[], row: JsonValue[] = []): string =>
  columns.flatMap((column, at) => (column.role === 'dimension' ? [cellInGerman(row[at] ?? null, column)] : [])).join(', ')

/** A defined measure by its own name, what is counted or summed by the names of the data. */
function nameOf(layer: Layer, { label, aggregate, table, column, name }: CompiledColumn): string {
  const own = layer.tables.find((one) => one.name === table)
  if (aggregate === null || layer.measures.some((one) => one.name === name)) return capitalised(label)
  if (aggregate === 'count') return `Anzahl ${own?.label ?? table}`
  const member = own?.columns.find((one) => one.name === column)
  return member && OF[aggregate] ? `${OF[aggregate]} ${member.label}` : capitalised(label)
}

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const written = (value: number): string => value.toLocaleString('de', { maximumFractionDigits: 2 })

function periodOf(text: string): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year !== undefined) return `${MONTHS[Number(month) - 1]} ${year}`
  const [, of, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? []
  return of === undefined ? text : `${quarter}. Quartal ${of}`
}

function cellInGerman(value: JsonValue, { type, unit, role, name, grain }: CompiledColumn): string {
  if (value === null) return 'leer'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'object') return JSON.stringify(value)
  const isNumber = type === 'integer' || type === 'number' || type === 'decimal'
  if (isNumber && String(value).trim() !== '' && Number.isFinite(Number(value))) {
    if (role === 'dimension' && /(^|_)(id|year|code|number|zip)$/.test(name)) return String(value)
    return unit === null ? written(Number(value)) : `${written(Number(value))} ${unit}`
  }
  if (grain === 'month' || grain === 'quarter') return periodOf(String(value))
  return String(value).replace(/^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?Z?$/, '$1')
}

function conditions(layer: Layer, filter: Filter | undefined): string | null {
  if (filter === undefined) return ''
  const parts = 'and' in filter ? filter.and.map((part) => condition(layer, part)) : [condition(layer, filter)]
  return parts.every((part) => part !== null) ? parts.join(', ') : null
}

const EXTRAS = ['grain', 'since', 'values_from', 'column_value', 'than'] as const

function condition(layer: Layer, filter: Filter): string | null {
  if (!('column' in filter) || EXTRAS.some((name) => filter[name] !== undefined)) return null
  const { table, column, operator, values }: FilterCondition = filter
  const found = layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  const label = capitalised(found?.label ?? column)
  const shown = values.map((value) => (typeof value === 'number' ? written(value) : found?.semanticType === 'time' ? periodOf(String(value)) : `„${value}“`))
  const joined = shown.join(operator === 'between' ? ' bis ' : ' oder ')
  return operator === 'equals' ? `${label}: ${joined}` : [label, filterWords('de').operators[operator], joined].filter(Boolean).join(' ')
}
