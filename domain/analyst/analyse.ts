import { withAssumptions } from '#domain/analyst/assumptions/assumptions.ts'
import { askBack, choiceOf, type Pick, pickIn } from '#domain/analyst/attempts/ask-back.ts'
import { type Attempt, attempt, refusal } from '#domain/analyst/attempts/attempt.ts'
import type { Choice } from '#domain/analyst/attempts/choices.ts'
import { analyseExchange, analyseReply } from '#domain/analyst/attempts/replies.ts'
import { searchReadings } from '#domain/analyst/attempts/search.ts'
import { withSets } from '#domain/analyst/attempts/set-question.ts'
import { withSheetCounts } from '#domain/analyst/attempts/sheet-counts.ts'
import { unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { unsureOf } from '#domain/analyst/certainty/unsure.ts'
import { comparisonSaid } from '#domain/analyst/follow-ups/compare-period.ts'
import { withFurtherSplit } from '#domain/analyst/follow-ups/follow-up.ts'
import { isFollowUp, leansBack, standsAlone } from '#domain/analyst/follow-ups/leaning.ts'
import { turnRead } from '#domain/analyst/follow-ups/turn-figures.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { withOverruled, withoutLost } from '#domain/analyst/grammar/overrule.ts'
import { agreedReading, certainReading, plainReading, readingsIn } from '#domain/analyst/grammar/proposals.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { withoutInstructions } from '#domain/analyst/language/instructions.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { withPeriodsCompared } from '#domain/analyst/language/time-compare.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { withDefinitions } from '#domain/analyst/lexicon/as-read/definitions.ts'
import { withKeysInferred } from '#domain/analyst/lexicon/as-read/infer-keys.ts'
import { layerAsRead } from '#domain/analyst/lexicon/as-read/layer-as-read.ts'
import { questionAsRead } from '#domain/analyst/lexicon/as-read/question-as-read.ts'
import { continuations } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerNouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { remarkVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { withCodesAlone, withInitialsSpelt } from '#domain/analyst/lexicon/linking/initials.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { alternativesTo } from '#domain/analyst/options/alternatives.ts'
import { chosenOption, offer, offerTurn, type Reads } from '#domain/analyst/options/offer.ts'
import { withCalendarOrder, withoutCalendarOrder } from '#domain/analyst/queries/calendar-order.ts'
import { withCorrelation } from '#domain/analyst/queries/correlation.ts'
import { withoutMarks } from '#domain/analyst/queries/missing-markers.ts'
import type { Ask } from '#domain/analyst/reading/reading.ts'
import { withNearWords } from '#domain/analyst/vectors/reworded.ts'
import { type ChartHint, chartTalk } from '#domain/charts/chart-talk.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { explainIn } from '#domain/semantics/describe/explain-in.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Analysis, AnalysisInput, Refusal } from './analysis.ts'

/** Where 85 of 100 answers over the databases it was fitted on hold what was asked for; see `certaintyOf`. */
const leastCertainty = 0.58
/** What another way of reading must agree with. */
const leastAgreeing = 0.05
/** How certain the grammar's reading must be to answer where the readers were not sure of another. */
const leastOfUnsure = 0.7
/** What is asked inside another question. */
const leastNested = 0.3

/** Reads a question about one layer. The same question, layer, previous turn and clock always give the same answer. */
export function analyseQuestion(given: AnalysisInput): Analysis {
  const layer = layerAsRead(given.layer)
  const previous = given.previous && { ...given.previous, query: withoutCalendarOrder(given.previous.query) }
  const asked = withoutAside({ ...given, layer, previous, question: questionAsRead(given.question, layer, given.clock, given.cache) })
  return explained(asked, asked.withoutGrammar ? analyse(asked) : withNearWords(asked, withSheetCounts(asked, plainly(asked, true), alone), alone))
}

/** In other words, without a question back. */
const alone = (asked: AnalysisInput): Analysis => plainly(asked, false)

const saysNothing = (word: string): boolean => [particles, continuations, answerNouns, remarkVerbs].some((words) => words.has(word))

const ofData = new Set(['table', 'column', 'value', 'measure', 'period', 'superlative', 'verb'])

/** A question without answer that names nothing of the data was none about it: the talk goes on from the turn before. */
function withoutAside(asked: AnalysisInput): AnalysisInput {
  const { unanswered, previous, layer, cache, clock } = asked
  if (!unanswered || previous === null) return asked
  const tokens = tokenize(unanswered)
  const mentions = mentionsIn(tokens, lexiconOf(layer, cache), clock)
  const isKnown = (at: number) => mentions.some(({ from, to, category }) => from <= at && at < to && category !== 'word')
  // "And by voucher": a word that is not known may be the very thing that it was about.
  const isUnknown = isFollowUp(unanswered) && tokens.some(({ kind, lower }, at) => kind === 'word' && !isKnown(at) && !saysNothing(lower))
  return isUnknown || mentions.some(({ category }) => ofData.has(category)) ? asked : { ...asked, unanswered: null }
}

/** What a query does is explained in the language of the asker. */
const explained = ({ language, layer }: AnalysisInput, analysis: Analysis): Analysis =>
  analysis.kind === 'query' && language !== undefined && language !== 'en' ? { ...analysis, explanation: explainIn(language, layer, analysis.query) } : analysis

/** Without a look at what is near in meaning. */
const plainly = (asked: AnalysisInput, mayOffer: boolean): Analysis => inCalendarOrder(asked, withoutMarks(asked, analyseBoth(asked, mayOffer)))

const inCalendarOrder = ({ layer }: AnalysisInput, read: Analysis): Analysis =>
  read.kind === 'query' ? { ...read, query: withCalendarOrder(read.query, layer) } : read

/** By the readers and the grammar together. */
function analyseBoth(asked: AnalysisInput, mayOffer: boolean): Analysis {
  // An option says all that it means.
  const chosen = chosenOption(asked, unsure)
  if (chosen) return chosen
  const analysis = analyseOpen(asked, mayOffer)
  return asked.previous === null || standsAlone(asked.question) ? withAssumptions(asked, analysis) : analysis
}

function analyseOpen(asked: AnalysisInput, mayOffer: boolean): Analysis {
  const read = asked.previous === null || asked.unanswered ? analyse(asked) : turnRead(asked, analyse)
  const back = asked.unanswered && mayOffer && read.kind === 'query' && leansBack(asked.question) ? offerTurn(asked, reads, unsureOf(asked, read)) : null
  if (back) return back
  if (read.kind === 'query' && asked.previous === null) return withOverruled(asked, read, reads)
  // One that goes on from the turn before stands for more than it says.
  const analysis = read.kind === 'query' ? withoutLost(asked, read) : read
  if (read.kind === 'clarification' && read.reason === 'ambiguous' && asked.previous === null) return plainReading(asked, readingsIn(asked)) ?? read
  const mayRead = analysis.kind === 'refusal' && (asked.previous === null || standsAlone(asked.question))
  if (!mayRead || read.kind === 'query') return mayOffer && mayGoOn(analysis) ? (offerTurn(asked, reads, analysis) ?? analysis) : analysis
  const readings = readingsIn(asked)
  if (contradicts(analysis) && !comparesIn(readings)) return analysis
  const pointed = isOfTalk(analysis) ? pointerIn(asked, readings, analysis) : 'name'
  if (pointed === 'talk') return analysis
  const own = unsure({ ...asked, previous: null, unanswered: null })
  const by = { ...reads, alone: { readings, own } }
  const offered = () => (mayOffer ? offer(asked, by, analysis) : null) ?? analysis
  if (pointed === 'noun') return offered()
  const agreed = isUnsure(analysis) ? agreedReading(asked, readings, own) : null
  const least = isOfWords(analysis) ? undefined : isUnsure(analysis) ? leastOfUnsure : 1
  return agreed ?? certainReading(asked, readings, least) ?? offered()
}

/** What the readers make of a question, however unsure they are. */
const unsure = (asked: AnalysisInput): Analysis => analyse({ ...asked, leastCertainty: leastAgreeing })

const reads: Reads = { read: unsure, whole: (asked) => analyseBoth(asked, true) }

/** What else a question may mean beside an answer that is not certain, as options; none where it is. */
export const alternativesOf = (asked: AnalysisInput, answer: Extract<Analysis, { kind: 'query' }>): string[] =>
  alternativesTo({ ...asked, layer: layerAsRead(asked.layer) }, answer, reads)

/** A turn that could not be read may still go on from what was answered or offered before. */
const mayGoOn = (analysis: Analysis): analysis is Refusal =>
  analysis.kind === 'refusal' && (isOfWords(analysis) || isUnsure(analysis) || analysis.reason === 'previous_unanswered')

/** What speaks of the talk itself is told so, and not read as a question of its own. */
const isOfTalk = ({ reason }: Refusal): boolean => reason === 'nothing_before'

const contradicts = ({ reason }: Refusal): boolean => reason === 'contradiction'

/** Whether what cannot hold at once is set beside each other: one quarter and another. */
const comparesIn = ([best]: GrammarReading[]): boolean => best?.cover.fragments.some(({ isOwn }) => isOwn) === true

/**
 * What the word stands for that seems to point to an earlier turn: something in the data (people who work in IT), a noun that the question itself says before it
 * (how long do people stay before they leave), or the talk.
 */
function pointerIn({ question, previous }: AnalysisInput, [best]: GrammarReading[], { pointing }: Refusal): 'name' | 'noun' | 'talk' {
  const word = pointing?.toLowerCase()
  const at = tokenize(question).findIndex(({ lower }) => lower === word)
  if (!best || at === -1) return 'talk'
  // "How long do people stay before they leave" says by itself who they are.
  const isTold = (figures: Figure[] = []) => figures.some((figure) => figure.kind === 'duration' && figure.span)
  const isNamed = ({ payload, from, to }: Edge) =>
    payload.is === 'fragment' && (payload.fragment.conditions !== undefined || isTold(payload.fragment.figures)) && from <= at && at < to
  if (best.cover.fragments.some(isNamed) || (previous === null && isDummy(question, word, at, best))) return 'name'
  const isNoun = ({ payload, to }: Edge) =>
    payload.is === 'fragment' && to <= at && [...(payload.fragment.figures ?? []), ...(payload.fragment.groups ?? [])].length > 0
  return previous === null && best.cover.fragments.some(isNoun) ? 'noun' : 'talk'
}

const asksWhen = /^(?:when|how (?:often|many)|(?:(?:at|in|on|by|for) )?(?:what|which|how many))\b/i

/** "When is it busiest", "how often was it above 30": what "it" stands for is told behind it. */
const isDummy = (question: string, word: string | undefined, at: number, { cover }: GrammarReading): boolean =>
  word === 'it' &&
  asksWhen.test(question) &&
  cover.passed.length === 0 &&
  cover.fragments.some(
    ({ payload, from, to }) => payload.is === 'fragment' && (payload.fragment.rank || payload.fragment.conditions) && from <= at + 1 && at + 1 < to,
  )

/** Only where words were not understood may another reading answer: a reason in the data stands. */
const OF_WORDS = new Set<RefusalReason>(['unknown_word', 'contradiction', 'nothing_before', 'out_of_scope', 'negation_unread'])
const isOfWords = ({ reason }: Refusal): boolean => OF_WORDS.has(reason)

const isUnsure = ({ reason }: Refusal): boolean => reason === 'unsure'

function analyse(asked: AnalysisInput): Analysis {
  const layer = withKeysInferred(asked.layer)
  const input = { ...asked, layer, question: withInitialsSpelt(withDefinitions(withCodesAlone(withoutInstructions(asked.question), layer)), layer) }
  const said = analyseExchange(input, analyseTurn) ?? analyseReply(input, analyseTurn) ?? analyseTurn(input)
  return said.kind === 'query' || input.previous === null || !standsAlone(input.question)
    ? said
    : ownOr(said, analyseTurn({ ...input, previous: null, unanswered: null }))
}

/** A question in full words needs no turn before it. */
function ownOr(said: Analysis, own: Analysis): Analysis {
  return own.kind === 'query' ? own : said
}

function analyseTurn(input: AnalysisInput): Analysis {
  const least = input.leastCertainty ?? leastCertainty
  const pick = pickIn(input.question)
  const said = pick?.question ?? input.question
  const talk = chartTalk(withPeriodsCompared(withFurtherSplit(input.previous ? comparisonSaid(said) : said, input.previous)))
  const chosen = pick && analysePick({ ...input, question: talk.question }, pick, talk)
  if (chosen) return chosen
  const whole = withCorrelation({ ...input, question: said }, analyseOne({ ...input, question: talk.question }, least, true, talk))
  // What points to the turn before cannot be asked in two parts of its own.
  if (input.previous !== null && (isFollowUp(input.question) || /\b(?:those|these|them)[?.!\s]*$/i.test(input.question))) return whole
  return withSets(input.question, input.layer, whole, (question) => analyseOne({ ...input, question, previous: null, unanswered: null }, leastNested, true))
}

/** What was offered is answered, however unsure it is. */
function analysePick(input: AnalysisInput, pick: Pick, hint: ChartHint): Analysis | null {
  const read = readerOf(input, hint, true)
  const choice = choiceOf(read(null).reading, pick)
  const analysis = choice && read(choice).analysis
  return analysis?.kind === 'query' ? analysis : null
}

/** `mayAsk` lets the question hold another one; one inside another holds none. Below `least` certainty there is no answer. */
function analyseOne(input: AnalysisInput, least: number, mayAsk: boolean, hint: ChartHint | null = null): Analysis {
  const read = readerOf(input, hint, mayAsk)
  const first = read(null)
  const { best, next } = mayAsk && input.previous === null && !first.isStopped ? searchReadings(first, read) : { best: first, next: null }
  const { reading, analysis, isChosen } = best
  if (analysis.kind !== 'query' || analysis.confidence >= least || isChosen) return analysis
  return (
    askBack(input, best, next, read) ??
    refusal(reading, unreadWords(reading), 'unsure', messagesIn(input.language).notSure(explainIn(input.language, input.layer, analysis.query)), input)
  )
}

/** Reads a question again under each choice; its words are placed, and questions inside it answered, once. */
function readerOf(input: AnalysisInput, hint: ChartHint | null, mayAsk: boolean): (choice: Choice | null) => Attempt {
  const asked = new Map<string, SemanticQuery | null>()
  const linked = new Map<string, Item[]>()
  const ask: Ask = (question) => {
    const known = asked.get(question)
    if (known !== undefined || !mayAsk) return known ?? null
    const analysis = analyseOne({ ...input, question, previous: null, unanswered: null }, leastNested, false)
    const query = analysis.kind === 'query' ? analysis.query : null
    asked.set(question, query)
    return query
  }
  return (choice) => attempt(input, ask, hint, choice, linked)
}
