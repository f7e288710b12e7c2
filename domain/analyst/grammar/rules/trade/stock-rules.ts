import { stockOf, stockValue, tooLittle } from '#domain/analyst/grammar/business/stock.ts'
import { made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const again = 'reorder/reordered/restock/restocked/replenish/replenished/reordering/restocking'

/** What is in stock, what it is worth, and what has to be bought again. */
export const stockRules: Rule[] = [
  ownRule('value-of-stock', 2, 'total? value/worth/cost of all? our? current? stock/inventory/stocks', (_, { layer }) => worth(layer), 'value of our stock'),
  ownRule('stock-value', 2, 'total? current? stock/inventory value/worth/valuation', (_, { layer }) => worth(layer), 'inventory value by kind'),
  ownRule('stock-worth', 4, 'how much is? our? current? stock/inventory worth', (_, { layer }) => worthAsked(layer), 'how much is our stock worth'),
  ownRule(
    'tied-up',
    4,
    'how much money/capital/cash is/do? we? have? tied/locked up? in our? stock/inventory',
    (_, { layer }) => worthAsked(layer),
    'how much money is tied up in stock',
  ),
  ownRule(
    'to-reorder',
    3,
    `do/must/should/that? we? need/needs/have/has/must/should/due/ought to/for? be? ${again}`,
    (_, { layer }) => low(layer, false),
    'which products do we need to reorder',
  ),
  ownRule('what-to-reorder', 4, `what do/must/should we? need/have? to? ${again}`, (_, { layer }) => lowListed(layer), 'what do we need to reorder'),
  ownRule(
    'below-least',
    3,
    'below/under/beneath their/its/the? reorder/safety/minimum/min level/point/stock/quantity/inventory?',
    ([, , which], { layer }) => low(layer, true, which),
    'which products are below reorder level',
  ),
  ownRule(
    'at-least-level',
    3,
    'at or/and below/under their/its/the? reorder/safety/minimum/min level/point/stock/quantity/inventory?',
    ([, , , , which], { layer }) => low(layer, false, which),
    'products at or below reorder level',
  ),
]

const worth = (layer: Layer): Made[] => {
  const figure = stockValue(layer)
  return figure ? makes({ is: 'figure', figure }, 4) : nothing
}

const worthAsked = (layer: Layer): Made[] => {
  const figure = stockValue(layer)
  return figure ? made({ figures: [figure] }, 5) : nothing
}

function low(layer: Layer, isBelow: boolean, which?: Part): Made[] {
  const said = which?.text.toLowerCase().slice(0, 3)
  const found = tooLittle(layer, isBelow, (words) => said === undefined || words.some((word) => word.startsWith(said)))
  return found ? makes({ is: 'condition', condition: { kind: 'filter', filter: found.filter, tables: [found.table.name] } }, 4) : nothing
}

function lowListed(layer: Layer): Made[] {
  const [found, stock] = [tooLittle(layer, false), stockOf(layer)]
  if (!found || !stock) return nothing
  const condition = { kind: 'filter' as const, filter: found.filter, tables: [found.table.name] }
  return made({ groups: [{ kind: 'rows', table: stock.table }], conditions: [condition], shape: 'list' }, 5)
}
