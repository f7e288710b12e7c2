import { refersTo } from '#domain/analyst/grammar/facts.ts'
import { dateOf } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Figure, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'

/** Thrown where a frame says nothing this data can answer. */
export class Unresolved extends Error {}

const unresolved = new Unresolved()

export const fail = (): never => {
  throw unresolved
}

/** `figure` is what is measured, and `dated` the date that a word of the question names. */
export type State = { sight: Sight; notes: string[]; guesses: number; figure: Figure | null; dated: Ref | null; step: number | null }

/** The date a question about a figure runs along. */
export function dateFor(table: LayerTable | null, state: State, grain: Grain | null = null): Ref {
  const { dated } = state
  // Customers churn on the day on which their subscription ends.
  if (dated && (table === null || dated.table === table || refersTo(state.sight.layer, dated.table).includes(table))) return dated
  return dateOf(state.sight, state.figure, table, grain) ?? fail()
}
