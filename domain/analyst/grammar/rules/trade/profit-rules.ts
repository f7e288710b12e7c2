import { gainsOf, onlyAmount, profitOf } from '#domain/analyst/grammar/business/gains.ts'
import { goodsGroup } from '#domain/analyst/grammar/business/goods.ts'
import { payingOnly } from '#domain/analyst/grammar/business/subscriptions.ts'
import { happens, isFigure } from '#domain/analyst/grammar/facts.ts'
import { costLabel, partialLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { made, numberIn, partOf, senseIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { goesOn } from '#domain/analyst/lexicon/ending-date.ts'
import { buyingNouns } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

/** What is left of the money, what is lost of it, and what comes in each month. */
export const profitRules: Rule[] = [
  ownRule('profit', 2, 'aggregate? gross? profit/profits', ([aggregate], { layer }) => leftOver(aggregate, layer), 'profit by category'),
  ownRule(
    'how-much-profit',
    4,
    'how much gross? profit do/did/does/have/has? we? make/made/makes/earn/earned/turn/turned/generate/generated?',
    (_, { layer }) => profitAsked(layer),
    'how much profit did we make',
  ),
  ownRule('on-lines', 4, 'on/for/from items/lines/goods/articles/things/deals with/at/sold', () => made({}, 0.6), 'profit on items with more than 10% off'),
  ownRule(
    'cost-more',
    4,
    'cost/costs/costing more than they/it/we? bring/brings/brought/earn/earns/earned/make/makes/made/return/returned in/back? us?',
    (_, { layer }) => atLoss(layer),
    'which campaigns cost more than they brought in',
  ),
  ownRule(
    'loss-maker',
    4,
    'number? biggest/largest/worst/top/greatest number? loss/losses maker/makers?',
    ([n, , m], { layer }) => leastLeft(n ?? m, layer, 'low'),
    'which category is our biggest loss maker',
  ),
  ownRule('loss-makers', 4, 'loss - making', (_, { layer }) => atLoss(layer), 'loss-making products'),
  ownRule('least-profitable', 4, 'number? least profitable', ([n], { layer }) => leastLeft(n, layer, 'low'), 'our 5 least profitable products'),
  ownRule('most-profitable', 4, 'number? most profitable', ([n], { layer }) => leastLeft(n, layer, 'high'), 'our 5 most profitable products'),
  ownRule(
    'never-profit',
    4,
    'never/not once/yet/ever? made/make/earned/earn/turned/brought us? a/any? profit/money',
    (_, { layer }) => neverGained(layer),
    'products that have never made us a profit',
  ),
  ownRule('lose-money', 4, 'lose/loses/losing/lost money', (_, { layer }) => atLoss(layer), 'products we lose money on'),
  ownRule(
    'lose-most',
    4,
    'lose/loses/losing/lost us/me? superlative money',
    ([, , sense], { layer }) => (senseIn(sense)?.end === 'high' ? leastLeft(null, layer, 'low') : nothing),
    'which product loses us the most money',
  ),
  ownRule('at-loss', 4, 'sold? at/with a? loss', (_, { layer }) => atLoss(layer), 'orders sold at a loss'),
  ownRule('unprofitable', 4, 'unprofitable', (_, { layer }) => atLoss(layer), 'unprofitable products'),
  ownRule('spent-on', 4, 'spend/spent/spending on table', ([, , table]) => costOf(table), 'how much did we spend on repairs'),
  ownRule(
    'what-cost',
    4,
    'what/how much? have/has/did/do/does/are/is? table cost/costs/costing us? so? far?',
    ([, , , table], { layer }) => costIn(table, layer),
    'what have repairs cost us so far',
  ),
  ownRule(
    'table-bill',
    2,
    'aggregate? table bill/bills/cost/costs/spend/spending/expense/expenses/outlay',
    ([aggregate, table]) => (aggregate ? nothing : billOf(table)),
    'our fuel bill by month',
  ),
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
  ownRule(
    'paying',
    4,
    'how many paying/subscribed table do/have/are? we? have? right? now/currently/today?',
    ([, , , table], { layer }) => paying(table, layer),
    'how many paying customers do we have',
  ),
  ownRule('buying-spend', 2, `our? ${buyingNouns.join('/')} money`, ([, , word]) => spentBuying(word), 'purchasing spend by month'),
  ownRule('monthly-recurring', 2, 'total? mrr', (_, { layer }) => recurring(layer), 'mrr by plan'),
  ownRule('monthly-recurring-revenue', 2, 'total? monthly? recurring revenue/income', (_, { layer }) => recurring(layer), 'monthly recurring revenue'),
]

const money: Figure = { kind: 'sense', sense: 'money', aggregate: 'sum' }

/** What rows of a table cost together. */
function costOf(part: Edge | null | undefined): Made[] {
  const table = payloadOf(part, 'table')?.table
  const costs =
    table?.columns.filter((column) => !column.isHidden && isFigure(column) && costLabel.test(column.label) && !partialLabel.test(column.label)) ?? []
  const cost = costs.find(({ label }) => /\btotal\b/i.test(label)) ?? costs[0]
  return table && cost ? made({ figures: [{ kind: 'column', ref: { table, column: cost }, aggregate: 'sum' }] }, 3) : nothing
}

/** "The fuel bill" is what the rows of fuel purchases cost together. */
const billOf = (part: Edge | null | undefined): Made[] =>
  costOf(part).flatMap(({ payload }) => {
    const [figure] = payload.is === 'fragment' ? (payload.fragment.figures ?? []) : []
    return figure ? makes({ is: 'figure', figure }, 2.2) : []
  })

/** What happened cost so much in all; what there is costs so much each. */
const costIn = (part: Edge | null | undefined, layer: Layer): Made[] => {
  const table = payloadOf(part, 'table')?.table
  return table && happens(layer, table) ? costOf(part).map((item) => ({ ...item, bonus: 4 })) : nothing
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

function atLoss(layer: Layer): Made[] {
  const gains = gainsOf(layer)
  return gains ? made({ having: { figure: gains.profit, bound: { operator: 'less_than', value: 0 } } }, 3) : nothing
}

/** What is left of the money, where no column tells it. */
function leftOver(aggregate: Edge | null | undefined, layer: Layer): Made[] {
  const gains = profitOf(layer) ? null : gainsOf(layer)
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? 'sum'
  return gains && of === 'sum' ? makes({ is: 'figure', figure: gains.profit }, 2) : nothing
}

function profitAsked(layer: Layer): Made[] {
  const gains = gainsOf(layer)
  return gains ? made({ figures: [gains.profit] }, 5) : nothing
}

/** Who lost the most, or made the least. */
function leastLeft(count: Edge | null | undefined, layer: Layer, end: 'high' | 'low'): Made[] {
  const gains = gainsOf(layer)
  return gains ? made({ rank: { sense: { end, of: 'size' }, count: numberIn(count), target: null, figure: gains.profit } }, 4) : nothing
}

/** None of its rows made a profit. */
function neverGained(layer: Layer): Made[] {
  const profit = profitOf(layer)
  if (!profit) return nothing
  const filter: Filter = { table: profit.table.name, column: profit.column.name, operator: 'greater_than', values: [0] }
  return made({ lacking: { of: null, filter } }, 4)
}

/** What was paid to suppliers. */
function spentBuying(word: Edge | null | undefined): Made[] {
  return payloadOf(word, 'verb')?.sense === 'spend' ? makes({ is: 'figure', figure: { kind: 'sense', sense: 'spend', aggregate: 'sum' } }, 1.5) : nothing
}

/** What running subscriptions bring in each month. */
function recurring(layer: Layer): Made[] {
  const price = onlyAmount(layer, (words) => words.includes('monthly') && words.some((word) => /^(?:price|fee|amount|charge|rate|revenue|cost)$/.test(word)))
  const running = price && goesOn(price.table)
  if (!price || !running) return nothing
  return makes({ is: 'figure', figure: { kind: 'column', ref: price, aggregate: 'sum', filters: [running] } }, 3)
}

/** "Paying customers": who have something running that is paid for. */
function paying(part: Edge | null | undefined, layer: Layer): Made[] {
  const table = payloadOf(part, 'table')?.table
  const filter = table && payingOnly(layer, table)
  if (!table || !filter) return nothing
  return made({ figures: [{ kind: 'rows', table }], conditions: [{ kind: 'filter', filter, tables: [table.name] }], shape: 'count' }, 6)
}
