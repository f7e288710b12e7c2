import { isAdditive, isFigure, moneyFigures, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { endingLabels } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { made } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

/** What is left of the money, what is lost of it, and what comes in each month. */
export const profitRules: Rule[] = [
  ownRule('profit-margin', 2, 'aggregate? profit? margin/margins %?', ([aggregate], { layer }) => marginOf(aggregate, layer), 'profit margin by category'),
  ownRule('lose-money', 4, 'lose/loses/losing/lost money', (_, { layer }) => atLoss(layer), 'products we lose money on'),
  ownRule('at-loss', 4, 'sold? at/with a? loss', (_, { layer }) => atLoss(layer), 'orders sold at a loss'),
  ownRule('unprofitable', 4, 'unprofitable', (_, { layer }) => atLoss(layer), 'unprofitable products'),
  ownRule('monthly-recurring', 2, 'total? mrr', (_, { layer }) => recurring(layer), 'mrr by plan'),
  ownRule('monthly-recurring-revenue', 2, 'total? monthly? recurring revenue/income', (_, { layer }) => recurring(layer), 'monthly recurring revenue'),
]

/** The only column of a kind that tells an amount, over all tables. */
function onlyAmount(layer: Layer, fits: (words: string[]) => boolean): Ref | null {
  const found = layer.tables.flatMap((table) =>
    table.isHidden ? [] : table.columns.flatMap((column) => (!column.isHidden && isFigure(column) && fits(wordsOf(column.label)) ? [{ table, column }] : [])),
  )
  return found.length === 1 ? (found[0] as Ref) : null
}

const profitOf = (layer: Layer): Ref | null => {
  const profit = onlyAmount(layer, (words) => words.includes('profit') && !words.includes('margin'))
  return profit && isAdditive(profit) ? profit : null
}

/** Profit over the revenue of the same rows, unless a column tells the margin itself. */
function marginOf(aggregate: Edge | null | undefined, layer: Layer): Made[] {
  const profit = profitOf(layer)
  const isTold = layer.tables.some(({ columns, isHidden }) => !isHidden && columns.some(({ label }) => /\bmargins?\b/i.test(label)))
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg'
  if (!profit || isTold || of !== 'avg') return nothing
  const revenue = moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === profit.table && figure.ref.column !== profit.column)
  if (!revenue) return nothing
  const figure: Figure = { kind: 'ratio', numerator: { kind: 'column', ref: profit, aggregate: 'sum' }, denominator: revenue, percent: true }
  return makes({ is: 'figure', figure }, 3)
}

function atLoss(layer: Layer): Made[] {
  const profit = profitOf(layer)
  return profit ? made({ having: { figure: { kind: 'column', ref: profit, aggregate: 'sum' }, bound: { operator: 'less_than', value: 0 } } }, 3) : nothing
}

/** What running subscriptions bring in each month. */
function recurring(layer: Layer): Made[] {
  const price = onlyAmount(layer, (words) => words.includes('monthly') && words.some((word) => /^(?:price|fee|amount|charge|rate|revenue|cost)$/.test(word)))
  const running = price && runningOnly(price.table)
  if (!price || !running) return nothing
  return makes({ is: 'figure', figure: { kind: 'column', ref: price, aggregate: 'sum', filters: [running] } }, 3)
}

function runningOnly(table: LayerTable): Filter | null {
  for (const column of table.columns) {
    const active = column.isHidden || column.type !== 'text' ? undefined : column.sampleValues.find((value) => /^active$/i.test(value.trim()))
    if (active !== undefined) return { table: table.name, column: column.name, operator: 'equals', values: [active] }
  }
  const end = timeColumns(table).find((column) => mayBeMissing(column) && wordsOf(column.label).some((word) => endingLabels.has(word)))
  return end ? { table: table.name, column: end.name, operator: 'is_empty', values: [] } : null
}
