import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { refusedChange, smallTalk } from '#domain/agent/loop/small-talk.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { alternativesOf, analyseQuestion } from '../../analyst/analyse.ts'
import type { Analysis, PreviousTurn } from '../../analyst/analysis.ts'
import { writeAnswer } from '../../analyst/answers/answer.ts'
import { unansweredWith } from '../../analyst/follow-ups/unanswered.ts'
import type { LexiconCache } from '../../analyst/lexicon/lexicon.ts'
import type { OpenVectors } from '../../analyst/vectors/word-vectors.ts'
import type { Language } from '../../language.ts'
import type { Chosen } from '../../query/learned-phrases.ts'
import type { RefusalReason } from '../../refusal-reason.ts'
import { compileQuery } from '../../semantics/compile/compile.ts'
import type { Missed } from '../../semantics/layer/unmatched-terms.ts'
import type { Layer } from '../../semantics/layer.ts'
import { withFigure } from '../answers/shown-figure.ts'
import {
  elsewhereNote,
  isEmptyResult,
  type LookedUp,
  nowhereNote,
  textConditions,
  textsOf,
  unplacedIn,
  unplacedTexts,
  withFoundValues,
} from '../context/looked-up-values.ts'
import { choiceIn, learnedNote, learnedOption } from '../loop/learned-readings.ts'
import { type Verified, verifiedFor, wordVerified } from '../loop/verified-answer.ts'
import type { Refused } from '../sessions/attachments.ts'
import type { LastTurn } from '../sessions/messages.ts'
import { answerWhy } from '../why/builtin-why.ts'
import { answerBusiness } from '../why/business.ts'
import { endedData } from '../why/ended-data.ts'
import { foundIn, type LookedUpTexts, questionIn, type Reply, replyIn } from './builtin-prompt.ts'
import { type Instead, insteadOf, missedBy, refused, refusedFor } from './builtin-refusal.ts'
import { FREE, partsOf, reasonOf, type Speech, streamed } from './builtin-stream.ts'
import { withoutJsonWords } from './json-words.ts'

/** What the built-in model knows when one question is asked. */
export type BuiltinFacts = {
  layers: Layer[]
  now: Date
  timeZone: string
  previous: PreviousTurn | null
  /** What was asked after `previous` and got no answer that can be gone on from. */
  unanswered: string | null
  unansweredBefore?: readonly string[]
  /** Questions asked before, where nothing is kept of their answers: they are read again. */
  earlier: string[]
  lexicons: LexiconCache
  vectors?: OpenVectors
  onRefusal?: (missed: Missed) => void
  /** Who asks; his own choices among readings hold for him. */
  askerId?: string | null
  /** Told the reading that was chosen, once it is answered. */
  onChosen?: (chosen: Chosen) => void
  /** Told after each of its turns why that is no answer; null where it is one, or on the way to it. */
  onSpoken?: (refused: Refused | null) => void
  /** Whether the request asks for JSON, so that its words on that are no part of the question. */
  wantsJson?: boolean
  /** Of what it says by itself; English when absent. */
  language?: Language | undefined
}

type Reading = { layer: Layer; analysis: Analysis }
type QueryReading = { layer: Layer; analysis: Extract<Analysis, { kind: 'query' }> }

/** Reading takes time for every word, during which the process answers nobody else. */
export const LONGEST_QUESTION = 2_000
/** Questions of a conversation that are read again where its answers are not kept. */
const REREAD = 6

/**
 * The model that needs no provider: it reads a question by the semantic layers alone, asks for one query, and words the answer from its rows.
 * The same question over the same layers, moment and previous turn always gives the same answer. Its tokens cost nothing.
 */
