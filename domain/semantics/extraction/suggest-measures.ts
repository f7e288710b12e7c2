import type { TableDescription } from '../describe/describe.ts'
import { capitalised, plural, singular } from '../describe/english.ts'
import { identifierWords } from '../describe/identifier-words.ts'
import type { Aggregate, Arithmetic, Filter } from '../semantic-query.ts'
import type { ColumnProfile, SourceColumn, SourceTable, TableProfile } from '../sources/source.ts'
import { missingMarkOf } from './missing-marks.ts'

/** A measure found in the names and facts of a table's columns, with why it is proposed. */
export type SuggestedMeasure = {
  name: string
  title: string
  table: string
  aggregation: Aggregate
  /** As a person reads it; `tree` is what is compiled. */
  expression: string | null
  tree: Arithmetic | null
  filters: Filter | null
  format: string | null
  unit: string | null
  description: string
  synonyms: string[]
}

type Found = { column: SourceColumn; words: string[]; facts: ColumnProfile | null; unit: string | null; isMeasure: boolean; isTime: boolean }
type Sheet = { table: SourceTable; noun: string; columns: Found[] }
type Rule = (sheet: Sheet) => SuggestedMeasure[]

/** More of one table help nobody to choose. */
const MOST_OF_A_TABLE = 6
const MOST = 40
const plain = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Measures an owner is likely to want: revenue, margin, order value, what is late, what is active, and averages that leave out marks for missing values. Each is
 * built of columns of one table whose names and values say what they are. One name stands for one measure: the first table that has it, the largest first.
 */
export function suggestMeasures(
  tables: SourceTable[],
  profiles: ReadonlyMap<string, TableProfile>,
  described: ReadonlyMap<string, TableDescription>,
): SuggestedMeasure[] {
  const sized = tables.toSorted((one, other) => (profiles.get(other.name)?.rows ?? 0) - (profiles.get(one.name)?.rows ?? 0))
  const found = new Map<string, SuggestedMeasure>()
  for (const table of sized) {
    const sheet = sheetOf(table, profiles.get(table.name) ?? null, described.get(table.name))
    const own = RULES.flatMap((rule) => rule(sheet))
    for (const one of own.slice(0, MOST_OF_A_TABLE)) if (!found.has(one.name) && found.size < MOST) found.set(one.name, one)
  }
  return [...found.values()]
}

function sheetOf(table: SourceTable, profile: TableProfile | null, text: TableDescription | undefined): Sheet {
  const columns = table.columns.map((column): Found => {
    const described = text?.columns.find(({ name }) => name === column.name)
    return {
      column,
      words: identifierWords(column.name),
      facts: profile?.columns.find((entry) => entry.column === column.name) ?? null,
      unit: described?.unit ?? null,
      isMeasure: described?.semanticType === 'measure' && isNumeric(column),
      isTime: described?.semanticType === 'time',
    }
  })
  return { table, noun: singular((text?.label ?? table.name).toLowerCase()), columns }
}

const isNumeric = ({ type }: SourceColumn): boolean => type === 'integer' || type === 'number' || type === 'decimal'

/** The first measured column one of whose words is among these, and none of which is among the others. */
const measured = ({ columns }: Sheet, having: readonly string[], lacking: readonly string[] = []): Found | undefined =>
  columns.find(({ isMeasure, words }) => isMeasure && words.some((word) => having.includes(word)) && !words.some((word) => lacking.includes(word)))

const PRICE = ['price']
const QUANTITY = ['quantity', 'qty', 'units', 'pieces']
const COST = ['cost']
/** What is in a warehouse, or how something is packed, was not sold. */
const NOT_SOLD = ['stock', 'reorder', 'per', 'minimum', 'available', 'level', 'hand']
const AMOUNT = ['revenue', 'sales', 'amount', 'total', 'subtotal', 'turnover']
const NO_AMOUNT = ['tax', 'fee', 'freight', 'discount', 'cost', 'count', 'number', 'quantity', 'hours', 'days']
/** These columns are money taken in, whatever their table is called. */
const TAKEN_IN = ['revenue', 'sales', 'turnover']
/** What is for sale, or in a warehouse. */
const GOODS = new Set(['product', 'inventory', 'stock', 'warehouse', 'catalog', 'article', 'good', 'part'])
const DEALS = ['order', 'invoice', 'sale', 'payment', 'purchase', 'transaction', 'booking', 'receipt', 'bill']

