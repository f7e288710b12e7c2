import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** `lost` are words that point to an earlier turn where there is none they can mean. */
export type Turned = { reading: Reading; query: SemanticQuery | null; lost?: string }

/** Reads words after a turn, or as a question of their own. */
export type Read = (question: string, previous: PreviousTurn | null) => Reading
