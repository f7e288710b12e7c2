import { payerLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { sellingVerbs } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const whoSells = new RegExp(`^who (?:has |have )?${anyOf(sellingVerbs)}\\b`, 'i')

/** Whether those who buy are told where it is asked who sells. */
export const takesBuyersForSellers = (question: string, { dimensions }: SemanticQuery, layer: Layer): boolean =>
  whoSells.test(question.trim()) &&
  dimensions.some(({ table, hidden }) => !hidden && payerLabel.test(layer.tables.find(({ name }) => name === table)?.label ?? ''))