const column = ({ column: { name } }: Found): Arithmetic => ({ column: name })
const times = (left: Arithmetic, right: Arithmetic): Arithmetic => ({ op: '*', left, right })
const minus = (left: Arithmetic, right: Arithmetic): Arithmetic => ({ op: '-', left, right })

/** What a line comes to: price times quantity, less a discount that is a share, a percentage or an amount. */
function lineAmount(sheet: Sheet): { tree: Arithmetic; price: Found; quantity: Found } | null {
  const price = measured(sheet, PRICE, ['list', 'discount', 'tax'])
  const quantity = measured(sheet, QUANTITY, NOT_SOLD)
  if (!price || !quantity || price === quantity || GOODS.has(sheet.noun)) return null
  const gross = times(column(price), column(quantity))
  const discount = measured(sheet, ['discount'], ['price'])
  if (!discount) return { tree: gross, price, quantity }
  const most = Number(discount.facts?.max ?? Number.NaN)
  const isPercent = discount.words.some((word) => word === 'percent' || word === 'pct' || word === 'percentage')
  if (most <= 1 && !isPercent) return { tree: times(gross, minus({ number: 1 }, column(discount))), price, quantity }
  if (isPercent) return { tree: times(gross, minus({ number: 1 }, { op: '/', left: column(discount), right: { number: 100 } })), price, quantity }
  return { tree: minus(gross, column(discount)), price, quantity }
}

const revenue: Rule = (sheet) => {
  const line = lineAmount(sheet)
  if (line) {
    const why = 'Price times quantity of each row, less its discount where there is one.'
    return [
      measure(sheet, {
        ...{ name: 'revenue', aggregation: 'sum', tree: line.tree, unit: line.price.unit, description: why, synonyms: ['sales', 'turnover'] },
        format: 'currency',
      }),
    ]
  }
  const amount = measured(sheet, TAKEN_IN, NO_AMOUNT) ?? (isDeal(sheet) ? measured(sheet, AMOUNT, NO_AMOUNT) : undefined)
  if (!amount) return []
  const why = `The total of ${amount.words.join(' ')}.`
  return [
    measure(sheet, {
      ...{ name: 'revenue', aggregation: 'sum', tree: column(amount), unit: amount.unit, description: why, synonyms: ['sales', 'turnover'] },
      format: 'currency',
    }),
  ]
}

const isDeal = ({ noun, table }: Sheet): boolean => [...noun.split(' '), ...identifierWords(table.name)].some((word) => DEALS.includes(singular(word)))

const margin: Rule = (sheet) => {
  const line = lineAmount(sheet)
  const cost = measured(sheet, COST, ['shipping', 'freight', 'total'])
  if (!line || !cost) return []
  const tree = minus(line.tree, times(column(cost), column(line.quantity)))
  const why = 'What rows come to, less their cost times quantity.'
  const facts = { name: 'margin', aggregation: 'sum' as const, tree, unit: line.price.unit, description: why, synonyms: ['gross profit', 'profit'] }
  return [measure(sheet, { ...facts, format: 'currency' })]
}

/** Of tables that hold one row an order: of lines the average is no order's. */
const orderValue: Rule = (sheet) => {
  const amount = measured(sheet, AMOUNT, NO_AMOUNT)
  const [key, ...more] = sheet.table.primaryKey
  if (!isDeal(sheet) || !amount || lineAmount(sheet) || key === undefined || more.length > 0 || /\b(?:line|item|detail)/.test(sheet.noun)) return []
  const name = `average_${sheet.noun.replaceAll(/\W+/g, '_')}_value`
  const facts = { name, aggregation: 'avg' as const, tree: column(amount), unit: amount.unit, synonyms: [`${sheet.noun} value`] }
  return [measure(sheet, { ...facts, format: 'currency', description: `The average ${amount.words.join(' ')} of one ${sheet.noun}.` })]
}

const DUE = ['due', 'required', 'promised', 'expected', 'estimated', 'planned']
const DONE = ['shipped', 'delivered', 'returned', 'completed', 'finished', 'paid', 'closed', 'actual']

