import { plainLetters } from '#domain/analyst/language/plain-letters.ts'
import { remembered } from '#domain/analyst/language/remembered.ts'
import { countsThings, isCalendarPlace } from '#domain/analyst/lexicon/column-kind.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { unitsOfOther } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { isBoughtIn, isNoIncome } from '#domain/analyst/transactions/bought-tables.ts'
import { isTransactionTable } from '#domain/analyst/transactions/transaction-tables.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate, Arithmetic } from '#domain/semantics/semantic-query.ts'
import {
  accruedLabel,
  additive,
  elapsedLabel,
  keyLabel,
  moneyLabels,
  neverSummed,
  noQuantityLabel,
  notAdditive,
  partialLabel,
  paymentTable,
  percentLabel,
  pricedPiece,
  quantityLabel,
  revenueLabel,
  spentTable,
  undatedLabel,
  unitPriceLabel,
} from './label-patterns.ts'
import type { Figure, Ref } from './terms.ts'

/** Singular words of a label. */
export const wordsOf: (label: string) => readonly string[] = remembered((label) =>
  plainLetters(label.toLowerCase())
    .split(/[^\p{L}\p{N}%]+/u)
    .filter(Boolean)
    .map(singular),
)

/** Whether a column holds numbers to calculate with, however they are kept. */
export const isFigure = (column: LayerColumn): boolean =>
  column.semanticType !== 'identifier' &&
  column.semanticType !== 'time' &&
  column.semanticType !== 'category' &&
  !keyLabel.test(column.label) &&
  (isNumericType(column) || (column.semanticType === 'measure' && holdsNumbersAsText(column)))

/** Whether a column only says yes or no of its rows: nobody asks how many different ones there are. */
export const isFlag = ({ distinct, sampleValues }: LayerColumn): boolean =>
  distinct !== null &&
  distinct <= 2 &&
  sampleValues.length > 0 &&
  sampleValues.map((value) => value.trim().toLowerCase()).every((value) => yesValues.has(value) || noValues.has(value))

export const visible = (table: LayerTable): LayerColumn[] => table.columns.filter((column) => !column.isHidden)
export const tablesOf = (layer: Layer): LayerTable[] => layer.tables.filter((table) => !table.isHidden)

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
  if (!isFigure(column) || isCalendarPlace(column)) return false
  const label = `${column.label} ${column.name.replaceAll('_', ' ')}`
  return (
    !notAdditive.test(label) &&
    !neverSummed.test(label) &&
    !/[°%]|[([][^)\]]*\/[^)\]]*[)\]]/.test(label) &&
    (additive.test(label) || column.semanticType === 'measure')
  )
}

export const naturalAggregate = (ref: Ref): Aggregate => (isAdditive(ref) ? 'sum' : 'avg')

/** What falls or is used over time, of which a longer time has more. */
export const isAccrued = ({ column }: Ref): boolean => accruedLabel.test(column.label)

/** Whether a column tells how many pieces there are of something, and not what one of them costs. */
export const isQuantity = (column: LayerColumn): boolean => quantityLabel.test(column.label) && !noQuantityLabel.test(column.label) && isFigure(column)

/** How many of what a line is of: as it is called, else the only whole number beside the price of one in a table that has no key of its own: bottles, seats, nights. */
export function quantityOf(table: LayerTable): LayerColumn | undefined {
  const figures = visible(table).filter(isFigure)
  const piece = figures.flatMap(({ label }) => pricedPiece.exec(label)?.[1] ?? [])[0]?.toLowerCase()
  const called = figures.find(isQuantity) ?? (piece === undefined ? undefined : figures.find(({ label }) => singular(label.toLowerCase()) === piece))
  if (called || table.primaryKey.length === 1 || !figures.some(({ label }) => unitPriceLabel.test(label))) return called
  const [only, ...others] = figures.filter(({ type, label }) => type === 'integer' && !notAdditive.test(label) && !elapsedLabel.test(label))
  return others.length === 0 ? only : undefined
}
const discountLabel = /\bdiscount\b/i

/** A table of lines, with how many of something each is of, the price of one, and the part of it that is let off. */
export type Line = { table: LayerTable; quantity: LayerColumn; price: Arithmetic; discount: LayerColumn | undefined }

/** Tables whose rows tell a quantity and a price of their own or of what they refer to. */
export function linesOf(layer: Layer): Line[] {
  return tablesOf(layer).flatMap((table): Line[] => {
    const quantity = quantityOf(table)
    if (!quantity) return []
    const own = visible(table).find((column) => unitPriceLabel.test(column.label) && isFigure(column))
    const others = refersTo(layer, table).flatMap((other) =>
      visible(other).flatMap((column) => (unitPriceLabel.test(column.label) && isFigure(column) ? [{ column: column.name, table: other.name }] : [])),
    )
    const price: Arithmetic | undefined = own ? { column: own.name } : others[0]
    if (!price || (!own && others.length !== 1)) return []
    const discount = visible(table).find((column) => discountLabel.test(column.label) && isFigure(column) && (isPart(column) || isPercent(column)))
    return [{ table, quantity, price, discount }]
  })
}

