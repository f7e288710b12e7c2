import type { FoundFigure } from '#domain/analyst/figures/figure.ts'
import { type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import { mainMoney } from './transaction-parts.ts'
import { mainTransactionTable, quantityOf } from './transaction-tables.ts'

const revenueWords = new Set(['revenue', 'sale', 'turnover', 'taking', 'earning', 'spending'])
export const pieces = new Set(['unit', 'piece', 'copy'])
const traded = new Set(['sold', 'ordered', 'bought', 'purchased'])
/** "Sales volume" is the sales themselves. */
const amounts = new Set(['amount', 'value', 'volume', 'figure', 'revenue', 'total', 'number'])
/** People and papers that are called after sales. */
const compounds = new Set(['rep', 'representative', 'person', 'agent', 'team', 'order', 'employee', 'manager', 'staff', 'tax', 'price'])

/**
 * Takes `revenue`, `total sales`, `turnover` where no column holds them: what the lines of all transactions come to, prices times quantities. `units sold` are
 * their quantities.
 */
export function revenueAt(reading: Reading, at: number): FoundFigure | null {
  const item = reading.items[at]
  if (!item || item.meaning.measures.length > 0) return null
  const next = reading.items[at + 1]
  if ((pieces.has(item.stem) || item.stem === 'quantity') && traded.has(next?.lower ?? '')) return quantityAt(reading, at)
  const isNamed = [...item.meaning.tables, ...item.meaning.columns].some(({ weight }) => weight >= 0.75)
  const isCounted = wordAt(reading, at - 1) === 'many' || (wordAt(reading, at - 1) === 'of' && ['number', 'count'].includes(wordAt(reading, at - 2)))
  if (!revenueWords.has(item.stem) || isNamed || isCounted || compounds.has(next?.stem ?? '')) return null
  const part = mainMoney(reading)
  return part?.expression ? { part, end: at + (amounts.has(next?.stem ?? '') ? 2 : 1) } : null
}

function quantityAt({ lexicon, items }: Reading, at: number): FoundFigure | null {
  const table = mainTransactionTable(lexicon.layer)
  const part = table && quantityOf(table)
  const from = ['number of', 'amount of'].includes(`${items[at - 2]?.lower} ${items[at - 1]?.lower}`) ? at - 2 : at
  return part?.column ? { part, from, end: at + 2 } : null
}
