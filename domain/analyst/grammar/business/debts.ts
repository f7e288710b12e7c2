import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { eventTables, isFigure, moneyFigures, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { empty } from '#domain/analyst/grammar/happenings/moments.ts'
import { yesAndNo } from '#domain/analyst/grammar/mentions/flag-values.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { billedLabels, noAmountLabels, owedLabels, paidAmountLabels, paidFlagLabels } from '#domain/analyst/lexicon/english/business/debts.ts'
import { openStates } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { paidLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Filter } from '#domain/semantics/semantic-query.ts'

/** What is to be paid and was not: which rows, none where an amount tells it alone, what they come to, and when they were due. */
export type Debt = { table: LayerTable; amount: Figure; filter: Filter | null; due: Ref | null }

const paidLabel = wordPattern(paidLabels)
const known = new WeakMap<Layer, Debt[]>()

/** The debts a layer tells of: rows with an amount of which a state or an answer says that it is open, or that have no date of payment yet; or with what is still due of each. */
export function debtsOf(layer: Layer): Debt[] {
  const found = known.get(layer)
  if (found) return found
  const debts = eventTables(layer).flatMap((table) => (table.isHidden ? [] : debtsIn(table, layer)))
  known.set(layer, debts)
  return debts
}

export const debtOf = (layer: Layer): Debt | null => debtsOf(layer)[0] ?? null

function debtsIn(table: LayerTable, layer: Layer): Debt[] {
  const column = timeColumns(table).find(({ label }) => wordsOf(label).some((word) => dueWords.has(word)))
  const due = column ? { table, column } : null
  const filter = unpaidFilter(table)
  const rest = restDue(table)
  if (rest) return [{ table, amount: rest, filter: filter && 'values' in filter && filter.operator === 'equals' ? filter : null, due }]
  const isOwn = (figure: Figure) => (figure.kind === 'column' ? figure.ref.table : figure.kind === 'formula' ? figure.table : null) === table
  const amount = [...figuresOfSense(layer, 'billed'), ...moneyFigures(layer)].find(isOwn)
  return amount && filter ? [{ table, amount, filter, due }] : []
}

/** Rows that are still to be paid: by their state, an answer, or the date of payment that they have not. */
export const unpaidFilter = (table: LayerTable): Filter | null => unpaidState(table) ?? unpaidFlag(table) ?? unpaidDate(table)

/** What is still due of each row: a balance, or what was billed less what of it was paid. */
function restDue(table: LayerTable): Figure | null {
  const figures = visible(table).filter(isFigure)
  const among = (labels: ReadonlySet<string>, not?: ReadonlySet<string>) =>
    figures.filter(({ label }) => wordsOf(label).some((word) => labels.has(word)) && !wordsOf(label).some((word) => not?.has(word)))
  const [balance, ...balances] = among(owedLabels)
  if (balance && balances.length === 0) return { kind: 'column', ref: { table, column: balance }, aggregate: 'sum' }
  const [paid, ...payments] = among(paidAmountLabels, noAmountLabels)
  const [billed, ...bills] = among(billedLabels, paidAmountLabels)
  // A bill that nothing was paid of has no such amount: its rows are told by their state.
  if (!paid || !billed || payments.length + bills.length > 0 || mayBeMissing(paid)) return null
  const of = ({ name }: LayerColumn): Arithmetic => ({ table: table.name, column: name })
  return { kind: 'formula', table, expression: { op: '-', left: of(billed), right: of(paid) }, aggregate: 'sum' }
}

function unpaidState(table: LayerTable): Filter | null {
  for (const column of table.columns) {
    if (column.isHidden || !/\b(?:status|state)\b/i.test(column.label)) continue
    const values = column.sampleValues.filter((value) => openStates.has(value.trim().toLowerCase()))
    const isOfPayment = values.length > 0 && column.sampleValues.some((value) => /^(?:fully )?paid$/i.test(value.trim()))
    if (isOfPayment) return { table: table.name, column: column.name, operator: 'equals', values }
  }
  return null
}

/** A column of yes and no that is called paid or settled. */
function unpaidFlag(table: LayerTable): Filter | null {
  for (const column of visible(table)) {
    const answers = wordsOf(column.label).some((word) => paidFlagLabels.has(word)) ? yesAndNo(column) : null
    if (answers && answers.no !== null) return { table: table.name, column: column.name, operator: 'equals', values: [answers.no] }
  }
  return null
}

function unpaidDate(table: LayerTable): Filter | null {
  const paid = timeColumns(table).find((column) => mayBeMissing(column) && paidLabel.test(column.label))
  return paid ? empty({ table, column: paid }) : null
}
