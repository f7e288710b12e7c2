import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure, NamedMeasure, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isTransactionTable, moneyOf, oneEach, quantityOf, type TransactionTable } from './transaction-tables.ts'

/**
 * The query with amounts of invoice lines in place of totals of invoices, where it is grouped or restricted by something that belongs to the lines: an invoice with
 * lines of several genres must not count in full for each genre. `through` are the tables between the lines and what it is grouped by.
 */
export function withLineAmounts(layer: Layer, query: SemanticQuery): { query: SemanticQuery; through: string[] } {
  const through: string[] = []
  const restricting = [...query.dimensions.map((item) => item.table), ...(query.filters ? tablesIn(query.filters) : [])]
  const ofLines = <Measure extends AggregateMeasure | NamedMeasure>(measure: Measure, tables: string[]): Measure | AggregateMeasure => {
    const lines = 'aggregate' in measure ? linesOf(layer, query, measure, tables) : null
    through.push(...(lines?.through ?? ('aggregate' in measure ? settledBy(layer, measure, tables) : [])))
    return lines?.measure ?? measure
  }
  const measures = query.measures.map((measure): QueryMeasure => {
    if ('derive' in measure || 'correlation' in measure) return measure
    if (!('ratio' in measure)) return ofLines(measure, restricting)
    const { numerator, denominator } = measure.ratio
    const own = [numerator, denominator].flatMap((of) => ('filters' in of && of.filters ? tablesIn(of.filters) : []))
    const tables = [...restricting, ...own]
    return { ...measure, ratio: { numerator: ofLines(numerator, tables), denominator: ofLines(denominator, tables) } }
  })
  return { query: { ...query, measures }, through }
}

function linesOf(
  layer: Layer,
  query: SemanticQuery,
  measure: AggregateMeasure,
  restricting: string[],
): { measure: AggregateMeasure; through: string[] } | null {
  const table = layer.tables.find((item) => item.name === measure.table)
  const isWhole =
    table && measure.aggregate === 'sum' && measure.column !== undefined && isTransactionTable(table) && moneyOf(table)?.column?.name === measure.column
  const lines = isWhole ? linesBetween(layer, query, table, restricting) : null
  const amount = lines && moneyOf(lines.table)
  if (!lines || !amount) return null
  const { column: _, ...rest } = measure
  const of = amount.expression ? { expression: amount.expression.of } : { column: amount.column?.name ?? '' }
  return { measure: { ...rest, table: lines.table.name, ...of }, through: [lines.table.name, ...lines.through] }
}

/** The tables between the transactions and what restricts them, where each transaction belongs to one row of each. */
function settledBy(layer: Layer, measure: AggregateMeasure, restricting: string[]): string[] {
  const table = layer.tables.find((item) => item.name === measure.table)
  const traded = table && measure.aggregate === 'sum' && isTransactionTable(table) ? [moneyOf(table), quantityOf(table)] : []
  const isTraded = traded.some((part) => (part?.column ? part.column.name === measure.column : part?.expression && part.expression.of === measure.expression))
  const others = layer.tables.filter((item) => item !== table && restricting.includes(item.name))
  const through = table && isTraded && others.length > 0 ? oneEach(layer, table, others) : null
  return table && through ? [table.name, ...through] : []
}

/** The table of lines by which a row of `table` meets several rows of what restricts it; null where there is none or the joins are ambiguous. */
function linesBetween(layer: Layer, { joins }: SemanticQuery, table: LayerTable, restricting: string[]): TransactionTable | null {
  const [tree, ...others] = searchJoinTrees(layer, [...new Set([table.name, ...restricting])], table.name, joins)
  const first = tree?.steps.find((step) => step.fansOut)
  const line = first?.parent === table.name ? layer.tables.find((item) => item.name === first.child) : undefined
  if (!line || others.length > 0) return null
  const through = oneEach(layer, line, [table, ...layer.tables.filter((item) => item !== line && item !== table && restricting.includes(item.name))])
  return through && { table: line, through }
}
