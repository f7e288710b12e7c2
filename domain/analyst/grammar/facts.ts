import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { moneyWords, senseLabels, type VerbSense } from '#domain/analyst/lexicon/english/meanings/measures.ts'
import { unitsOfOther } from '#domain/analyst/lexicon/english/meanings/money-labels.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { sheetCountOf } from '#domain/analyst/lexicon/sheet-count.ts'
import { isTransactionTable } from '#domain/analyst/transactions/transaction-tables.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate, Arithmetic } from '#domain/semantics/semantic-query.ts'
import {
  accruedLabel,
  additive,
  keyLabel,
  moneyLabels,
  notAdditive,
  partialLabel,
  pricedPiece,
  quantityLabel,
  revenueLabel,
  spentTable,
  undatedLabel,
  unitPriceLabel,
} from './label-patterns.ts'
import type { Figure, Ref } from './terms.ts'

/** Singular words of a label. */
export const wordsOf = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .filter(Boolean)
    .map(singular)

/** Whether a column holds numbers to calculate with, however they are kept. */
export const isFigure = (column: LayerColumn): boolean =>
  column.semanticType !== 'identifier' &&
  column.semanticType !== 'time' &&
  column.semanticType !== 'category' &&
  !keyLabel.test(column.label) &&
  (isNumericType(column) || (column.semanticType === 'measure' && holdsNumbersAsText(column)))

/** Whether a column only says yes or no of its rows: nobody asks how many different ones there are. */
export const isFlag = ({ distinct, sampleValues }: LayerColumn): boolean =>
  distinct !== null && distinct <= 2 && sampleValues.length > 0 && sampleValues.every((value) => saysYesOrNo(value.trim().toLowerCase()))

const saysYesOrNo = (value: string): boolean => yesValues.has(value) || noValues.has(value)

const visible = (table: LayerTable): LayerColumn[] => table.columns.filter((column) => !column.isHidden)
const tablesOf = (layer: Layer): LayerTable[] => layer.tables.filter((table) => !table.isHidden)

/** What is found out about a layer once and asked for each reading. */
type Known = { references: Map<string, LayerTable[]>; events?: LayerTable[]; money?: Figure[] }
const known = new WeakMap<Layer, Known>()

function knownOf(layer: Layer): Known {
  const found = known.get(layer)
  if (found) return found
  const tables = new Map(layer.tables.map((table) => [table.name, table]))
  const references = new Map<string, LayerTable[]>()
  for (const { fromTable, toTable } of layer.relationships) {
    const to = tables.get(toTable)
    if (to) references.set(fromTable, [...(references.get(fromTable) ?? []), to])
  }
  const made: Known = { references }
  known.set(layer, made)
  return made
}

/** The tables that rows of a table refer to, one for each reference. */
export const refersTo = (layer: Layer, table: LayerTable): LayerTable[] => knownOf(layer).references.get(table.name) ?? []

/** Tables that things happen in, the one with the most to tell first: they refer to others, or are the only ones, and have a date of their own or of what they refer to. */
export function eventTables(layer: Layer): LayerTable[] {
  const facts = knownOf(layer)
  facts.events ??= rankedEvents(layer)
  return facts.events
}

function rankedEvents(layer: Layer): LayerTable[] {
  const tables = tablesOf(layer)
  const rank = (table: LayerTable) => {
    const outgoing = new Set(refersTo(layer, table)).size
    const dated = isDated(table) ? 4 : 0
    const lines = tablesOf(layer).filter((other) => refersTo(layer, other).includes(table) && timeColumns(other).length === 0).length
    return dated + outgoing + Math.min(lines, 2) + Math.log10((table.rows ?? 1) + 1) / 10
  }
  const ranked = tables.map((table) => ({ table, rank: rank(table) }))
  return ranked.sort((a, b) => b.rank - a.rank).map(({ table }) => table)
}

/** Whether its rows have a date of what happened, and not only of when something began to be. */
const isDated = (table: LayerTable): boolean => timeColumns(table).some((column) => !undatedLabel.test(column.label))

/** Columns time runs along. */
export function timeColumns(table: LayerTable): LayerColumn[] {
  return visible(table).filter((column) => column.semanticType === 'time' && column.type !== 'time')
}

