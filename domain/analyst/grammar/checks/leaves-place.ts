import { awayWords, presentWords } from '#domain/analyst/lexicon/english/times/time-phrases.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

const isAway = new RegExp(`\\b(?:is|are) (?:${anyOf(presentWords)} )?(?:out )?${anyOf(awayWords)}(?: ${anyOf(presentWords)})?[?.!]*$`, 'i')

/** "How many tools are out now" asks for some of the rows: a query without a condition tells of all. */
export const leavesPlace = (question: string, { filters, measures }: SemanticQuery): boolean =>
  isAway.test(question) && measures.every((measure) => !('filters' in measure)) && (filters === undefined || onlyAsksPresence(filters))

/** That there is a loan of a book says nothing of where it is. */
const onlyAsksPresence = (filter: Filter): boolean => 'column' in filter && filter.operator === 'is_not_empty'