export function createBuiltinModel(facts: BuiltinFacts): LanguageModelV4 {
  let reading: Reading | null = null
  const { language = 'en' } = facts
  const say = messagesIn(language)
  const refuse = (text: string, reason: RefusalReason): Speech => ({ text, call: null, refused: refusedFor(reason) })
  const think = ({ prompt, toolChoice }: LanguageModelV4CallOptions): Speech => {
    const reply = replyIn(prompt)
    const question = facts.wantsJson ? withoutJsonWords(questionIn(prompt), facts.layers) : questionIn(prompt)
    if (question.length > LONGEST_QUESTION) return refuse(say.tooLong, 'too_long')
    const verified = verifiedFor(facts.layers, question)
    if (verified) return reply ? wordedVerified(question, verified, reply, facts) : askedVerified(verified)
    const why = answerWhy(question, facts, prompt, toolChoice?.type !== 'none')
    if (why) return why
    const business = answerBusiness(question, facts, prompt)
    if (business) return business
    const change = refusedChange(question, language)
    if (change) return refuse(change, 'read_only')
    const talk = smallTalk(question, facts.layers, language)
    if (talk !== null) return { text: talk, call: null }
    reading ??= asLearned(readBest(question, facts, lastTurn(facts)), facts)
    if (!reading) return refuse(say.noData, 'no_data_source')
    const { layer, analysis } = reading
    const instead = analysis.kind === 'query' ? null : insteadOf(question, facts.layers, language)
    const found = foundIn(prompt)
    const mayCall = toolChoice?.type !== 'none'
    if (found) return afterLookUp(question, reading, found, { reply, facts, mayCall, instead })
    if (analysis.kind === 'query') {
      if (!reply) return asked({ layer, analysis })
      const texts = mayCall && 'rows' in reply && isEmptyResult(reply.rows) ? textsOf(textConditions(analysis.query)) : []
      return texts.length > 0 ? lookedUp(layer, texts) : worded(question, { layer, analysis }, reply, facts)
    }
    const texts = mayCall && instead === null ? unplacedTexts(question, unplacedIn(analysis)) : []
    return texts.length > 0 ? lookedUp(layer, texts) : unanswered(question, { layer, analysis }, facts, instead)
  }
  const speak = (options: LanguageModelV4CallOptions): Speech => {
    const speech = think(options)
    facts.onSpoken?.(speech.refused ?? null)
    return speech
  }
  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'builtin',
    supportedUrls: {},
    doGenerate: async (options) => {
      const speech = speak(options)
      const parts = partsOf(speech).flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      return {
        content: [...(speech.text ? [{ type: 'text' as const, text: speech.text }] : []), ...parts],
        finishReason: reasonOf(speech),
        usage: FREE,
        warnings: [],
      }
    },
    doStream: async (options) => ({ stream: streamed([{ type: 'stream-start', warnings: [] }, ...partsOf(speak(options))]) }),
  }
}

type AfterLookUp = { reply: Reply | null; facts: BuiltinFacts; mayCall: boolean; instead: Instead | null }

/** Reads the question once more by what the source holds. What was empty before is asked in another way only where that is another query. */
function afterLookUp(question: string, before: Reading, { found, texts }: LookedUpTexts, { reply, facts, mayCall, instead }: AfterLookUp): Speech {
  const say = messagesIn(facts.language)
  const again: LookedUp = withFoundValues(before.layer, question, found, say)
  const analysis = analyseQuestion({
    ...{ question: again.question, layer: again.layer, ...within(again.layer, lastTurn(facts)) },
    ...{ clock: { now: facts.now, timeZone: facts.timeZone }, cache: new Map(), ...(facts.language ? { language: facts.language } : {}) },
  })
  const reading: QueryReading | null =
    analysis.kind === 'query' ? { layer: again.layer, analysis: { ...analysis, readAs: [...again.notes, ...analysis.readAs] } } : null
  const { analysis: first } = before
  if (first.kind !== 'query') {
    if (reading) return reply ? worded(question, reading, reply, facts) : mayCall ? asked(reading) : unanswered(question, before, facts, instead)
    if (again.choices && !reply)
      return {
        text: '',
        call: { name: 'ask_user', input: { question: say.whichValue(again.choices.text), options: again.choices.options } },
        refused: { reason: 'ambiguous', words: [again.choices.text], datasource_id: again.layer.datasourceId },
      }
    return unanswered(question, before, facts, instead)
  }
  const isOther = reading !== null && JSON.stringify(reading.analysis.query) !== JSON.stringify(first.query)
  if (!reply) return asked({ layer: before.layer, analysis: first })
  if (isOther && reply.number > 1) return worded(question, reading, reply, facts)
  if (isOther && mayCall) return asked(reading)
  const told = worded(question, { layer: before.layer, analysis: first }, reply, facts)
  const note = nowhereNote(texts, found, say) || elsewhereNote(before.layer, textConditions(first.query), found, say)
  return note === '' ? told : { ...told, text: `${told.text} ${note}` }
}

