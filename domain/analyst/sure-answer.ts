import { standsAlone } from '#domain/analyst/follow-ups/leaning.ts'
import { analyseQuestion } from './analyse.ts'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { isSameMeaning } from './grammar/differences.ts'
import { readingsIn } from './grammar/proposals.ts'

/**
 * Where both ways of reading say the same, no word is left over, nothing is assumed and no name is a mere likeness, this certainty of the answer and of the
 * grammar's reading leave 56 answers of 57 right, of 175 questions of people about their own data (98.2 %), and 87 of 88 with three other sets (98.9 %): the
 * lines "sure" of `bench:analyst`. To be measured anew whenever certainties are fitted anew.
 */
const LEAST_CERTAINTY = 0.8
const LEAST_LINK = 0.5

/**
 * The answer to a question that stands alone, where it is certain enough to be given without asking any model; else null. What was asked before is not looked
 * at: `hasEarlier` says whether there was anything.
 */
export function sureAnswer(asked: Omit<AnalysisInput, 'previous' | 'unanswered'>, hasEarlier: boolean): Extract<Analysis, { kind: 'query' }> | null {
  if (hasEarlier && !standsAlone(asked.question)) return null
  const input = { ...asked, previous: null }
  const analysis = analyseQuestion(input)
  if (analysis.kind !== 'query' || analysis.readAs.length > 0 || analysis.confidence < LEAST_CERTAINTY) return null
  const [best] = readingsIn(input)
  if (!best || best.passed.length > 0 || best.certainty < LEAST_CERTAINTY || best.link < LEAST_LINK || !isSameMeaning(best.query, analysis.query)) return null
  return analysis
}
