import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { attempt, refusal } from './attempt.ts'
import { chartTalk } from './chart-talk.ts'
import { unreadWords } from './confidence.ts'
import type { Ask } from './reading.ts'
import { withSets } from './set-question.ts'

/** Where 85 hundredths of the answers over the 91 given databases of Spider hold what was asked for, and more over those of defog; see `certaintyOf`. */
const leastCertainty = 0.773
/** What is asked inside another question. */
const leastNested = 0.3

/** Reads a question about one layer. The same question, layer, previous turn and clock always give the same answer. */
export function analyseQuestion(input: AnalysisInput): Analysis {
  const least = input.leastCertainty ?? leastCertainty
  const talk = chartTalk(input.question)
  const whole = analyseOne({ ...input, question: talk.question }, least, true, talk.hint)
  return withSets(input.question, input.layer, whole, (question) => analyseOne({ ...input, question, previous: null }, leastNested, true))
}

/** `mayAsk` lets the question hold another one; one inside another holds none. Below `least` certainty there is no answer. */
function analyseOne(input: AnalysisInput, least: number, mayAsk: boolean, hint: ChartType | null = null): Analysis {
  const ask: Ask = (question) => {
    const analysis = mayAsk ? analyseOne({ ...input, question, previous: null }, leastNested, false) : null
    return analysis?.kind === 'query' ? analysis.query : null
  }
  const { reading, analysis, isChosen } = attempt(input, ask, hint, null)
  if (analysis.kind !== 'query' || analysis.confidence >= least || isChosen) return analysis
  return refusal(reading, unreadWords(reading), `I am not sure enough to answer. I would read it as: ${analysis.explanation}`)
}
