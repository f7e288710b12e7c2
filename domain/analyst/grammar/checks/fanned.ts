import { belongsTo } from '#domain/analyst/grammar/facts.ts'
import type { Cover } from '#domain/analyst/grammar/parse.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

type Read = { query: SemanticQuery; cover: Cover }

/** Whether what is measured belongs to several of what it is split by: orders by the cities of their sellers. */
function fansOut({ measures, dimensions }: SemanticQuery, layer: Layer): boolean {
  const tableNamed = (name: string | undefined) => layer.tables.find((table) => table.name === name)
  return measures.some((measure) => {
    const of = 'aggregate' in measure ? tableNamed(measure.table) : undefined
    return of !== undefined && dimensions.some(({ table }) => table !== of.name && !belongsTo(layer, of, tableNamed(table) ?? of))
  })
}

const shapeOf = ({ cover }: Read): string => cover.fragments.map(({ from, to, text }) => `${from}-${to}-${text}`).join(' ')

/** Of columns that are called alike that one is meant of which each row has only one: the state of the customer who ordered, not those of the sellers. */
export function withoutFanned<Reading extends Read>(readings: Reading[], layer: Layer): Reading[] {
  const fanned = new Set(readings.filter(({ query }) => fansOut(query, layer)))
  if (fanned.size === 0) return readings
  const whole = new Set(readings.filter((reading) => !fanned.has(reading)).map(shapeOf))
  return readings.filter((reading) => !fanned.has(reading) || !whole.has(shapeOf(reading)))
}
