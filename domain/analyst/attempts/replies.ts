import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { standsAlone } from '#domain/analyst/follow-ups/leaning.ts'
import {
  askedPronouns,
  optionNames,
  pickPhrases,
  requestOpeners,
  wishedVerbs,
  wishVerbs,
  yesPhrases,
  yesTails,
} from '#domain/analyst/lexicon/english/dialog/replies.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'

type Analyse = (input: AnalysisInput) => Analysis

const yes = new RegExp(`^${anyOf(yesPhrases)}\\b(?:[,\\s]+${anyOf(yesTails)})*[.!?\\s]*$`, 'i')
const wish = `${anyOf(wishVerbs)}(?: me)?(?: to)?(?: ${anyOf(wishedVerbs)}(?: me)?(?: for| out)?)?`
const askedBack = new RegExp(`^(?:.*[.,]\\s+)?(?:did|do|would|by [^,]+, do) you ${wish}\\s+|^if you (?:meant?|want(?:ed)?)\\s+(?=.*,)`, 'i')
const wholeQuestion = new RegExp(`^${anyOf(requestOpeners)}\\b`, 'i')
const pointing = wordPattern(askedPronouns)
const pick = new RegExp(`^${anyOf(pickPhrases)}\\s+`)
const options = optionNames.map((names) => new RegExp(`^(?:the )?${anyOf(names)}\\b`))
const placedNoun = new RegExp(`^the\\s+(?!${anyOf(...optionNames.map((names) => [...names].filter((name) => name.length > 3)))})`)

/** A text that holds a question, what was asked back, and what was said to that, each behind a bar. */
export function analyseExchange(input: AnalysisInput, analyse: Analyse): Analysis | null {
  const parts = input.question.split(/\s+\|\s+/)
  const [question = '', back = '', reply = ''] = parts
  if (parts.length !== 3 || question === '' || reply === '') return null
  const meant = back.replace(askedBack, '').replace(/,[^,]*\bthat would\b.*$/i, '')
  if (!yes.test(reply)) return analyse({ ...input, question: wholeQuestion.test(reply) ? reply : input.question })
  if (meant === back) return analyse({ ...input, question: question.trim() })
  // What was asked back says it in full words, unless it points to what was asked.
  if (standsAlone(meant)) return analyse({ ...input, question: meant.trim(), previous: null, unanswered: null })
  const asked = pointing.test(meant) ? analyse({ ...input, question: question.trim(), leastCertainty: 0 }) : null
  if (asked?.kind !== 'query') return analyse({ ...input, question: meant.trim() })
  return analyse({ ...input, question: meant.trim(), previous: { question: question.trim(), query: asked.query }, unanswered: null })
}

/** What a short reply makes of the question before, which was asked back about or read unsurely: one of the options, or yes. Null when it is no reply. */
export function analyseReply(input: AnalysisInput, analyse: Analyse): Analysis | null {
  const { unanswered, question } = input
  if (!unanswered || (question.length > longestReply && !/, (?:by way of|reading) [^,]+$/.test(question))) return null
  const asked = { ...input, question: unanswered, unanswered: null }
  const first = analyse(asked)
  if (first.kind === 'clarification') {
    const option = optionIn(question, first.options)
    return option === null ? null : analyse({ ...asked, question: option })
  }
  if (first.kind !== 'refusal' || !yes.test(question.trim())) return null
  const sure = analyse({ ...asked, leastCertainty: 0 })
  return sure.kind === 'query' ? sure : null
}

const longestReply = 60
/** The option that a reply picks, by its words or by its place: "the second one". */
function optionIn(reply: string, offered: string[]): string | null {
  const text = reply
    .trim()
    .toLowerCase()
    .replace(/[.!?\s]+$/, '')
    .replace(pick, '')
    .replace(placedNoun, '')
    .replace(/[,\s]+please$/, '')
    .replace(/\s+one$/, '')
  const whole = offered.find((option) => option.toLowerCase() === reply.trim().toLowerCase())
  if (whole !== undefined) return whole
  const labels = offered.map((option) => /, (?:by way of|reading "[^"]*" as) ([^,]+)$/.exec(option)?.[1]?.toLowerCase())
  const named = offered.filter((_, at) => labels[at] === text)
  const place = options.findIndex((pattern) => pattern.test(text) && text.split(' ').length <= 2)
  return named.length === 1 ? (named[0] ?? null) : (offered[place] ?? null)
}
