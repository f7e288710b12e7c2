import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { eventTables, isFigure, moneyFigures, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { empty } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { billedLabels, receivedLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { openStates } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { paidLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

/** What is to be paid and was not: which rows, what they come to, and when they were due. */
export type Debt = { table: LayerTable; amount: Figure; filter: Filter; due: Ref | null }

const paidLabel = wordPattern(paidLabels)
const known = new WeakMap<Layer, Debt | null>()

/** The debts a layer tells of: rows with an amount of which a state says that it is open, or that have no date of payment yet. */
export function debtOf(layer: Layer): Debt | null {
  const found = known.get(layer)
  if (found !== undefined) return found
  const [debt = null] = eventTables(layer).flatMap((table) => debtsIn(table, layer))
  known.set(layer, debt)
  return debt
}

function debtsIn(table: LayerTable, layer: Layer): Debt[] {
  const isOwn = (figure: Figure) => (figure.kind === 'column' ? figure.ref.table : figure.kind === 'formula' ? figure.table : null) === table
  const amount = leftToPay(table, layer) ?? moneyFigures(layer).find(isOwn)
  const filter = unpaidState(table) ?? unpaidDate(table)
  if (!amount || !filter) return []
  const due = timeColumns(table).find(({ label }) => wordsOf(label).some((word) => dueWords.has(word)))
  return [{ table, amount, filter, due: due ? { table, column: due } : null }]
}

/** What is due less what is paid of it, where both are told. */
function leftToPay(table: LayerTable, layer: Layer): Figure | null {
  const billed = figuresOfSense(layer, 'billed').find((figure) => figure.kind === 'column' && figure.ref.table === table)
  if (billed?.kind !== 'column' || !billedLabel.test(billed.ref.column.label)) return null
  const paid = visible(table).find((column) => isFigure(column) && receivedLabel.test(column.label))
  if (!paid || mayBeMissing(paid)) return billed
  return { kind: 'formula', table, expression: { op: '-', left: { column: billed.ref.column.name }, right: { column: paid.name } }, aggregate: 'sum' }
}

const billedLabel = wordPattern(billedLabels)
const receivedLabel = wordPattern(receivedLabels)

function unpaidState(table: LayerTable): Filter | null {
  for (const column of table.columns) {
    if (column.isHidden || !/\b(?:status|state)\b/i.test(column.label)) continue
    const values = column.sampleValues.filter((value) => openStates.has(value.trim().toLowerCase()))
    const isOfPayment = values.length > 0 && column.sampleValues.some((value) => /^(?:fully )?paid$/i.test(value.trim()))
    if (isOfPayment) return { table: table.name, column: column.name, operator: 'equals', values }
  }
  return null
}

function unpaidDate(table: LayerTable): Filter | null {
  const paid = timeColumns(table).find((column) => mayBeMissing(column) && paidLabel.test(column.label))
  return paid ? empty({ table, column: paid }) : null
}