const lookedUp = ({ datasourceId }: Layer, texts: string[]): Speech => ({
  text: '',
  call: { name: 'find_values', input: { datasource_id: datasourceId, texts } },
})

/** What is said where the question has no reading to answer. */
function unanswered(question: string, { layer, analysis }: Reading, facts: BuiltinFacts, instead: Instead | null): Speech {
  if (analysis.kind === 'query') return asked({ layer, analysis })
  const refusal = analysis.kind === 'clarification' ? analysis.instead : analysis
  if (refusal && instead === null) facts.onRefusal?.(missedBy(question, layer, refusal))
  const say = messagesIn(facts.language)
  if (analysis.kind === 'refusal') return refused(layer, analysis, instead, say)
  if (refusal && instead !== null) return refused(layer, refusal, instead, say)
  return {
    text: '',
    call: { name: 'ask_user', input: { question: analysis.question, options: analysis.options } },
    refused: refusedFor(analysis.reason, refusal?.unknownWords, layer),
  }
}

/** Where the conversation stands: as it is remembered, or by reading the questions before once more. */
function lastTurn(facts: BuiltinFacts): LastTurn {
  let turn: LastTurn = { previous: facts.previous, unanswered: facts.unanswered, unansweredBefore: facts.unansweredBefore ?? [] }
  for (const question of facts.earlier.slice(-REREAD)) {
    if (question.length > LONGEST_QUESTION || smallTalk(question, []) !== null || refusedChange(question)) continue
    const analysis = verifiedFor(facts.layers, question) ? null : readBest(question, facts, turn)?.analysis
    turn = analysis?.kind === 'query' ? { previous: { question, query: analysis.query }, unanswered: null } : { ...turn, ...unansweredWith(turn, question) }
  }
  return turn
}

/** A question that would be asked back about, read as was chosen before. */
function asLearned(reading: Reading | null, { now, timeZone, lexicons, vectors, language = 'en', askerId = null }: BuiltinFacts): Reading | null {
  if (reading?.analysis.kind !== 'clarification') return reading
  const { layer, analysis } = reading
  const option = learnedOption(layer, askerId, analysis.options)
  if (option === null) return reading
  const chosen = analyseQuestion({
    question: option,
    layer,
    previous: null,
    clock: { now, timeZone },
    cache: lexicons,
    language,
    ...(vectors ? { vectors } : {}),
  })
  return chosen.kind === 'query' ? { layer, analysis: { ...chosen, readAs: [learnedNote(option), ...chosen.readAs] } } : reading
}

/** The layer that explains a question best: a query it is surest of, else one question back, else the refusal that misses the fewest words. */
function readBest(question: string, { layers, now, timeZone, lexicons, vectors, language = 'en' }: BuiltinFacts, turn: LastTurn): Reading | null {
  const readings = layers.map((layer) => ({
    layer,
    analysis: analyseQuestion({
      question,
      layer,
      ...within(layer, turn),
      clock: { now, timeZone },
      cache: lexicons,
      language,
      ...(vectors ? { vectors } : {}),
    }),
  }))
  return readings.toSorted((a, b) => worth(b.analysis) - worth(a.analysis))[0] ?? null
}