const isPart = ({ max }: LayerColumn): boolean => Number(max ?? 2) <= 1
const isPercent = ({ label, max }: LayerColumn): boolean => (label.includes('%') || percentLabel.test(label)) && Number(max ?? 101) <= 100

/** The part of a line that is let off, whether it is kept as a part of one or in percent. */
export const partLetOff = (discount: LayerColumn): Arithmetic =>
  isPart(discount) ? { column: discount.name } : { op: '/', left: { column: discount.name }, right: { number: 100 } }

/** What a line comes to: its quantity times its price, and with `isNet` less its discount. */
export function moneyOfLine({ quantity, price, discount }: Line, isNet = true): Arithmetic {
  const whole: Arithmetic = { op: '*', left: { column: quantity.name }, right: price }
  return isNet && discount ? { op: '*', left: whole, right: { op: '-', left: { number: 1 }, right: partLetOff(discount) } } : whole
}

const lineMoney = (layer: Layer): Figure[] =>
  linesOf(layer).map((line) => ({ kind: 'formula', table: line.table, expression: moneyOfLine(line), aggregate: 'sum' }))

/** What money the data is about: measures and columns called so, else what its lines come to; the likeliest first. */
export function moneyFigures(layer: Layer): Figure[] {
  const facts = knownOf(layer)
  facts.money ??= findMoney(layer)
  return facts.money
}

/** Whether an amount is what something cost its owner. */
export const isSpent = (layer: Layer, table: LayerTable, column: LayerColumn): boolean =>
  isNoIncome(layer, table) || (spentTable.test(table.label) && !revenueLabel.test(column.label))

/** What came in, and where nothing did, what was spent. */
function findMoney(layer: Layer): Figure[] {
  const earned = moneyAmong(layer, (table, column) => (column ? !isSpent(layer, table, column) : !isNoIncome(layer, table)))
  return earned.length > 0 ? earned : moneyAmong(layer)
}

/** Whether all money the data tells of is what something cost. */
export function isAllSpent(layer: Layer): boolean {
  const [money] = moneyFigures(layer)
  if (money?.kind === 'formula') return isBoughtIn(layer, money.table)
  return money?.kind === 'column' && isSpent(layer, money.ref.table, money.ref.column)
}

function moneyAmong(layer: Layer, isOwn: (table: LayerTable, column?: LayerColumn) => boolean = () => true): Figure[] {
  const named = layer.measures
    .filter(({ label, name, synonyms }) => [label, name.replaceAll('_', ' '), ...synonyms].some((text) => wordsOf(text).some((word) => moneyWords.has(word))))
    .map((measure): [Figure, number] => [{ kind: 'named', measure }, 3])
  const events = eventTables(layer)
  const lines = lineMoney(layer).filter((line) => line.kind === 'formula' && isOwn(line.table))
  const columns = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): [Figure, number][] => {
      const isNoMoney = partialLabel.test(column.label) || wordsOf(column.label).some((word) => unitsOfOther.has(word)) || !isOwn(table, column)
      if (!isFigure(column) || isNoMoney || countsThings(column)) return []
      const found = moneyLabels.find(([pattern]) => pattern.test(column.label.replaceAll('_', ' ')))
      if (!found) return []
      const isEvent = happens(layer, table)
      // Beside lines of what was sold, amounts of what those do not belong to are other money: vouchers, budgets.
      const isOther =
        found[1] < 0.9 &&
        lines.length > 0 &&
        (!isTransactionTable(table) || paymentTable.test(table.label)) &&
        !lines.some((line) => line.kind === 'formula' && belongsTo(layer, line.table, table))
      return [[{ kind: 'column', ref: { table, column }, aggregate: 'sum' }, found[1] + (isEvent ? 1 : 0) - (isOther ? 0.5 : 0) - events.indexOf(table) / 50]]
    }),
  )
  const formulas = lines.filter((line) => line.kind !== 'formula' || isOwn(line.table)).map((figure): [Figure, number] => [figure, 1.7])
  return [...named, ...columns, ...formulas].sort((a, b) => b[1] - a[1]).map(([figure]) => figure)
}

/** Whether rows of a table are things that happened, and not things that there are: they refer to others, have a date, or stand alone. */
export function happens(layer: Layer, table: LayerTable): boolean {
  return tablesOf(layer).length === 1 || isDated(table) || refersTo(layer, table).some((other) => other !== table)
}

/** A table of so few rows that others refer to is one of kinds: plans, tariffs. */
const mostKinds = 60

/** Whether a table lists the kinds that rows of others are of. */
export const listsKinds = (table: LayerTable, layer: Layer): boolean =>
  (table.rows ?? mostKinds + 1) <= mostKinds && refersTo(layer, table).length === 0 && layer.relationships.some(({ toTable }) => toTable === table.name)

/** Whether each row of a table belongs to at most one of another, over however many references. */
export function belongsTo(layer: Layer, from: LayerTable, to: LayerTable): boolean {
  const seen = new Set([from])
  for (const table of seen) for (const next of refersTo(layer, table)) seen.add(next)
  return seen.has(to)
}
