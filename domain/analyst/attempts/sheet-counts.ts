import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { doForms, verbParticles } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { sheetCountOf } from '#domain/analyst/lexicon/sheet-count.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { couldNameData } from '#domain/analyst/vectors/near-terms.ts'
import { withWord } from '#domain/analyst/vectors/reworded.ts'
import { singular } from '#domain/semantics/describe/english.ts'

const leastCertain = 0.6

/**
 * The answer to a question about a sheet whose rows only tell how many there were of something that no name of it says: "rentals" of hours with a "cnt". A noun that
 * nothing is called by is read as what the sheet counts, and the answer says so. What was said instead stays where that makes no answer.
 */
export function withSheetCounts(asked: AnalysisInput, analysis: Analysis, read: (asked: AnalysisInput) => Analysis): Analysis {
  const refusal = analysis.kind === 'clarification' ? analysis.instead : analysis.kind === 'refusal' ? analysis : undefined
  const count = refusal && sheetCountOf(asked.layer)
  if (!refusal || !count) return analysis
  const unknown = refusal.unknownWords.map((word) => word.toLowerCase()).filter(couldNameData)
  const noun = unknown.find((word) => singular(word) !== word && !grainWords.has(singular(word)))
  if (noun === undefined) return analysis
  const { label, name } = count.column
  const said = withWord(asked.question, noun, label)
  const others = unknown.filter((word) => word !== noun)
  const plain = others.reduce(
    (text, word) => text.replace(new RegExp(`\\b(${anyOf(doForms)} \\w+) ${word}(?: ${anyOf(verbParticles)})?\\b`, 'i'), '$1 have'),
    said,
  )
  for (const question of new Set([said, plain])) {
    const answer = read({ ...asked, question })
    const isCounted = answer.kind === 'query' && JSON.stringify(answer.query).includes(JSON.stringify(name))
    if (answer.kind === 'query' && isCounted && answer.confidence >= leastCertain && !answer.leftOut?.length)
      return { ...answer, readAs: [messagesIn(asked.language).readWordAs(noun, label), ...answer.readAs] }
  }
  return analysis
}
