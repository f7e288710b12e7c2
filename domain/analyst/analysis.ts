import type { Doubts } from '#domain/analyst/certainty/certainty.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import type { OpenVectors } from '#domain/analyst/vectors/word-vectors.ts'
import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

export type PreviousTurn = { question: string; query: SemanticQuery }

export type Refusal = {
  kind: 'refusal'
  reason: RefusalReason
  message: string
  unknownWords: string[]
  nearest: string[]
  suggestions: string[]
  /** The word that points to a turn before, where there is none. */
  pointing?: string
}

/** What the analyst makes of a question: a query it stands behind, one question back, or a refusal that names the words it could not place. */
export type Analysis =
  | {
      kind: 'query'
      query: SemanticQuery
      explanation: string
      readAs: string[]
      confidence: number
      doubts: Doubts
      /** Words that the reading passes over. */
      leftOut?: string[]
      chart: ChartType | null
      binWidth: number | null
    }
  /** `instead` is what would be said if nobody could choose. */
  | { kind: 'clarification'; reason: RefusalReason; question: string; options: string[]; instead?: Refusal }
  | Refusal

/**
 * `previous` is the turn answered last; `unanswered` what was asked after it and got no answer, if anything was. Below `leastCertainty` there is no answer; one
 * that was fitted is taken when it is absent. Without `vectors` a word is only known by its letters and by lists.
 */
export type AnalysisInput = {
  question: string
  layer: Layer
  previous: PreviousTurn | null
  unanswered?: string | null
  /** What was asked right before that and got no answer either, oldest first. */
  unansweredBefore?: readonly string[]
  clock: Clock
  cache?: LexiconCache
  leastCertainty?: number
  vectors?: OpenVectors
  /** The language of what is said instead of an answer; English when absent. Questions are read in English. */
  language?: Language
  /** True asks the readers alone, as measurements do. */
  withoutGrammar?: boolean
}
