import type { FoundFigure } from '#domain/analyst/figures/figure.ts'
import { revenueNouns, salesAmountNouns, salesCompounds, tradedUnits, tradeParticiples } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { countCues } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import { type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import { mainMoney } from './transaction-parts.ts'
import { mainTransactionTable, quantityOf } from './transaction-tables.ts'

/**
 * The figure of `revenue`, `total sales` or `turnover` where no column holds it: price times quantity, summed over the lines of all transactions; of `units sold` the
 * sum of quantities. Null where the item asks for neither.
 */
export function revenueAt(reading: Reading, at: number): FoundFigure | null {
  const item = reading.items[at]
  if (!item || item.meaning.measures.length > 0) return null
  const next = reading.items[at + 1]
  if ((tradedUnits.has(item.stem) || item.stem === 'quantity') && tradeParticiples.has(next?.lower ?? '')) return quantityAt(reading, at)
  const isNamed = [...item.meaning.tables, ...item.meaning.columns].some(({ weight }) => weight >= 0.75)
  const isCounted = wordAt(reading, at - 1) === 'many' || (wordAt(reading, at - 1) === 'of' && countCues.has(wordAt(reading, at - 2)))
  if (!revenueNouns.has(item.stem) || isNamed || isCounted || salesCompounds.has(next?.stem ?? '')) return null
  const part = mainMoney(reading)
  return part?.expression ? { part, end: at + (salesAmountNouns.has(next?.stem ?? '') ? 2 : 1) } : null
}

function quantityAt({ lexicon, items }: Reading, at: number): FoundFigure | null {
  const table = mainTransactionTable(lexicon.layer)
  const part = table && quantityOf(table)
  const from = items[at - 1]?.lower === 'of' && salesAmountNouns.has(items[at - 2]?.lower ?? '') ? at - 2 : at
  return part?.column ? { part, from, end: at + 2 } : null
}
