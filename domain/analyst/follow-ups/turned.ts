import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** A reading of a turn and its query. `lost` are words that point to an earlier turn that is not there. */
export type Turned = { reading: Reading; query: SemanticQuery | null; lost?: string }

/** Reads a question, after the given turn or on its own. */
export type Read = (question: string, previous: PreviousTurn | null) => Reading
