import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { analyseQuestion } from '../analyst/analyse.ts'
import type { Analysis, PreviousTurn } from '../analyst/analysis.ts'
import { writeAnswer } from '../analyst/answers/answer.ts'
import { negations } from '../analyst/language/words.ts'
import type { LexiconCache } from '../analyst/lexicon/lexicon.ts'
import type { QueryColumn } from '../query/query-outcome.ts'
import { compileQuery } from '../semantics/compile.ts'
import { listInWords } from '../semantics/english.ts'
import type { Layer } from '../semantics/layer.ts'
import type { JsonValue } from '../semantics/source.ts'
import type { Missed } from '../semantics/unmatched-terms.ts'
import { courtesy, foreignLanguage, refusedChange, smallTalk } from './courtesies.ts'
import type { LastTurn } from './messages.ts'
import type { ToolCall } from './tools.ts'
import { turn } from './turn.ts'
import { type Verified, verifiedFor, wordVerified } from './verified-answer.ts'

/** What the built-in model knows when one question is asked. */
export type BuiltinFacts = {
  layers: Layer[]
  now: Date
  timeZone: string
  previous: PreviousTurn | null
  /** What was asked after `previous` and got no answer that can be gone on from. */
  unanswered: string | null
  /** Questions asked before, where nothing is kept of their answers: they are read again. */
  earlier: string[]
  lexicons: LexiconCache
  onRefusal?: (missed: Missed) => void
}

type Reading = { layer: Layer; analysis: Analysis }
type QueryReading = { layer: Layer; analysis: Extract<Analysis, { kind: 'query' }> }

/** What the model says in one call: words, then what it wants done. */
type Speech = { text: string; call: ToolCall | null }

const WORDS_PER_DELTA = 3
/** Reading takes time for every word, during which the process answers nobody else. */
const LONGEST_QUESTION = 2_000
/** Questions of a conversation that are read again where its answers are not kept. */
const REREAD = 6
const TOO_LONG = 'This question is too long for me: I read at most 2,000 characters. Ask it in fewer words, or in several questions.'
const FREE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
}
const NO_DATA =
  'I answer questions from data, and no data source that you may use is bound to this model. Bind one with POST /api/v1/semantic/datasourcemodels after its extraction, or ask a model that has one.'

/**
 * The model that needs no provider: it reads a question by the semantic layers alone, asks for one query, and words the answer from its rows.
 * The same question over the same layers, moment and previous turn always gives the same answer. Its tokens cost nothing.
 */
