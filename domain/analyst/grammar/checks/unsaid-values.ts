import { conditionsIn } from '#domain/analyst/assumptions/query-parts.ts'
import { isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { valuesOfEdge } from '#domain/analyst/grammar/said-values.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

/** Letters in which a word and a part of a value agree at least, as "Germny" and "Germany" do. */
const leastAlike = 4
const shortest = 3

/** Whether a query asks for a text that nothing in the question stands for: no word is written like it, and none is known to mean it. */
export function asksUnsaid(question: string, query: SemanticQuery, layer: Layer, edges: readonly Edge[]): boolean {
  const conditions = conditionsIn(query).filter(({ operator }) => operator === 'equals' || operator === 'contains' || operator === 'not_equals')
  const texts = conditions.filter((condition) => isPlain(condition, layer)).flatMap(({ values }) => values.filter((value) => typeof value === 'string'))
  if (texts.length === 0) return false
  const words = wordsOf(question)
  const families = new Set(words.map(familyOf))
  const isAlike = (part: string) =>
    families.has(familyOf(part)) || words.some((word) => word.length >= leastAlike && part.startsWith(word.slice(0, leastAlike)))
  const isWritten = (value: string) =>
    wordsOf(value).some((part) => part.length >= shortest && isAlike(part)) || question.toLowerCase().includes(value.trim().toLowerCase())
  const meant = new Set(edges.flatMap(valuesOfEdge))
  return texts.some((value) => !meant.has(value.toLowerCase()) && !isWritten(value))
}

/** Whether a condition is on a text that tells kinds or names; what answers yes and no, and what is a date or number in words, may be said in many ways. */
function isPlain({ table, column, values_from, column_value }: FilterCondition, layer: Layer): boolean {
  const held = columnOf(layer, table, column)
  return !values_from && !column_value && held !== undefined && held.type === 'text' && held.semanticType !== 'time' && !isFlag(held)
}