const late: Rule = (sheet) => {
  const having = (some: string[]) => sheet.columns.find(({ isTime, words }) => isTime && words.some((word) => some.includes(word)))
  const [due, done] = [having(DUE), having(DONE)]
  if (!due || !done || due === done) return []
  const table = sheet.table.name
  const filters: Filter = { table, column: done.column.name, operator: 'greater_than', values: [], column_value: { table, column: due.column.name } }
  const name = `late_${plural(sheet.noun).replaceAll(/\W+/g, '_')}`
  const why = `${capitalised(plural(sheet.noun))} whose ${done.words.join(' ')} is after their ${due.words.join(' ')}. As a share: this figure divided by their number.`
  return [measure(sheet, { name, aggregation: 'count', tree: null, filters, unit: null, description: why, synonyms: [`overdue ${plural(sheet.noun)}`] })]
}

const ENDED = ['ended', 'end', 'closed', 'cancelled', 'canceled', 'terminated', 'churned', 'discontinued', 'deactivated', 'left']
const ACTIVE = ['active', 'current', 'open']

const active: Rule = (sheet) => {
  const table = sheet.table.name
  const name = `active_${plural(sheet.noun).replaceAll(/\W+/g, '_')}`
  const facts = { name, aggregation: 'count' as const, tree: null, unit: null, synonyms: [`current ${plural(sheet.noun)}`] }
  const state = sheet.columns.find(({ words }) => words.includes('status') || words.includes('state'))
  const value = state?.facts?.topValues.find((one) => ACTIVE.includes(one.trim().toLowerCase()))
  if (state && value !== undefined) {
    const filters: Filter = { table, column: state.column.name, operator: 'equals', values: [value] }
    return [measure(sheet, { ...facts, filters, description: `${capitalised(plural(sheet.noun))} whose ${state.words.join(' ')} is ${value}.` })]
  }
  const end = sheet.columns.find(({ isTime, words, facts: of }) => isTime && words.some((word) => ENDED.includes(word)) && (of?.nullFraction ?? 0) > 0)
  if (!end) return []
  const filters: Filter = { table, column: end.column.name, operator: 'is_empty', values: [] }
  return [measure(sheet, { ...facts, filters, description: `${capitalised(plural(sheet.noun))} without ${end.words.join(' ')}.` })]
}

/** Averages of columns in which a number stands for a missing value. */
const withoutMarks: Rule = (sheet) =>
  sheet.columns.flatMap((found) => {
    const mark = found.isMeasure ? missingMarkOf(found.facts) : null
    if (mark === null || typeof mark !== 'number') return []
    const filters: Filter = { table: sheet.table.name, column: found.column.name, operator: 'not_equals', values: [mark] }
    const name = `average_${found.words.join('_')}`
    const why = `The average of ${found.words.join(' ')} without ${mark}, which seems to stand for a missing value.`
    return [measure(sheet, { name, aggregation: 'avg', tree: column(found), filters, unit: found.unit, description: why, synonyms: [] })]
  })

const RULES: Rule[] = [revenue, margin, orderValue, late, active, withoutMarks]

type Facts = Omit<SuggestedMeasure, 'title' | 'table' | 'expression' | 'filters' | 'format'> & { filters?: Filter; format?: string }

function measure({ table }: Sheet, { filters = undefined, format = undefined, ...facts }: Facts): SuggestedMeasure {
  const name = facts.name.slice(0, 64)
  const expression = facts.tree === null ? null : written(facts.tree)
  return { ...facts, name, title: capitalised(name.replaceAll('_', ' ')), table: table.name, expression, filters: filters ?? null, format: format ?? null }
}

/** The calculation as SQL that is read back as the same tree. */
function written(tree: Arithmetic): string {
  if ('column' in tree) return plain.test(tree.column) ? tree.column : `"${tree.column.replaceAll('"', '""')}"`
  if ('number' in tree) return String(tree.number)
  if (!('op' in tree)) return ''
  const isTight = (side: Arithmetic, least: number) => !('op' in side) || rank(side.op) > least
  const part = (side: Arithmetic, least: number) => (isTight(side, least) ? written(side) : `(${written(side)})`)
  // What stands on the right of minus or divided by is a part of its own.
  return `${part(tree.left, rank(tree.op) - 1)} ${tree.op} ${part(tree.right, rank(tree.op))}`
}

const rank = (op: string): number => (op === '+' || op === '-' ? 1 : 2)