/** Whether figures of a column may be added up. */
export function isAdditive({ column }: Ref): boolean {
  if (!isFigure(column)) return false
  const label = `${column.label} ${column.name.replaceAll('_', ' ')}`
  return !notAdditive.test(label) && !/[°%]|[([][^)\]]*\/[^)\]]*[)\]]/.test(label) && (additive.test(label) || column.semanticType === 'measure')
}

export const naturalAggregate = (ref: Ref): Aggregate => (isAdditive(ref) ? 'sum' : 'avg')

/** What falls or is used over time, of which a longer time has more. */
export const isAccrued = ({ column }: Ref): boolean => accruedLabel.test(column.label)

/** Whether a column tells how many pieces there are of something, and not what one of them costs. */
const isQuantity = (column: LayerColumn): boolean => quantityLabel.test(column.label) && !/\bprice\b/i.test(column.label) && isFigure(column)

/** How many of what a line is of: as it is called, else the only whole number beside the price of one in a table that has no key of its own: bottles, seats, nights. */
function quantityOf(table: LayerTable): LayerColumn | undefined {
  const figures = visible(table).filter(isFigure)
  const piece = figures.flatMap(({ label }) => pricedPiece.exec(label)?.[1] ?? [])[0]?.toLowerCase()
  const called = figures.find(isQuantity) ?? (piece === undefined ? undefined : figures.find(({ label }) => singular(label.toLowerCase()) === piece))
  if (called || table.primaryKey.length === 1 || !figures.some(({ label }) => unitPriceLabel.test(label))) return called
  const [only, ...others] = figures.filter(({ type, label }) => type === 'integer' && !notAdditive.test(label))
  return others.length === 0 ? only : undefined
}
const discountLabel = /\bdiscount\b/i

/** The formulas that give the money of one line: its quantity times a price of its own or of what it refers to, less its discount. */
function lineMoney(layer: Layer): Figure[] {
  return tablesOf(layer).flatMap((table): Figure[] => {
    const quantity = quantityOf(table)
    if (!quantity) return []
    const own = visible(table).find((column) => unitPriceLabel.test(column.label) && isFigure(column))
    const others = refersTo(layer, table).flatMap((other) =>
      visible(other).flatMap((column) => (unitPriceLabel.test(column.label) && isFigure(column) ? [{ column: column.name, table: other.name }] : [])),
    )
    const price: Arithmetic | undefined = own ? { column: own.name } : others[0]
    if (!price || (!own && others.length !== 1)) return []
    const discount = visible(table).find((column) => discountLabel.test(column.label) && isFigure(column) && Number(column.max ?? 2) <= 1)
    const whole: Arithmetic = { op: '*', left: { column: quantity.name }, right: price }
    const expression: Arithmetic = discount ? { op: '*', left: whole, right: { op: '-', left: { number: 1 }, right: { column: discount.name } } } : whole
    return [{ kind: 'formula', table, expression, aggregate: 'sum' }]
  })
}

/** What money the data is about: measures and columns called so, else what its lines come to; the likeliest first. */
export function moneyFigures(layer: Layer): Figure[] {
  const facts = knownOf(layer)
  facts.money ??= findMoney(layer)
  return facts.money
}

/** Whether an amount is what something cost its owner. */
const isSpent = ({ label }: LayerTable, column: LayerColumn): boolean => spentTable.test(label) && !revenueLabel.test(column.label)

/** What came in, and where nothing did, what was spent. */
function findMoney(layer: Layer): Figure[] {
  const earned = moneyAmong(layer, (table, column) => !isSpent(table, column))
  return earned.length > 0 ? earned : moneyAmong(layer, () => true)
}

/** Whether all money the data tells of is what something cost. */
export function isAllSpent(layer: Layer): boolean {
  const [money] = moneyFigures(layer)
  return money?.kind === 'column' && isSpent(money.ref.table, money.ref.column)
}

