import { awayWords } from '#domain/analyst/lexicon/english/times/time-phrases.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const isAway = new RegExp(`\\b(?:is|are) (?:still |currently )?${anyOf(awayWords)}(?: (?:now|today|currently))?[?.!]*$`, 'i')

/** "How many tools are out now" asks for some of the rows: a query without a condition tells of all. */
export const leavesPlace = (question: string, { filters, measures }: SemanticQuery): boolean =>
  filters === undefined && measures.every((measure) => !('filters' in measure)) && isAway.test(question)
