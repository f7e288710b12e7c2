import { conditionsIn } from '#domain/analyst/assumptions/query-parts.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { moreThan } from '#domain/analyst/lexicon/english/sentences/operators.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

const ofThose = new RegExp(`\\b${anyOf(moreThan)} (?:\\d[\\d.,]*|\\w+) (\\p{L}{3,})`, 'iu')

/** Whether a number bounds what is no amount: areas with more than 40 incidents are those of so many incidents, and not those whose number is above 40. */
export function boundsCode(question: string, query: SemanticQuery, layer: Layer): boolean {
  const [, counted] = ofThose.exec(question) ?? []
  return conditionsIn(query).some(({ table, column, operator, values }) => {
    const held = /^(?:greater|less)/.test(operator) && values.some((value) => /^\d+$/.test(String(value))) ? columnOf(layer, table, column) : undefined
    if (held === undefined || held.semanticType === 'measure' || held.semanticType === 'time') return false
    if (!isNumericType(held) && !holdsNumbersAsText(held)) return held.type === 'text'
    return counted !== undefined && !isCalled(held, counted)
  })
}

const isCalled = ({ label }: LayerColumn, noun: string): boolean => wordsOf(label).some((word) => wordsOf(noun).includes(word))
