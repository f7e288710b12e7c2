import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { explainIn } from '#domain/semantics/describe/explain-in.ts'

/** What is said in the place of an answer that is not to be believed: how it would be read. */
export const unsureOf = ({ language, layer }: AnalysisInput, { query, leftOut }: Extract<Analysis, { kind: 'query' }>): Refusal => ({
  kind: 'refusal',
  reason: 'unsure',
  message: messagesIn(language).notSure(explainIn(language, layer, query)),
  unknownWords: leftOut ?? [],
  nearest: [],
  suggestions: [],
})