export function createBuiltinModel(facts: BuiltinFacts): LanguageModelV4 {
  let reading: Reading | null = null
  const speak = ({ prompt }: LanguageModelV4CallOptions): Speech => {
    const reply = replyIn(prompt)
    const question = questionIn(prompt)
    if (question.length > LONGEST_QUESTION) return { text: TOO_LONG, call: null }
    const verified = verifiedFor(facts.layers, question)
    if (verified) return reply ? wordedVerified(question, verified, reply, facts) : askedVerified(verified)
    const change = refusedChange(question)
    if (change) return { text: change, call: null }
    const talk = smallTalk(question, facts.layers)
    if (talk !== null) return { text: talk, call: null }
    reading ??= readBest(question, facts, lastTurn(facts))
    if (!reading) return { text: NO_DATA, call: null }
    const { layer, analysis } = reading
    if (analysis.kind === 'query') return reply ? worded(question, { layer, analysis }, reply, facts) : asked({ layer, analysis })
    const instead = courtesy(question, facts.layers) ?? foreignLanguage(question)
    const refusal = analysis.kind === 'clarification' ? analysis.instead : analysis
    if (refusal && instead === null) facts.onRefusal?.(missedBy(question, layer, refusal))
    if (analysis.kind === 'refusal') return refused(analysis, instead)
    if (refusal && instead !== null) return refused(refusal, instead)
    return { text: '', call: { name: 'ask_user', input: { question: analysis.question, options: analysis.options } } }
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

/** Where the conversation stands: as it is remembered, or by reading the questions before once more. */
function lastTurn(facts: BuiltinFacts): LastTurn {
  let turn: LastTurn = { previous: facts.previous, unanswered: facts.unanswered }
  for (const question of facts.earlier.slice(-REREAD)) {
    if (question.length > LONGEST_QUESTION || smallTalk(question, []) !== null || refusedChange(question)) continue
    const analysis = verifiedFor(facts.layers, question) ? null : readBest(question, facts, turn)?.analysis
    turn = analysis?.kind === 'query' ? { previous: { question, query: analysis.query }, unanswered: null } : { ...turn, unanswered: question }
  }
  return turn
}

/** The layer that explains a question best: a query it is surest of, else one question back, else the refusal that misses the fewest words. */
function readBest(question: string, { layers, now, timeZone, lexicons }: BuiltinFacts, turn: LastTurn): Reading | null {
  const readings = layers.map((layer) => ({
    layer,
    analysis: analyseQuestion({ question, layer, ...within(layer, turn), clock: { now, timeZone }, cache: lexicons }),
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
      query,
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

function wordedVerified(question: string, verified: Verified, reply: Reply, { now, timeZone, lexicons }: BuiltinFacts): Speech {
  if ('fault' in reply) return { text: `A person verified a query for this question, but the data did not answer it: ${reply.fault}`, call: null }
  const { text, suggestions } = wordVerified(question, verified, reply, { now, timeZone }, lexicons)
  return { text, call: suggestions.length ? { name: 'suggest_questions', input: { suggestions } } : null }
}

function worded(question: string, { layer, analysis }: QueryReading, reply: Reply, { now, timeZone, lexicons }: BuiltinFacts): Speech {
  if ('fault' in reply)
    return { text: `I understood the question (${analysis.explanation.replace(/\.$/, '')}), but the data did not answer it: ${reply.fault}`, call: null }
  const compiled = compileQuery(layer, analysis.query)
  const result = { columns: [], rows: reply.rows, truncated: reply.truncated, durationMs: 0 }
  const { text, suggestions } = writeAnswer({ question, layer, query: analysis.query, compiled, result, clock: { now, timeZone }, cache: lexicons })
  const notes = analysis.readAs.length ? ` Note: ${analysis.readAs.join('; ')}.` : ''
  return { text: text + notes, call: suggestions.length ? { name: 'suggest_questions', input: { suggestions } } : null }
}

/** `instead` says it better than the words that could not be placed. */
/** What an owner could teach the data source; a word that denies is none. */
const missedBy = (question: string, { datasourceId }: Layer, { unknownWords, nearest }: Extract<Analysis, { kind: 'refusal' }>): Missed => ({
  datasourceId,
  question,
  words: unknownWords.filter((word) => !negations.has(word)),
  nearest,
})

function refused({ message, unknownWords, nearest, suggestions }: Extract<Analysis, { kind: 'refusal' }>, instead: string | null): Speech {
  const quoted = (words: string[]) => listInWords(words.map((word) => `"${word}"`))
  const missed = unknownWords.filter((word) => !message.includes(`"${word}"`))
  const sentences = [
    message,
    ...(missed.length ? [`I could not place ${quoted(missed)}.`] : []),
    ...(nearest.length ? [`The data knows ${quoted(nearest)}.`] : []),
  ]
  return {
    text: instead ?? sentences.join(' '),
    call: suggestions.length ? { name: 'suggest_questions', input: { suggestions: suggestions.slice(0, 4) } } : null,
  }
}

function questionIn(prompt: LanguageModelV4Prompt): string {
  const last = prompt.findLast((message) => message.role === 'user')
  // Behind the question stands what a vendor's model is told of the schema for its sake.
  const [first] = last?.role === 'user' ? last.content : []
  return first?.type === 'text' ? first.text : ''
}

type Reply = { columns: QueryColumn[]; rows: JsonValue[][]; truncated: boolean } | { fault: string }

/** What the query answered, once it has. */
function replyIn(prompt: LanguageModelV4Prompt): Reply | null {
  const last = prompt.at(-1)
  const part =
    last?.role === 'tool'
      ? last.content.find((each) => each.type === 'tool-result' && (each.toolName === 'query_data' || each.toolName === 'use_verified_query'))
      : undefined
  if (part?.type !== 'tool-result') return null
  const { output } = part
  if (output.type === 'json') return output.value as unknown as Exclude<Reply, { fault: string }>
  const fault = output.type === 'error-json' ? (output.value as { error?: { message?: string } }).error?.message : undefined
  return { fault: `${fault ?? 'the query failed'}.` }
}

function partsOf(speech: Speech): LanguageModelV4StreamPart[] {
  const { text, call } = speech
  const deltas = text.match(new RegExp(`(?:\\S+\\s*){1,${WORDS_PER_DELTA}}`, 'g')) ?? []
  return [
    ...(text
      ? [
          { type: 'text-start' as const, id: 'text' },
          ...deltas.map((delta) => ({ type: 'text-delta' as const, id: 'text', delta })),
          { type: 'text-end' as const, id: 'text' },
        ]
      : []),
    ...(call ? [{ type: 'tool-call' as const, toolCallId: `call_${call.name}`, toolName: call.name, input: JSON.stringify(call.input) }] : []),
    { type: 'finish', finishReason: reasonOf(speech), usage: FREE },
  ]
}

const reasonOf = ({ call }: Speech): LanguageModelV4FinishReason => ({ unified: call ? 'tool-calls' : 'stop', raw: call ? 'tool_calls' : 'stop' })

/** One part per turn of the event loop, so that a reader sees the words come. */
function streamed(parts: LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      const part = parts[next++]
      if (!part) return controller.close()
      if (part.type === 'text-delta') await turn()
      controller.enqueue(part)
    },
  })
}
