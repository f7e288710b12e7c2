import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { standsAlone } from '#domain/analyst/follow-ups/leaning.ts'

type Analyse = (input: AnalysisInput) => Analysis

const yes =
  /^(?:yes|yep|yeah|yup|sure|right|correct|exactly|please do|go ahead|that(?:'s| is) (?:right|it|what i meant?)|i do|indeed)\b(?:[,\s]+(?:please|sir|i do|exactly|that one|thanks|can (?:you )?tell me))*[.!?\s]*$/i
const askedBack =
  /^(?:.*[.,]\s+)?(?:did|do|would|by [^,]+, do) you (?:mean|want|like|wish)(?: me)?(?: to)?(?: (?:ask|find|know|see|list|show|get)(?: me)?(?: for| out)?)?\s+|^if you (?:meant?|want(?:ed)?)\s+(?=.*,)/i

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
  const asked = /\b(?:their|its|his|her|they|them|it|those|these)\b/i.test(meant) ? analyse({ ...input, question: question.trim(), leastCertainty: 0 }) : null
  if (asked?.kind !== 'query') return analyse({ ...input, question: meant.trim() })
  return analyse({ ...input, question: meant.trim(), previous: { question: question.trim(), query: asked.query }, unanswered: null })
}

const wholeQuestion = /^(?:what|which|who|whose|where|when|how|list|show|find|give|count|tell|display|return|name)\b/i

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
const places = [
  /^(?:the )?(?:first|1st|former|1|a)\b/,
  /^(?:the )?(?:second|2nd|latter|2|b)\b/,
  /^(?:the )?(?:third|3rd|3|c)\b/,
  /^(?:the )?(?:fourth|4th|4|d)\b/,
]

/** The option that a reply picks: by its words, or by its place. */
function optionIn(reply: string, options: string[]): string | null {
  const text = reply
    .trim()
    .toLowerCase()
    .replace(/[.!?\s]+$/, '')
    .replace(/^(?:i mean(?:t)?|by way of|by|the one by|use|take|with)\s+/, '')
    .replace(/^the\s+(?!first|second|third|fourth|former|latter)/, '')
    .replace(/[,\s]+please$/, '')
    .replace(/\s+one$/, '')
  const whole = options.find((option) => option.toLowerCase() === reply.trim().toLowerCase())
  if (whole !== undefined) return whole
  const labels = options.map((option) => /, (?:by way of|reading "[^"]*" as) ([^,]+)$/.exec(option)?.[1]?.toLowerCase())
  const named = options.filter((_, at) => labels[at] === text)
  const place = places.findIndex((pattern) => pattern.test(text) && text.split(' ').length <= 2)
  return named.length === 1 ? (named[0] ?? null) : (options[place] ?? null)
}
