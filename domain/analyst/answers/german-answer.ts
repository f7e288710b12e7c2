import { plainNumberNames } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { listIn } from '#domain/language.ts'
import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { capitalised } from '#domain/semantics/describe/english.ts'
import { numberInGerman, periodInGerman } from '#domain/semantics/describe/german-words.ts'
import { filterInGerman, partInGerman } from '#domain/semantics/describe/query-in-german.ts'
import { conditionsOf } from '#domain/semantics/describe/query-in-words.ts'
import { recurringGrains } from '#domain/semantics/describe/value-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import type { AnswerInput } from './answer.ts'

const MOST_TOLD = 5
const plainNumber = new RegExp(`(^|_)${anyOf(plainNumberNames)}$`)
const SUMS = new Set<Aggregate | null>(['sum', 'count'])
const OF: Partial<Record<Aggregate, string>> = {
  sum: 'Summe',
  avg: 'Durchschnitt',
  min: 'Kleinster Wert',
  max: 'Größter Wert',
  count_distinct: 'Anzahl verschiedener',
}

/**
 * The answer in German, of the figures of the rows and the names of the data, which stay as they are.
 */
export function germanAnswer({ layer, query, compiled, result }: AnswerInput): string {
  const told = conditionsOf(query)
  const where = told ? filterInGerman(layer, told) : ''
  const { columns } = compiled
  const { rows, truncated } = result
  const of = where === '' ? '' : ` (${where})`
  if (rows.length === 0) return `Nichts gefunden${of}.`
  const measures = columns.flatMap((column, at) => (column.role === 'measure' ? [{ column, at }] : []))
  const [measure] = measures
  const cut = truncated ? ` Gezeigt sind nur die ersten ${numberInGerman(rows.length)} Zeilen.` : ''
  const first = rows[0] ?? []
  if (!measure) return `${listed(columns, rows, truncated)}${of}.`
  const toldOf = (row: JsonValue[]) =>
    listIn(
      'de',
      measures.map(({ column, at }) => `${nameOf(layer, column)} ${cellInGerman(row[at] ?? null, column)}`),
    )
  if (measures.length === columns.length) return `${toldOf(first)}${of}.`
  if (rows.length === 1) return `${groupOf(columns, first)}: ${toldOf(first)}${of}.${cut}`
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
  if (numeric.length === 0) return `${subject}: ${numberInGerman(rows.length)} Zeilen, keine davon mit einer Zahl.`
  const ranked = numeric.toSorted((one, other) => Number(other[at]) - Number(one[at]))
  const [best, ...others] = ranked
  const worst = ranked.at(-1)
  const sum = numeric.reduce((total, row) => total + Number(row[at]), 0)
  const total = SUMS.has(column.aggregate) && !isCut ? ` Zusammen ${cellInGerman(sum, column)}.` : ''
  if (dimensions.some(({ grain }) => grain !== null && !recurringGrains.has(grain))) {
    const trend =
      dimensions.length === 1
        ? `von ${value(rows[0])} (${groupOf(columns, rows[0])}) auf ${value(rows.at(-1))} (${groupOf(columns, rows.at(-1))})`
        : `${numberInGerman(rows.length)} Zeilen`
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
  const rest = shown.length < others.length ? ` Am wenigsten von ${numberInGerman(ranked.length)}: ${groupOf(columns, worst)} (${value(worst)}).` : ''
  return `${subject}: am höchsten ist ${groupOf(columns, best)} mit ${value(best)}${followers}.${rest}${total}`
}

function listed(columns: CompiledColumn[], rows: JsonValue[][], isCut: boolean): string {
  const inWords = (row: JsonValue[]) => columns.map((column, at) => cellInGerman(row[at] ?? null, column)).join(', ')
  if (rows.length === 1) return columns.map((column, at) => `${capitalised(column.label)}: ${cellInGerman(rows[0]?.[at] ?? null, column)}`).join(', ')
  const count = `${isCut ? 'Mehr als ' : ''}${numberInGerman(rows.length)} Zeilen`
  if (columns.length > 3) return count
  const left = rows.length - MOST_TOLD
  const named = rows.slice(0, MOST_TOLD).map(inWords).join('; ')
  return `${count}: ${named}${left > 0 ? `; ${isCut ? 'und weitere' : `und ${numberInGerman(left)} weitere`}` : ''}`
}

const groupOf = (columns: CompiledColumn[], row: JsonValue[] = []): string =>
  columns.flatMap((column, at) => (column.role === 'dimension' ? [cellInGerman(row[at] ?? null, column)] : [])).join(', ')

/** A defined measure by its own name, what is counted or summed by the names of the data. */
function nameOf(layer: Layer, { label, aggregate, table, column, name }: CompiledColumn): string {
  const own = layer.tables.find((one) => one.name === table)
  if (aggregate === null || layer.measures.some((one) => one.name === name)) return capitalised(label)
  if (aggregate === 'count') return `Anzahl ${capitalised(own?.label || table)}`
  const member = own?.columns.find((one) => one.name === column)
  return member && OF[aggregate] ? `${OF[aggregate]} ${member.label}` : capitalised(label)
}

function cellInGerman(value: JsonValue, { type, unit, role, name, grain }: CompiledColumn): string {
  if (value === null) return 'leer'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'object') return JSON.stringify(value)
  if (grain !== null && recurringGrains.has(grain)) return grain === 'hour_of_day' ? `${value} Uhr` : partInGerman(grain, value)
  const isNumber = type === 'integer' || type === 'number' || type === 'decimal'
  if (isNumber && String(value).trim() !== '' && Number.isFinite(Number(value))) {
    if (role === 'dimension' && plainNumber.test(name)) return String(value)
    return unit === null ? numberInGerman(Number(value)) : `${numberInGerman(Number(value))} ${unit}`
  }
  if (grain === 'month' || grain === 'quarter') return periodInGerman(String(value))
  return String(value).replace(/^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?Z?$/, '$1')
}
