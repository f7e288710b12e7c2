import { belongsTo, refersTo, tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure } from '#domain/analyst/grammar/terms.ts'
import { type CameFrom, type CameTo, cameFrom, cameTo } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Pair = { from: LayerTable; to: LayerTable }

const isCalled = ({ label }: LayerTable, nouns: readonly string[]): boolean => nouns.includes(wordsOf(label).at(-1) ?? '')

/** The share of rows of one kind that have a row of another: visits with an order, lines that were returned. */
export function shareThatCameTo(layer: Layer, of: CameTo, per: CameFrom): Figure | null {
  const pairs = tablesOf(layer)
    .filter((table) => isCalled(table, cameTo[of]))
    .flatMap((to) => [...new Set(refersTo(layer, to))].filter((from) => from !== to && isCalled(from, cameFrom[per])).map((from): Pair => ({ from, to })))
  // A refund of a line and of its order is told of the line.
  const finest = pairs.filter(({ from }) => !pairs.some((other) => other.from !== from && belongsTo(layer, other.from, from)))
  const [pair, ...others] = finest
  const some = pair && others.length === 0 ? hasSome(pair) : null
  if (!pair || !some) return null
  const rows: Figure = { kind: 'rows', table: pair.from }
  return { kind: 'ratio', numerator: { ...rows, filters: [some] }, denominator: rows, percent: true }
}

function hasSome({ to }: Pair): Filter | null {
  const [key] = to.primaryKey
  return key === undefined ? null : { table: to.name, column: key, operator: 'is_not_empty', values: [] }
}
