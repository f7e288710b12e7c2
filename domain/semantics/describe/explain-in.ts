import type { Language } from '#domain/language.ts'
import { withComposedDates } from '../compile/composed-dates.ts'
import type { Layer } from '../layer.ts'
import type { QueryMeasure, SemanticQuery } from '../semantic-query.ts'
import { explainQueryInGerman, measureInGerman } from './query-in-german.ts'
import { explainQuery, measureInWords } from './query-in-words.ts'

/** The query in plain words of that language; English when absent. */
export const explainIn = (language: Language | undefined, layer: Layer, query: SemanticQuery): string =>
  language === 'de' ? explainQueryInGerman(withComposedDates(layer), query) : explainQuery(withComposedDates(layer), query)

/** A measure in plain words of that language. What is derived names one of `others`. */
export const measureIn = (language: Language | undefined, layer: Layer, measure: QueryMeasure, others: QueryMeasure[] = []): string =>
  language === 'de' ? measureInGerman(withComposedDates(layer), measure, others) : measureInWords(withComposedDates(layer), measure, others)