function moneyAmong(layer: Layer, isOwn: (table: LayerTable, column: LayerColumn) => boolean): Figure[] {
  const named = layer.measures
    .filter(({ label, name, synonyms }) => [label, name.replaceAll('_', ' '), ...synonyms].some((text) => wordsOf(text).some((word) => moneyWords.has(word))))
    .map((measure): [Figure, number] => [{ kind: 'named', measure }, 3])
  const events = eventTables(layer)
  const lines = lineMoney(layer)
  const columns = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): [Figure, number][] => {
      const isNoMoney = partialLabel.test(column.label) || wordsOf(column.label).some((word) => unitsOfOther.has(word)) || !isOwn(table, column)
      if (!isFigure(column) || isNoMoney) return []
      const found = moneyLabels.find(([pattern]) => pattern.test(column.label.replaceAll('_', ' ')))
      if (!found) return []
      const isEvent = happens(layer, table)
      // Beside lines of what was sold, amounts of what those do not belong to are other money: vouchers, budgets.
      const isOther =
        found[1] < 0.9 &&
        lines.length > 0 &&
        !isTransactionTable(table) &&
        !lines.some((line) => line.kind === 'formula' && belongsTo(layer, line.table, table))
      return [[{ kind: 'column', ref: { table, column }, aggregate: 'sum' }, found[1] + (isEvent ? 1 : 0) - (isOther ? 0.5 : 0) - events.indexOf(table) / 50]]
    }),
  )
  const formulas = lines.map((figure): [Figure, number] => [figure, 1.7])
  return [...named, ...columns, ...formulas].sort((a, b) => b[1] - a[1]).map(([figure]) => figure)
}

/** Whether rows of a table are things that happened, and not things that there are: they refer to others, have a date, or stand alone. */
export function happens(layer: Layer, table: LayerTable): boolean {
  return tablesOf(layer).length === 1 || isDated(table) || refersTo(layer, table).some((other) => other !== table)
}

function labelled(layer: Layer, words: string[], fits: (ref: Ref) => boolean): Figure[] {
  return tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Figure[] => {
      const ref = { table, column }
      return wordsOf(column.label).some((word) => words.includes(word)) && fits(ref) ? [{ kind: 'column', ref, aggregate: null }] : []
    }),
  )
}

/** The figures a verb of business may mean in this data, the likeliest first. */
export function figuresOfSense(layer: Layer, sense: VerbSense): Figure[] {
  if (sense === 'money') return moneyFigures(layer)
  const labels = senseLabels[sense]
  if (labels) return labelled(layer, labels, ({ column }) => isFigure(column))
  if (sense === 'pieces')
    return tablesOf(layer).flatMap((table): Figure[] => {
      const called = visible(table).filter(isQuantity)
      const only = called.length === 0 ? quantityOf(table) : undefined
      return [...called, ...(only ? [only] : [])].map((column) => ({ kind: 'column', ref: { table, column }, aggregate: 'sum' }))
    })
  const count = sheetCountOf(layer)
  if (count) return [{ kind: 'column', ref: count, aggregate: 'sum' }]
  return eventTables(layer)
    .slice(0, 2)
    .map((table) => ({ kind: 'rows', table }))
}

/** Whether each row of a table belongs to at most one of another, over however many references. */
function belongsTo(layer: Layer, from: LayerTable, to: LayerTable): boolean {
  const seen = new Set([from])
  for (const table of seen) for (const next of refersTo(layer, table)) seen.add(next)
  return seen.has(to)
}

/** The likeliest figure of a sense whose rows belong to the tables it is split by and limited to, else the likeliest: what a kind of product brings in is told by order lines, not by invoices. */
export function figureFor(layer: Layer, sense: VerbSense, tables: LayerTable[]): Figure | undefined {
  const figures = figuresOfSense(layer, sense)
  const [first] = figures
  if (sense !== 'money' || first === undefined || first.kind === 'named') return first
  const isSuited = (figure: Figure): boolean => {
    const own = figure.kind === 'column' ? figure.ref.table : figure.kind === 'formula' ? figure.table : null
    return own !== null && tables.every((table) => belongsTo(layer, own, table))
  }
  return figures.find(isSuited) ?? first
}

/** What tells the rows of a table apart for a reader, as columns to group by: of rows without a name that of the kind they are of, pizzas of their pizza type. */
export function shownOf(table: LayerTable, layer?: Layer): Ref[] {
  const own = displayColumns(table).map((column) => ({ table, column }))
  const isKey = own.every(({ column }) => table.primaryKey.includes(column.name))
  const noun = wordsOf(table.label)[0]
  const kind = layer && isKey && noun ? refersTo(layer, table).find((other) => other !== table && wordsOf(other.label)[0] === noun) : undefined
  return kind ? shownOf(kind) : own
}