/** A turn answered from one data source leaves nothing to go on from in another. */
function within({ tables }: Layer, turn: LastTurn): LastTurn {
  const { previous } = turn
  if (!previous) return turn
  const { dimensions, measures } = previous.query
  const named = [...dimensions.map(({ table }) => table), ...measures.flatMap((item) => ('table' in item ? [item.table] : []))]
  return named.every((name) => tables.some((table) => table.name === name)) ? turn : { previous: null, unanswered: turn.unanswered ?? previous.question }
}

function worth(analysis: Analysis): number {
  if (analysis.kind === 'query') return 1 + analysis.confidence
  return analysis.kind === 'clarification' ? 1 : -analysis.unknownWords.length
}

const asked = ({ layer, analysis: { query, explanation, chart, binWidth } }: QueryReading): Speech => ({
  text: '',
  call: {
    name: 'query_data',
    input: {
      datasource_id: layer.datasourceId,
      query: withFigure(query),
      title: explanation.replace(/\.$/, '').slice(0, 200),
      ...(chart ? { chart } : {}),
      ...(binWidth ? { bin_width: binWidth } : {}),
    },
  },
})

const askedVerified = ({ layer, verified }: Verified): Speech => ({
  text: '',
  call: { name: 'use_verified_query', input: { datasource_id: layer.datasourceId, verified_query_id: verified.id, title: verified.question.slice(0, 200) } },
})

function wordedVerified(question: string, verified: Verified, reply: Reply, { now, timeZone, lexicons, language }: BuiltinFacts): Speech {
  if ('fault' in reply) return { text: messagesIn(language).notVerified(reply.fault), call: null, refused: refusedFor(reply.reason, [], verified.layer) }
  const { text, suggestions } = wordVerified(question, verified, reply, { clock: { now, timeZone }, cache: lexicons, language })
  return { text, call: suggestions.length ? { name: 'suggest_questions', input: { suggestions } } : null }
}

function worded(question: string, { layer, analysis }: QueryReading, reply: Reply, facts: BuiltinFacts): Speech {
  const { now, timeZone, lexicons, language } = facts
  const say = messagesIn(language)
  if ('fault' in reply) {
    const text = say.notAnswered(analysis.explanation.replace(/\.$/, ''), reply.fault)
    return { text, call: null, refused: refusedFor(reply.reason, [], layer) }
  }
  const query = withFigure(analysis.query)
  const choice = choiceIn(question, layer, analysis.query)
  if (choice) facts.onChosen?.(choice)
  const compiled = compileQuery(layer, query)
  const result = { columns: [], rows: reply.rows, truncated: reply.truncated, durationMs: 0 }
  const { text, suggestions } = writeAnswer({ question, layer, query, compiled, result, clock: { now, timeZone }, cache: lexicons, language })
  // Of fewer rows than a limit lets through, nothing is left out.
  const isWhole = query.limit === undefined || reply.rows.length < query.limit
  const readAs = analysis.readAs.filter((text) => !isWhole || text !== say.firstShown(query.limit ?? 0))
  const notes = readAs.length ? say.note(readAs) : ''
  const end = isEmptyResult(reply.rows) ? endedData(question, layer, analysis.query, language) : null
  const asked = { question, layer, ...within(layer, lastTurn(facts)), clock: { now, timeZone }, cache: lexicons, ...(language ? { language } : {}) }
  const further = [...(end?.instead ? [end.instead] : []), ...alternativesOf(asked, analysis), ...suggestions].slice(0, 4)
  const said = [`${text}${notes}`, ...(end ? [end.said] : [])].join(' ')
  return { text: said, call: further.length ? { name: 'suggest_questions', input: { suggestions: further } } : null }
}
