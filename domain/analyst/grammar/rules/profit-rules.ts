import { isAdditive, isFigure, moneyFigures, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { goodsGroup } from '#domain/analyst/grammar/goods.ts'
import { costLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { endingLabels } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { made, partOf } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

/** What is left of the money, what is lost of it, and what comes in each month. */
export const profitRules: Rule[] = [
  ownRule('profit-margin', 2, 'aggregate? profit? margin/margins %?', ([aggregate], { layer }) => marginOf(aggregate, layer), 'profit margin by category'),
  ownRule('lose-money', 4, 'lose/loses/losing/lost money', (_, { layer }) => atLoss(layer), 'products we lose money on'),
  ownRule('at-loss', 4, 'sold? at/with a? loss', (_, { layer }) => atLoss(layer), 'orders sold at a loss'),
  ownRule('unprofitable', 4, 'unprofitable', (_, { layer }) => atLoss(layer), 'unprofitable products'),
  ownRule('spent-on', 4, 'spend/spent/spending on table', ([, , table]) => costOf(table), 'how much did we spend on repairs'),
  ownRule('how-did-we-do', 4, 'how did we/business/things/sales do/go', () => made({ figures: [money] }, 3), 'how did we do in March'),
  ownRule(
    'taken',
    4,
    'what/how much? have/has/did we taken/take/made/make/earned/earn/invoiced/billed/raised/turned so? far? over?',
    () => made({ figures: [money] }, 3),
    'what have we taken so far this year',
  ),
  ownRule(
    'bestseller',
    4,
    'number? best? bestseller/bestsellers/seller/sellers',
    ([count, , word], { layer }) => bestSeller(count, word, layer),
    "what's our bestseller",
  ),
  ownRule(
    'part-of',
    4,
    'what part/portion of all? figure is/are/comes/come/goes/go? from/to? condition',
    ([, , , , part, , , such]) => partOf(part, such, 4),
    'what part of sales is bikes',
  ),
  ownRule('sold-out', 4, 'sold out of?', (_, { layer }) => soldOut(layer), 'which books are sold out'),
  ownRule('monthly-recurring', 2, 'total? mrr', (_, { layer }) => recurring(layer), 'mrr by plan'),
  ownRule('monthly-recurring-revenue', 2, 'total? monthly? recurring revenue/income', (_, { layer }) => recurring(layer), 'monthly recurring revenue'),
]

const money: Figure = { kind: 'sense', sense: 'money', aggregate: 'sum' }

/** What rows of a table cost together. */
function costOf(part: Edge | null | undefined): Made[] {
  const table = payloadOf(part, 'table')?.table
  const cost = table?.columns.find((column) => !column.isHidden && isFigure(column) && costLabel.test(column.label))
  return table && cost ? made({ figures: [{ kind: 'column', ref: { table, column: cost }, aggregate: 'sum' }] }, 3) : nothing
}

function bestSeller(count: Edge | null | undefined, word: Edge | null | undefined, layer: Layer): Made[] {
  const goods = goodsGroup(layer)
  if (!goods) return nothing
  const isSeveral = /s$/i.test(word?.text ?? '')
  const asked = payloadOf(count, 'number')?.value ?? (isSeveral ? usuallyRanked : null)
  const figure: Figure = { kind: 'sense', sense: 'pieces', aggregate: null }
  return made({ rank: { sense: { end: 'high', of: 'size' }, count: asked, target: goods, figure } }, 3)
}

/** How many bestsellers are meant is not said. */
const usuallyRanked = 10

/** What nothing is left of in stock. */
function soldOut(layer: Layer): Made[] {
  const stock = onlyAmount(layer, (words) => words.includes('stock') || words.includes('inventory'))
  if (!stock) return nothing
  const filter: Filter = { table: stock.table.name, column: stock.column.name, operator: 'equals', values: [0] }
  return made({ groups: [{ kind: 'rows', table: stock.table }], conditions: [{ kind: 'filter', filter, tables: [stock.table.name] }], shape: 'list' }, 3)
}

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
