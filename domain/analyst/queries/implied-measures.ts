import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { figureVerbs } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { rateLabels, totalLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { ColumnReference, Draft, MeasurePart } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { extremeOf } from './rows-of-one-name.ts'

/** Adds the aggregate that a numeric column implies: "invoice total by month" is a sum, "price by genre" an average, "revenue" alone the sum of all rows. */
export function withImpliedMeasures(draft: Draft): Draft {
  const isSpread = draft.chart === 'histogram' || draft.chart === 'scatter'
  const isPlain = !isSpread && draft.measures.length === 0 && draft.superlative === null && draft.having.length === 0
  if (
    !isPlain ||
    (draft.groups.length === 0 && !isOneFigure(draft)) ||
    draft.selects.length === 0 ||
    !draft.selects.every(({ column }) => isMeasurable(column, 'sum') && column.semanticType === 'measure')
  )
    return draft
  return { ...draft, measures: draft.selects.map(impliedMeasure), selects: [] }
}

/** The aggregate of a column that is named without one. */
export function impliedMeasure({ table, column }: ColumnReference): MeasurePart {
  return { aggregate: extremeOf(column.label) ?? (isRate(column) ? 'avg' : 'sum'), table, column, named: null }
}

/** Whether only an amount is named, and no table whose rows could be listed. */
const isOneFigure = ({ selects, focus, related, order, distinct, limit }: Draft): boolean =>
  selects.length === 1 &&
  focus === null &&
  related.length === 0 &&
  order.length === 0 &&
  !distinct &&
  limit === null &&
  (selects[0] === undefined || isSummable(selects[0].column))

const isSummable = (column: LayerColumn): boolean => !isRate(column) || extremeOf(column.label) !== null

const rateLabel = wordPattern(rateLabels)
/** A unit of so much per something, or of degrees, in a heading: `(ug/m3)`, `(°C)`. */
const rateUnit = /[°%]|[([][^)\]]*\/[^)\]]*[)\]]/
const totalLabel = new RegExp(`\\b${anyOf(totalLabels)}$`, 'i')
const oneTotal = new RegExp(`^(?:what(?: is| was|s)|${anyOf(figureVerbs)}) (?:me )?the total\\b`)

/** Whether values of a column are averaged, not summed. */
export function isRate({ label, name }: Pick<LayerColumn, 'label' | 'name'>): boolean {
  return rateLabel.test(label) || rateUnit.test(name)
}

/** Counts different references in place of rows: "total revenue and number of unique customers" counts the customers with revenue. */
export function countPartners({ draft, lexicon: { layer } }: Reading): void {
  const measured = [...draft.measures, ...(draft.superlative && 'measure' in draft.superlative.by ? [draft.superlative.by.measure] : [])]
  draft.measures = draft.measures.map((measure) => {
    const references = measured.flatMap(({ table }) =>
      measure.isDistinct && table !== measure.table
        ? layer.relationships.filter((item) => item.fromTable === table.name && item.toTable === measure.table.name && item.fromColumns.length === 1)
        : [],
    )
    const named = references.filter((item) => draft.joins.some((join) => join.from_table === item.fromTable && join.from_column === item.fromColumns[0]))
    const [only, ...others] = named.length > 0 ? named : references
    const table = layer.tables.find(({ name }) => name === only?.fromTable)
    const column = table?.columns.find(({ name }) => name === only?.fromColumns[0])
    const isOne = others.every((item) => item.fromTable === only?.fromTable && item.fromColumns[0] === only.fromColumns[0])
    return table && column && isOne ? { aggregate: 'count_distinct', table, column, named: null } : measure
  })
}

/** Sums a column called "total ..." that is asked for as one figure: "what is the total spent on all visits?" */
export function sumTotals({ draft, items, taken }: Reading): void {
  const [select, ...others] = draft.selects
  const at = items.findIndex((item, index) => taken[index] === 'select' && item.kind === 'name')
  const isPlain =
    draft.measures.length + draft.groups.length + draft.order.length + draft.having.length === 0 && draft.superlative === null && draft.limit === null
  if (select && others.length === 0 && isTotalBeside(draft, select)) {
    draft.selects = []
    draft.measures.push({ aggregate: 'sum', ...select, named: null })
  }
  if (!select || others.length > 0 || !isPlain || draft.chart !== null || !/^total\b/i.test(select.column.label)) return
  const text = items.map((item) => item.lower).join(' ')
  const asksOne = oneTotal.test(text) && !/s$/.test(items[at]?.lower.split(' ').at(-1) ?? '')
  if (!asksOne || !isMeasurable(select.column, 'sum') || select.column.semanticType !== 'measure') return
  draft.selects = []
  draft.measures = [{ aggregate: 'sum', ...select, named: null }]
}

/** Whether a shown column is a total beside a count of its rows, so that it is summed: "the number of invoices and the invoice total". */
function isTotalBeside({ measures, groups, superlative, having, chart }: Draft, { table, column }: ColumnReference): boolean {
  const isCounted = measures.length > 0 && measures.every((item) => item.aggregate === 'count' && item.table === table)
  const isTotal = totalLabel.test(column.label) && isMeasurable(column, 'sum') && column.semanticType === 'measure'
  return isCounted && isTotal && groups.length + having.length === 0 && superlative === null && chart === null
}
