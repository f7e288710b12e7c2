import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { determiners, havingWords, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { isRate } from '#domain/analyst/queries/implied-measures.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference, Superlative } from '#domain/analyst/reading/draft.ts'
import { type Reading, skipBack, tableOf } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** Ranks by the sum of an amount where one subject has many rows of it: countries, customers and months by their invoices. Rows that hold the amount themselves are ranked by the column. */
export function summed(reading: Reading, subject: number, by: Superlative['by']): Superlative['by'] {
  if ('measure' in by || !isAmount(by.column)) return by
  const sum: Superlative['by'] = { measure: { aggregate: 'sum', ...by.column, named: null } }
  const item = reading.items[subject]
  const table = tableOf(item)
  if (!table && item && grainWords.has(item.stem)) return sum
  const isOwn = !table && item?.meaning.columns.some((meaning) => meaning.table === by.column.table && meaning.weight >= 0.5)
  // A country of the invoice itself is nearer than that of its customer.
  if (isOwn && reading.tables.length === 0) reading.tables.push({ table: by.column.table, at: subject - 1 })
  const group = table ? null : columnOf(reading, subject)
  const owner = table ?? group?.table
  if (!owner) return by
  if (owner === by.column.table) return group && (group.column.distinct ?? 0) < (owner.rows ?? 0) ? sum : by
  const through = waysTo(reading, by.column.table, owner)
  if (!through) return by
  reading.draft.settled.push(by.column.table.name, ...through)
  return sum
}

function waysTo({ lexicon: { layer } }: Reading, from: LayerTable, to: LayerTable): string[] | null {
  return oneEach(layer, from, [to]) ?? (layer.relationships.some((item) => item.toTable === from.name) ? linesTo(layer, from, to) : null)
}

/** By way of the lines of what is summed: invoices to genres. */
function linesTo(layer: Reading['lexicon']['layer'], from: LayerTable, to: LayerTable): string[] | null {
  const lines = layer.tables.filter((table) => layer.relationships.some((item) => item.fromTable === table.name && item.toTable === from.name))
  const found = lines.flatMap((line) => {
    const through = oneEach(layer, line, [from, to])
    return through ? [[line.name, ...through]] : []
  })
  const [only, ...others] = found
  return only && others.length === 0 ? only : null
}

function isAmount({ column }: ColumnReference): boolean {
  return isMeasurable(column, 'sum') && column.semanticType === 'measure' && !isRate(column)
}

/** "The match [that has the] most viewers". */
const betweenOwnerAndRank = wordSet(determiners, havingWords, subjectRelatives)

/** What is ranked: the row that has it, the first name before, else the one behind. */
export function subjectOf(reading: Reading, at: number): number {
  // "The date of the match with the most viewers" is that of one match.
  const owner = skipBack(reading, at - 1, betweenOwnerAndRank)
  if (owner < at - 1 && tableOf(reading.items[owner]) && reading.items[owner]?.lower === reading.items[owner]?.stem) return owner
  const before = reading.items.findIndex((item, index) => index < at && (item.kind === 'name' || grainWords.has(item.stem)))
  return before === -1 ? reading.items.findIndex((item, index) => index > at + 1 && item.kind === 'name') : before
}
