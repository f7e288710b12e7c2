import { eventTables, isFigure, quantityOf, refersTo, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { birthLabel, unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import { offeredDates, offeredNouns } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const offered = nounPattern(offeredNouns)
const offeredOn = wordPattern(offeredDates)

/** The price of what each row was sold for: of dated rows that are one piece each, and no offers, and of lines of what is dated. */
export function soldPrice(layer: Layer): Ref | null {
  const found = eventTables(layer).flatMap((table) => (isSoldAlone(table, layer) ? pricesOf(table) : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

const isSoldAlone = (table: LayerTable, layer: Layer): boolean =>
  quantityOf(table) === undefined && (isLine(table, layer) || (!offered.test(wordsOf(table.label).at(-1) ?? '') && isSoldOnDay(table)))

const isSoldOnDay = (table: LayerTable): boolean => timeColumns(table).some(({ label }) => !offeredOn.test(label) && !birthLabel.test(label))

/** Whether rows say what was in an order: they refer to something dated, and to things that are not. */
function isLine(table: LayerTable, layer: Layer): boolean {
  const [dated, others] = [true, false].map((isDated) => refersTo(layer, table).filter((other) => isSoldOnDay(other) === isDated))
  return (dated?.length ?? 0) > 0 && (others?.length ?? 0) > 0
}

const pricesOf = (table: LayerTable): Ref[] =>
  visible(table).flatMap((column) => (unitPriceLabel.test(column.label) && isFigure(column) ? [{ table, column }] : []))
