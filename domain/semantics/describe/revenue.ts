import type { Layer } from '../layer.ts'
import type { Arithmetic } from '../semantic-query.ts'

const quantityLabel = /\b(?:quantity|qty|units?|pieces)\b/i
const priceLabel = /\bprice\b/i
const discountLabel = /\bdiscount\b/i
/** What is there and not sold, and what things were bought for. */
const otherLabel = /\b(?:stock|inventory|hand|reorder|buy|buying|purchase|cost)\b/i

/** Whether a formula is that of revenue: a quantity times the price of one, less a discount where there is one. */
export function isRevenue(layer: Layer, table: string, expression: Arithmetic): boolean {
  const labels = columnsOf(expression, table).map(
    (named) => layer.tables.find(({ name }) => name === named.table)?.columns.find(({ name }) => name === named.column)?.label ?? '',
  )
  const prices = labels.filter((label) => priceLabel.test(label))
  const quantities = labels.filter((label) => quantityLabel.test(label) && !priceLabel.test(label))
  if (labels.some((label) => otherLabel.test(label))) return false
  const others = labels.length - prices.length - quantities.length
  return (
    prices.length === 1 &&
    quantities.length === 1 &&
    others === labels.filter((label) => discountLabel.test(label)).length &&
    others <= 1 &&
    isProduct(expression) &&
    !isShareOfDiscount(expression, layer, table)
  )
}

/** Whether a discount is multiplied with, and not what is left after it: what was let off. */
function isShareOfDiscount(expression: Arithmetic, layer: Layer, table: string): boolean {
  if ('op' in expression)
    return expression.op === '*' && (isShareOfDiscount(expression.left, layer, table) || isShareOfDiscount(expression.right, layer, table))
  if (!('column' in expression)) return false
  const of = layer.tables.find(({ name }) => name === (expression.table ?? table))
  return discountLabel.test(of?.columns.find(({ name }) => name === expression.column)?.label ?? '')
}

function isProduct(expression: Arithmetic): boolean {
  if (!('op' in expression)) return true
  if (expression.op === '*') return isProduct(expression.left) && isProduct(expression.right)
  return expression.op === '-' && 'number' in expression.left && expression.left.number === 1 && 'column' in expression.right
}

function columnsOf(expression: Arithmetic, table: string): { table: string; column: string }[] {
  if ('op' in expression) return [...columnsOf(expression.left, table), ...columnsOf(expression.right, table)]
  return 'column' in expression ? [{ table: expression.table ?? table, column: expression.column }] : []
}
