import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { plural, singular } from '#domain/semantics/describe/english.ts'
import { couldNameData, type NearTerm, nearTerms } from './near-terms.ts'

const mostOffered = 3
/** How much farther than the nearest a name may be and still be offered beside it: see decision 14. */
const farthest = 0.1

/** The least nearness of a name that is offered where no label leads. */
const leastNear = 0.52

/**
 * What a question without an answer may have asked, where a word that nothing is called by is near in meaning to one that something is: the same question with
 * the word put in the data's own, to choose from. It is answered where that one word alone was unknown, only one name can be meant and the rest is certain: the
 * answer says how the word was read. What was said instead stays where no such question has an answer; `read` gives what a question is answered with.
 */
export function withNearWords(asked: AnalysisInput, analysis: Analysis, read: (asked: AnalysisInput) => Analysis): Analysis {
  const refusal = analysis.kind === 'clarification' ? analysis.instead : analysis.kind === 'refusal' ? analysis : undefined
  if (!asked.vectors || !refusal || !ofWords.has(refusal.reason)) return analysis
  const { words, questions, link } = rewordings(asked, refusal)
  const say = messagesIn(asked.language)
  const answers = questions.map((question) => ({ question, answer: read({ ...asked, question }) })).filter(({ answer }) => answer.kind === 'query')
  const [first] = answers
  if (link && first?.question === questions[0] && first?.answer.kind === 'query' && isCertain(first.answer))
    return { ...first.answer, readAs: [say.readWordAs(link.word, link.phrase), ...first.answer.readAs] }
  const answered = answers.map(({ question }) => question)
  if (answered.length === 0) return analysis
  if (analysis.kind === 'clarification') return { ...analysis, options: [...new Set([...answered, ...analysis.options])].slice(0, mostOffered) }
  return {
    kind: 'clarification',
    reason: 'unknown_word',
    question: `${say.unplaced(words)} ${say.whichReading(answered.length === 1)}`,
    options: answered,
    instead: refusal,
  }
}

/** The least certainty of an answer that rests on a replaced word; below it the question is only offered. */
const leastCertain = 0.7

const isCertain = ({ confidence, leftOut = [] }: Extract<Analysis, { kind: 'query' }>): boolean => confidence >= leastCertain && leftOut.length === 0

const ofWords = new Set<Refusal['reason']>(['unknown_word', 'out_of_scope', 'unsure', 'past_content_word'])

type Rewordings = { words: string[]; questions: string[]; link: { word: string; phrase: string } | null }

/** A question in other words, the likeliest first, and the words that were put in others; `link` is the one there is, where it can mean one name alone. */
export function rewordings({ question, layer, vectors }: AnalysisInput, { unknownWords }: Refusal): Rewordings {
  const isOffered = ({ band, score }: NearTerm) => band !== 'near' || score >= leastNear
  const termsFor = (word: string) => nearTerms(vectors, word, layer, mostOffered).filter(isOffered)
  const near = unknownWords.map((word) => ({ word, terms: termsFor(word) }))
  const found = near.filter(({ terms }) => terms.length > 0)
  const [first, second, ...others] = found
  if (!first || others.length > 0) return { words: [], questions: [], link: null }
  const rest = second?.terms[0] ? withWord(question, second.word, second.terms[0].phrase) : question
  const asNear = first.terms.filter(({ score }) => score >= (first.terms[0]?.score ?? 0) - farthest)
  const questions = asNear.map(({ phrase }) => withWord(rest, first.word, phrase)).filter((text) => text !== question)
  const [best] = first.terms
  const isSure = best?.band === 'same' && unknownWords.filter(couldNameData).length === 1
  return { words: found.map(({ word }) => word), questions: [...new Set(questions)], link: isSure ? { word: first.word, phrase: best.phrase } : null }
}

/** A text with another word in place of one of letters, blanks and hyphens, in the plural where that was. */
export function withWord(text: string, word: string, instead: string): string {
  const isPlural = singular(word) !== word && singular(instead) === instead
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu')
  return text.replace(found, isPlural ? plural(instead) : instead)
}
